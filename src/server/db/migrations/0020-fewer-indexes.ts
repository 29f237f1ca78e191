// One index that begins with the system, where there were four: whatever begins with it has a page for each system, and each
// report writes one of them. What makes two reports the same begins with the date instead: what is new lies together.
import { sql, type Kysely } from 'kysely';
import type { Tables } from '#server/db/engine.ts';

const REPLACED = ['reported_unique', 'system_date_index', 'system_id_index', 'organization_system_id_index'];

export async function fewerIndexes(db: Kysely<Tables>): Promise<void> {
  for (const name of REPLACED) await db.schema.dropIndex(`backup_${name}`).execute();
  await db.schema.createIndex('backup_system_date_id_index').on('backup').columns(['system', 'date', 'id']).execute();
  await db.schema
    .createIndex('backup_reported_unique')
    .on('backup')
    .columns(['date', 'file', 'system'])
    .unique()
    .where(sql<boolean>`"key" = ''`)
    .execute();
}
