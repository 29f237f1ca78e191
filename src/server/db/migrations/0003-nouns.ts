// Retentions, scan results, orphans and Raspberry Pi clients; and which retention a system follows.
import type { Kysely } from 'kysely';
import type { Tables } from '#server/db/engine.ts';
import { columns, stamps, type Columns } from './0001-first.ts';

const tables: Record<string, Columns> = {
  retention: { name: 'text', days: 'int', weeks: 'int', months: 'int', years: 'int', ...stamps },
  scanresult: {
    method: 'text',
    status: 'text',
    searchConfig: 'text',
    result: 'text?',
    meta: 'text',
    system: 'text>system!',
    organization: 'text>organization',
    ...stamps,
  },
  // A deleted record is stored by its name, not as a reference: it has no row any more.
  orphan: {
    kind: 'text',
    gone: 'text',
    model: 'text',
    name: 'text',
    organization: 'text?',
    count: 'int',
    size: 'big',
    clientVersion: 'text?',
    ip: 'text?',
    lastConnection: 'at?',
    ...stamps,
  },
  rpiclient: {
    macAddress: 'text',
    name: 'text',
    ip: 'text?',
    lastConnection: 'at?',
    version: 'text?',
    system: 'text?>system',
    organization: 'text?>organization',
    ...stamps,
  },
};

const indexes: [table: string, keys: string[], unique: boolean][] = [
  ['retention', ['name'], true],
  ['orphan', ['kind', 'gone'], true],
  ['orphan', ['organization'], false],
  ['rpiclient', ['macAddress'], true],
  ['rpiclient', ['system'], false],
  ['rpiclient', ['organization'], false],
  ['scanresult', ['system', 'createdAt'], false],
  ['scanresult', ['organization'], false],
];

export async function nouns(db: Kysely<Tables>): Promise<void> {
  for (const [name, spec] of Object.entries(tables)) await columns(db.schema.createTable(name), spec).execute();
  for (const [table, keys, unique] of indexes) {
    const index = db.schema.createIndex(`${table}_${keys.join('_')}_${unique ? 'unique' : 'index'}`);
    await (unique ? index.unique() : index).on(table).columns(keys).execute();
  }
  await db.schema
    .alterTable('system')
    .addColumn('retention', 'varchar(40)', (column) => column.references('retention.id'))
    .execute();
  await db.schema
    .alterTable('system')
    .addColumn('purgeList', 'text', (column) => column.notNull().defaultTo('[]'))
    .execute();
  await db.schema.createIndex('system_retention_index').on('system').column('retention').execute();
}
