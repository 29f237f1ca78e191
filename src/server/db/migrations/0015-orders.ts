// Backups by their date, and of one date by their id: an index that holds both is walked, where one of the dates alone is sorted.
import type { Kysely } from 'kysely';
import type { Tables } from '#server/db/engine.ts';

const ORDERS = [['date'], ['organization', 'date']];

export async function orders(db: Kysely<Tables>): Promise<void> {
  for (const keys of ORDERS) {
    await db.schema.dropIndex(`backup_${keys.join('_')}_index`).execute();
    await db.schema
      .createIndex(`backup_${keys.join('_')}_id_index`)
      .on('backup')
      .columns([...keys, 'id'])
      .execute();
  }
}
