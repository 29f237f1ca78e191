// Writes that share a transaction end as if each had its own, one after the other.
import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { uuidv7 } from '#server/pipeline/id.ts';
import { insertRow, selectBy, updateRow } from '#server/query/statements.ts';
import type { Db, Row, Store } from '#server/db/engine.ts';
import { databases, makeWorld, type World } from '#tests/world.ts';

const NOW = '2026-03-01T00:00:00.000Z';
const SYSTEMS = 6;

describe.each(databases)('writes at the same time on %s', (engine) => {
  let world: World;
  let store: Store;
  let systems: string[];
  beforeAll(async () => {
    world = await makeWorld(engine);
    ({ store } = world);
    const { organization } = world.acme;
    systems = [];
    for (let index = 0; index < SYSTEMS; index += 1)
      systems.push((await world.alice.ask('POST', '/system', { name: `t-${index}`, organization })).body.id as string);
  });
  afterAll(() => world.close());
  beforeEach(() => store.write((db) => db.updateTable('system').set({ keepSize: 0, lastLog: null }).execute()));

  const sizes = async () => {
    const rows = await store.read((db) => db.selectFrom('system').selectAll().where('id', 'in', systems).execute());
    return systems.map((id) => Number(rows.find((row) => row['id'] === id)?.['keepSize']));
  };
  const sizeOf = async (db: Db, id: string) => Number((await selectBy(db, 'system', { id }))?.['keepSize']);
  const add = async (db: Db, id: string, more: number) =>
    updateRow(db, 'system', id, { keepSize: (await sizeOf(db, id)) + more });
  const backup = (system: string, file: string): Row => {
    const reported = { date: NOW, file, size: 1, key: '', sha256: null, fileset: null, system };
    const { organization } = world.acme;
    return { id: uuidv7(Date.parse(NOW)), createdAt: NOW, updatedAt: NOW, ...reported, organization };
  };
  const report = (system: string, file: string) =>
    store.write((db) => insertRow(db, 'backup', backup(system, file), { once: true }));

  test('the same transaction reads what it wrote, in whatever way', async () => {
    const [system = ''] = systems;
    const seen = await store.write(async (db) => {
      await add(db, system, 3);
      const query = db.selectFrom('system').select('keepSize').where('id', '=', system);
      const first = [await sizeOf(db, system), Number((await query.executeTakeFirst())?.['keepSize'])];
      await add(db, system, 4);
      return [...first, await sizeOf(db, system)];
    });
    expect(seen).toEqual([3, 3, 7]);
    expect((await sizes())[0]).toBe(7);
  });

  test('a row that is read alone is the one that stands in a list', async () => {
    const [system = ''] = systems;
    await store.write((db) => updateRow(db, 'system', system, { keepSize: 2 ** 50, lastLog: 'a\n"b"\\ \u2028 ع' }));
    const alone = await store.read((db) => selectBy(db, 'system', { id: system }));
    const listed = await store.read((db) => db.selectFrom('system').selectAll().where('id', '=', system).execute());
    expect(alone).toEqual(listed[0]);
    expect(alone?.['keepSize']).toBe(2 ** 50);
  });

  test('of what one transaction sets twice the last holds', async () => {
    const [system = ''] = systems;
    for (const order of [
      [5, 6],
      [6, 5],
    ]) {
      await store.write(async (db) => {
        for (const keepSize of order) await updateRow(db, 'system', system, { keepSize });
      });
      expect((await sizes())[0]).toBe(order[1]);
    }
  });

  test('nothing is lost of what many write to the same row, while others are committed', async () => {
    const [system = '', other = ''] = systems;
    const written: Promise<void>[] = [];
    for (let index = 0; index < 200; index += 1) {
      written.push(store.write((db) => add(db, index % 3 === 0 ? other : system, 1)));
      if (index % 4 === 0) await turn();
    }
    await Promise.all(written);
    expect((await sizes()).slice(0, 2)).toEqual([133, 67]);
  });

  test('the same backup is added once, and a second report of it learns so', async () => {
    const [system = '', other = ''] = systems;
    const results = await Promise.all([
      report(system, 'a'),
      report(system, 'a'),
      report(other, 'a'),
      report(system, 'b'),
      report(system, 'b'),
    ]);
    const times = (added: boolean[]) => added.filter(Boolean).length;
    expect([times(results.slice(0, 2)), results[2], times(results.slice(3))]).toEqual([1, true, 1]);
    expect(await report(system, 'a')).toBe(false);
  });

  test('a job that fails takes nothing of the others with it', async () => {
    const [system = '', other = '', third = ''] = systems;
    const failing = store.write(async (db) => {
      await add(db, other, 5);
      throw new Error('no');
    });
    const refused = store.write((db) => updateRow(db, 'system', other, { schedule: 'of nobody' }));
    const settled = await Promise.allSettled([
      store.write((db) => add(db, system, 1)),
      failing,
      refused,
      store.write((db) => add(db, third, 2)),
      store.write((db) => add(db, other, 7)),
    ]);
    expect(settled.map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'rejected',
      'fulfilled',
      'fulfilled',
    ]);
    expect((await sizes()).slice(0, 3)).toEqual([1, 7, 2]);
  });

  test('text comes to the row as it was given', async () => {
    const texts = ["it\"s \\ 'quoted'", 'line\nline\u2028', '\u0001', 'عربي 👩‍💻', '[1]', '$[0]', '\\u0000', 'null'];
    for (const lastLog of texts)
      await Promise.all(
        systems.map((system) => store.write((db) => updateRow(db, 'system', system, { lastLog, lastBackupLog: null }))),
      );
    const [system = ''] = systems;
    const stored: unknown[] = [];
    for (const lastLog of texts) {
      await store.write((db) => updateRow(db, 'system', system, { lastLog }));
      stored.push((await store.read((db) => selectBy(db, 'system', { id: system })))?.['lastLog']);
    }
    expect(stored).toEqual(texts);
  });

  /** Small, and the same in each run. */
  const chance = (seed: number) => () => (seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31) / 2 ** 31;

  test.each([1, 2, 3])(
    'what is moved between rows in every way, by jobs of which some fail, adds up (%i)',
    async (seed) => {
      const random = chance(seed);
      const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
      const expected = systems.map(() => 0);
      const written: Promise<void>[] = [];
      const move = (from: number, to: number, rows: number, how: number) => async (db: Db) => {
        const ids = [systems[from] ?? '', systems[to] ?? ''];
        await add(db, ids[0] ?? '', -rows);
        if (how === 1)
          await db
            .updateTable('system')
            .set({ lastLog: 'else' })
            .where('id', '=', ids[1] ?? '')
            .execute();
        await add(db, ids[1] ?? '', rows);
        if (how === 2) await insertRow(db, 'backup', backup(ids[0] ?? '', String(rows % 5)), { once: true });
        if (how === 3) throw new Error('no');
        if (how === 4) await updateRow(db, 'system', ids[0] ?? '', { retention: 'of nobody' });
      };
      // PostgreSQL has a transaction of each.
      for (let index = 0; index < (engine === 'sqlite' ? 300 : 30); index += 1) {
        const [from, to] = [pick([0, 1, 2, 3, 4, 5]), pick([0, 1, 2, 3, 4, 5])];
        if (from === to) continue;
        const [rows, how] = [index, pick([0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4])];
        const fails = how > 2;
        if (!fails) {
          expected[from] = (expected[from] ?? 0) - rows;
          expected[to] = (expected[to] ?? 0) + rows;
        }
        const done = store.write(move(from, to, rows, how));
        written.push(fails ? expect(done).rejects.toThrow() : done);
        if (random() < 0.2) await turn();
        // Each deadlock takes a second to be found: thirty at once wait too long for a connection.
        if (engine === 'postgres' && index % 6 === 5) await Promise.allSettled(written);
      }
      await Promise.all(written);
      expect(await sizes()).toEqual(expected);
    },
  );
});
