// The declared columns of every table against a migrated database of each engine: the types of rows are derived from them.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { internalColumns } from '#server/entities/internal-tables.ts';
import { tables } from '#server/registry.ts';
import type { Column, Columns } from '#server/query/columns.ts';
import { anyTables, type Store } from '#server/db/engine.ts';
import { databases, makeWorld, type World } from '#tests/world.ts';

interface Stored {
  type: 'text' | 'number';
  isNullable: boolean;
}

/** Permissions come from the contract and have no table. */
const declared: Record<string, Columns> = {
  ...Object.fromEntries(
    [...tables.values()].filter(({ noun }) => noun !== 'permission').map(({ noun, columns }) => [noun, columns]),
  ),
  ...internalColumns,
};
/** Libraries read and write them by themselves: the counts of rate limits, and large messages between servers. */
const FOREIGN = ['rate_limit', 'socket_io_attachments'];

const typeOf = ({ kind }: Column): Stored['type'] => (kind === 'int' || kind === 'bool' ? 'number' : 'text');

/** Columns that were added to rows which were there already: every row has a value, though the database does not ask for one. */
const FILLED = ['session.id'];

/** The columns that the database has. SQLite lets a primary key of text be null; nothing writes such a row. */
async function columnsOf(store: Store, table: string): Promise<Record<string, Stored>> {
  const rows = await store.read(async (db) => {
    const query =
      store.engine === 'sqlite'
        ? sql<{ name: string; type: string; filled: boolean }>`
            select name, type, "notnull" = 1 or pk = 1 as filled from pragma_table_info(${table})`
        : sql<{ name: string; type: string; filled: boolean }>`
            select column_name as name, data_type as type, is_nullable = 'NO' as filled
            from information_schema.columns where table_schema = current_schema() and table_name = ${table}`;
    return (await query.execute(db)).rows;
  });
  return Object.fromEntries(
    rows.map(({ name, type, filled }) => [
      name,
      {
        type: /int/i.test(type) ? ('number' as const) : ('text' as const),
        isNullable: !filled && !FILLED.includes(`${table}.${name}`),
      },
    ]),
  );
}

describe.each(databases)('tables on %s', (engine) => {
  let world: World;
  beforeAll(async () => {
    world = await makeWorld(engine);
  });
  afterAll(() => world.close());

  test('every table of the database is declared, and no other', async () => {
    const tables = await world.store.read((db) => anyTables(db).introspection.getTables());
    const names = tables.map(({ name }) => name).filter((name) => !FOREIGN.includes(name));
    expect(Object.keys(declared).toSorted()).toEqual(names.toSorted());
  });

  test.each(Object.keys(declared))(
    '%s has the declared columns, each of its type and null where it may be',
    async (table) => {
      const expected = Object.entries(declared[table] ?? {}).map(([name, column]) => [
        name,
        { type: typeOf(column), isNullable: column.isNullable },
      ]);
      expect(await columnsOf(world.store, table)).toEqual(Object.fromEntries(expected));
    },
  );
});
