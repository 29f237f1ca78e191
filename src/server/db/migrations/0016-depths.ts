// An index for every order of what grows with time, with the id in it: what is passed over on the way to a page is read from
// it alone. Of backups, whose readers see some organizations each, also for the rows of each organization.
import type { Kysely } from 'kysely';
import type { Tables } from '#server/db/engine.ts';

const REPLACED: [table: string, by: string][] = [
  ...['createdAt', 'size', 'file', 'key', 'sha256', 'fileset'].map((by): [string, string] => ['backup', by]),
  ['activity', 'createdAt'],
];
const OF_EACH = ['createdAt', 'size', 'file', 'key', 'sha256', 'fileset', 'system'];
const ORDERS: [table: string, ...keys: string[]][] = [
  ...REPLACED,
  ['backup', 'system'],
  ...OF_EACH.map((by): [string, string, string] => ['backup', 'organization', by]),
  ...['model', 'object', 'name', 'action', 'carrier', 'ip'].map((by): [string, string] => ['activity', by]),
  // The columns that do not change while an alarm is open.
  ...['createdAt', 'dueAt', 'lastBackup', 'addedAt'].map((by): [string, string] => ['alarm', by]),
];

export async function depths(db: Kysely<Tables>): Promise<void> {
  for (const [table, by] of REPLACED) await db.schema.dropIndex(`${table}_${by}_index`).execute();
  for (const [table, ...keys] of ORDERS)
    await db.schema
      .createIndex(`${table}_${keys.join('_')}_id_index`)
      .on(table)
      .columns([...keys, 'id'])
      .execute();
}
