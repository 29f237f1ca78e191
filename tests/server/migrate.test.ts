// Migrations: from nothing, again, at once from two nodes, and never backwards.
import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import { EDITED } from '#server/db/migrations/0021-edited-at.ts';
import { tables } from '#server/registry.ts';
import { anyTables } from '#server/db/engine.ts';
import { databases, type Engine } from '#tests/world.ts';
import type { Action } from '#contract/define.ts';
import { toJson } from '#server/query/columns.ts';
import { makeGround, type Ground } from '#tests/test-database.ts';

const MIGRATIONS = readdirSync(resolve(import.meta.dirname, '../../src/server/db/migrations')).length;
const grounds: Ground[] = [];
afterEach(async () => {
  for (const ground of grounds.splice(0)) await ground.gone();
});
async function groundOf(engine: Engine): Promise<Ground> {
  const ground = await makeGround(engine);
  grounds.push(ground);
  return ground;
}

describe.each(databases)('migrations on %s', (engine) => {
  test('an empty database gets every table that the program knows, with every column', async () => {
    const store = (await groundOf(engine)).openStore();
    await store.migrate();
    for (const { noun, columns } of tables.values()) {
      if (noun === 'permission') continue;
      await store.read((db) => anyTables(db).selectFrom(noun).select(Object.keys(columns)).execute());
    }
    expect(await store.read((db) => db.selectFrom('migration').selectAll().execute())).toHaveLength(MIGRATIONS);
    await store.close();
  });

  test('a second start finds nothing to do and keeps what is there', async () => {
    const ground = await groundOf(engine);
    const at = '2026-11-21T03:00:00.000Z';
    for (const _start of [1, 2]) {
      const store = ground.openStore();
      await store.migrate();
      await store.write((db) =>
        db
          .insertInto('idempotency_key')
          .values({
            id: `key-${_start}`,
            user: 'x',
            answer: toJson({ outcome: 'done', by: null }),
            createdAt: at,
            updatedAt: at,
          })
          .execute(),
      );
      expect(await store.read((db) => db.selectFrom('idempotency_key').selectAll().execute())).toHaveLength(_start);
      await store.close();
    }
  });

  // On SQLite one process has the folder: src/server/lock.ts sees to it.
  test.runIf(engine === 'postgres')('two nodes that start at once migrate once', async () => {
    const ground = await groundOf(engine);
    const stores = [ground.openStore(), ground.openStore()];
    await Promise.all(stores.map((store) => store.migrate()));
    expect(await stores[0]!.read((db) => db.selectFrom('migration').selectAll().execute())).toHaveLength(MIGRATIONS);
    await Promise.all(stores.map((store) => store.close()));
  });

  test('records of before editedAt were last edited when they were last updated, by nobody known', async () => {
    const store = (await groundOf(engine)).openStore();
    await store.migrate();
    const [createdAt, updatedAt] = ['2026-11-21T03:00:00.000Z', '2026-11-21T04:00:00.000Z'];
    await store.write(async (db) => {
      for (const table of EDITED)
        for (const column of ['editedAt', 'editedBy']) await db.schema.alterTable(table).dropColumn(column).execute();
      await db.deleteFrom('migration').where('name', '=', '0021-edited-at').execute();
      const group = { id: 'g', name: 'Group', permissions: '[]', createdAt, updatedAt };
      await anyTables(db).insertInto('group').values(group).execute();
    });
    await store.migrate();
    const [group] = await store.read((db) => db.selectFrom('group').selectAll().execute());
    expect([group?.['editedAt'], group?.['editedBy']]).toEqual([updatedAt, null]);
    const writable = [...tables.values()].filter(({ columns }) => 'editedAt' in columns).map(({ noun }) => noun);
    expect(EDITED.toSorted()).toEqual(writable.toSorted());
    await store.close();
  });

  test('groups of before keep what reading backups and updating systems gave them', async () => {
    const store = (await groundOf(engine)).openStore();
    await store.migrate();
    const at = '2026-11-21T03:00:00.000Z';
    const grants = (...held: [model: string, action: Action][]) =>
      toJson(held.map(([model, action]) => ({ model, action })));
    await store.write(async (db) => {
      await db.deleteFrom('migration').where('name', '=', '0024-download-and-keys').execute();
      const groups = {
        Engineers: grants(['system', 'update'], ['backup', 'read'], ['organization', 'update']),
        'On-call': grants(['system', 'update'], ['backup', 'read']),
        Viewers: grants(['backup', 'read']),
        Readers: grants(['backup', 'readAll'], ['system', 'read']),
      };
      for (const [name, permissions] of Object.entries(groups))
        await db
          .insertInto('group')
          .values({ id: name, name, permissions, createdAt: at, updatedAt: at, editedAt: at })
          .execute();
    });
    await store.migrate();
    const rows = await store.read((db) => db.selectFrom('group').selectAll().orderBy('id').execute());
    const added = rows.map(({ name, permissions }) => [
      name,
      (JSON.parse(String(permissions)) as { model: string; action: string }[])
        .map(({ model, action }) => `${model}.${action}`)
        .filter((id) => /download|readKey/.test(id)),
    ]);
    expect(Object.fromEntries(added)).toEqual({
      Engineers: ['backup.download', 'system.readKey', 'organization.readKey'],
      'On-call': ['backup.download'],
      Viewers: [],
      Readers: ['backup.download'],
    });
    await store.close();
  });

  test('a database of a newer program is refused in plain words, and left as it is', async () => {
    const ground = await groundOf(engine);
    const store = ground.openStore();
    await store.migrate();
    await store.write((db) => db.insertInto('migration').values({ name: '9999-later', appliedAt: '2026' }).execute());
    await expect(store.migrate()).rejects.toThrow(/9999-later.*newer Backwatch/);
    await store.close();
  });

  test.runIf(engine === 'postgres')(
    'connections that the database ends are opened anew, and end nothing else',
    async () => {
      const store = (await groundOf(engine)).openStore();
      await store.migrate();
      const end = sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`;
      const read = () => store.read((db) => db.selectFrom('migration').selectAll().execute());
      await Promise.all([read(), read(), read()]);
      await store.read((db) => end.execute(db));
      await expect
        .poll(
          () =>
            read().then(
              (rows) => rows.length,
              () => 0,
            ),
          { timeout: 20_000 },
        )
        .toBe(MIGRATIONS);
      await store.close();
    },
  );

  test('a write that fails leaves nothing, and takes no other write with it', async () => {
    const store = (await groundOf(engine)).openStore();
    await store.migrate();
    const row = (id: string) => ({
      id,
      user: 'x',
      answer: toJson({ outcome: 'done' as const, by: null }),
      createdAt: 'x',
      updatedAt: 'x',
    });
    const outcomes = await Promise.allSettled([
      store.write((db) => db.insertInto('idempotency_key').values(row('one')).execute()),
      store.write(async (db) => {
        await db.insertInto('idempotency_key').values(row('two')).execute();
        throw new Error('changed my mind');
      }),
      store.write((db) => db.insertInto('idempotency_key').values(row('three')).execute()),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    const ids = await store.read((db) => db.selectFrom('idempotency_key').select('id').orderBy('id').execute());
    expect(ids.map(({ id }) => id)).toEqual(['one', 'three']);
    await store.close();
  });
});
