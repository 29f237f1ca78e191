// Indexes of backups for what screens list: by date within a system, within an organization and over all. Orders of other
// attributes sort at most 10,000 rows. The index of a system's dates also holds each report once.
import type { Kysely } from 'kysely';
import type { Tables } from '#server/db/engine.ts';

const ORDERS = ['date', 'createdAt', 'size', 'file', 'key', 'sha256', 'fileset'];
const DROPPED = [...ORDERS, ...ORDERS.map((column) => `organization_${column}`), 'system_date'];

export async function listedIndexes(db: Kysely<Tables>): Promise<void> {
  for (const columns of DROPPED) await db.schema.dropIndex(`backup_${columns}_id_index`).execute();
  await db.schema.dropIndex('backup_reported_unique').execute();
  for (const columns of [['date'], ['organization', 'date']])
    await db.schema
      .createIndex(`backup_${columns.join('_')}_index`)
      .on('backup')
      .columns(columns)
      .execute();
  // Equal to what the two unique indexes before it held: without a key by system, date and file, else by the key alone.
  await db.schema
    .createIndex('backup_system_date_file_key_unique')
    .on('backup')
    .columns(['system', 'date', 'file', 'key'])
    .unique()
    .execute();
}
