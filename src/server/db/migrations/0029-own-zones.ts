// An account without a time zone of its own follows the device. Until now nobody could tell UTC from no choice.
import type { Kysely } from 'kysely';
import type { Tables } from '#server/db/engine.ts';

export async function ownZones(db: Kysely<Tables>): Promise<void> {
  await db.updateTable('user').set({ timeZone: '' }).where('timeZone', '=', 'UTC').execute();
}
