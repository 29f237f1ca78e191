// The date of the newest backup that a deleted system left. Of orphans that are there, only the keys in the store tell it.
import type { Kysely } from 'kysely';
import type { Tables } from '#server/db/engine.ts';

export const lastBackupOfOrphans = (db: Kysely<Tables>): Promise<void> =>
  db.schema.alterTable('orphan').addColumn('lastBackup', 'varchar(30)').execute();
