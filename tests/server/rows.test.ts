// Queries of single rows: prepared texts.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insertRow, selectBy, rowsOf, runPrepared, updateRow } from '#server/query/statements.ts';
import type { Store } from '#server/db/engine.ts';
import { databases, makeWorld, type World } from '#tests/world.ts';

const NOW = '2026-03-01T00:00:00.000Z';
const migration = (name: string) => ({ name, appliedAt: NOW });

describe.each(databases)('rows on %s', (engine) => {
  let world: World;
  let store: Store;
  beforeAll(async () => {
    world = await makeWorld(engine);
    ({ store } = world);
  });
  afterAll(() => world.close());

  test('a text that is kept is run with the values of each call', async () => {
    const found = await store.write(async (db) => {
      await insertRow(db, 'migration', migration('one'));
      await insertRow(db, 'migration', migration('two'));
      return [await selectBy(db, 'migration', { name: 'one' }), await selectBy(db, 'migration', { name: 'two' })];
    });
    expect(found.map((row) => row?.['name'])).toEqual(['one', 'two']);
  });

  test('a row that is there already is told from one that was added', async () => {
    const added = (name: string) => store.write((db) => insertRow(db, 'migration', migration(name), { once: true }));
    expect([await added('three'), await added('three'), await added('four')]).toEqual([true, false, true]);
  });

  test('a change of one row leaves the others as they were', async () => {
    const { acme, birch } = world;
    await store.write((db) => updateRow(db, 'system', acme.system, { name: 'changed' }));
    const rows = await store.read((db) => rowsOf(db, 'system', [acme.system, birch.system]));
    const namesById = new Map(rows.map((row) => [row['id'], row['name']]));
    expect(namesById.get(acme.system)).toBe('changed');
    expect(namesById.get(birch.system)).not.toBe('changed');
  });

  test('a name that is given to another text is refused where that is built', async () => {
    const asked = store.read((db) =>
      runPrepared(db, 'of two values', ['one'], () =>
        db.selectFrom('migration').selectAll().where('name', 'in', ['one', 'two']),
      ),
    );
    await expect(asked).rejects.toThrow('of two values');
  });
});
