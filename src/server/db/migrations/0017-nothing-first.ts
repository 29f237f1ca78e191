// On PostgreSQL: indexes of what may be without a value in the order that lists have on both engines, nothing before all else.
import { sql, type Kysely } from 'kysely';
import type { Store, Tables } from '#server/db/engine.ts';

/** Which indexes: the last key but the id is the one that may be nothing. */
const ORDERS: [table: string, ...keys: string[]][] = [
  ['backup', 'sha256'],
  ['backup', 'fileset'],
  ['backup', 'organization', 'sha256'],
  ['backup', 'organization', 'fileset'],
  ['activity', 'organization'],
  ['activity', 'carrier'],
  ['activity', 'ip'],
  ['alarm', 'dueAt'],
  ['alarm', 'lastBackup'],
];

export async function nothingFirst(db: Kysely<Tables>, engine: Store['engine']): Promise<void> {
  if (engine !== 'postgres') return;
  for (const [table, ...keys] of ORDERS) {
    const name = `${table}_${keys.join('_')}_id_index`;
    await db.schema.dropIndex(name).execute();
    const [last = '', ...before] = keys.toReversed();
    await db.schema
      .createIndex(name)
      .on(table)
      .columns(before)
      .expression(sql`${sql.ref(last)} asc nulls first`)
      .column('id')
      .execute();
  }
}
