// Which run the lines of a system's last backup belong to.
import type { Kysely } from 'kysely';
import type { Tables } from '#server/db/engine.ts';

export async function runLines(db: Kysely<Tables>): Promise<void> {
  await db.schema.alterTable('system').addColumn('lastRun', 'varchar(40)').execute();
}
