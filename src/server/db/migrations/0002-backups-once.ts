// The identity of a backup: the key of a stored file, else the system, the date and the name of a reported one.
import { sql, type Kysely } from 'kysely';
import type { Tables } from '#server/db/engine.ts';

export async function backupsOnce(db: Kysely<Tables>): Promise<void> {
  await db.schema.dropIndex('backup_system_date_file_unique').execute();
  await db.schema.dropIndex('backup_key_index').execute();
  await db.schema
    .createIndex('backup_stored_unique')
    .on('backup')
    .columns(['key'])
    .unique()
    .where(sql<boolean>`"key" <> ''`)
    .execute();
  await db.schema
    .createIndex('backup_reported_unique')
    .on('backup')
    .columns(['system', 'date', 'file'])
    .unique()
    .where(sql<boolean>`"key" = ''`)
    .execute();
}
