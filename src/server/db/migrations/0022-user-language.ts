// The language a person chose for screens, mails and pushes; null for that of the device.
import type { Kysely } from 'kysely';
import type { Tables } from '#server/db/engine.ts';

export async function userLanguage(db: Kysely<Tables>): Promise<void> {
  await db.schema.alterTable('user').addColumn('language', 'varchar(5)').execute();
}
