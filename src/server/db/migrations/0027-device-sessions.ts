// The session that last confirmed a device, and the subscription of a device that gets one last push after its end.
import type { Kysely } from 'kysely';
import type { Tables } from '#server/db/engine.ts';

export async function deviceSessions(db: Kysely<Tables>): Promise<void> {
  // No reference: expired sessions are deleted, and their devices stay.
  await db.schema.alterTable('device').addColumn('session', 'varchar(64)').execute();
  await db.schema.alterTable('delivery').addColumn('subscription', 'text').execute();
}
