// The end of a server in the middle of its work, the copy of its database, and what it says where the database is away.
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import Database from 'libsql';
import { afterEach, describe, expect, test } from 'vitest';
import { firstAdministrator } from '#server/first-administrator.ts';
import type { Store } from '#server/db/engine.ts';
import { makeGround, type Ground } from '#tests/test-database.ts';
import { databases, makeWorldOn, startServer, type World } from '#tests/world.ts';

describe.each(databases)('on %s', (engine) => {
  let ground: Ground | null = null;
  afterEach(async () => {
    await ground?.gone();
    ground = null;
  });
  const report = (world: World, file: string) =>
    world.rosie.ask('POST', '/client/report', {
      system: world.acme.system,
      event: 'success',
      at: world.clock.now(),
      file,
      size: 1,
    });

  test('whatever is stored when the server ends has been answered', async () => {
    const made = (ground = await makeGround(engine));
    // On a slow machine an answer comes a while after the commit.
    const openStore = (): Store => {
      const store = made.openStore();
      return { ...store, write: (work) => store.write(work).then((done) => wait(50).then(() => done)) };
    };
    // How long that takes depends on the machine, and is not what this is about.
    const world = await makeWorldOn({ ...made, openStore }, { bounds: { endMs: 60_000 } });
    const answered = new Set<string>();
    const line = await world.rosie.line();
    const overSocket = (file: string) =>
      line.ask('POST', '/api/client/report', {
        system: world.acme.system,
        event: 'success',
        at: world.clock.now(),
        file,
        size: 1,
      });
    const hand = async (name: string, ask: (file: string) => Promise<{ status: number }>) => {
      for (let count = 0; ; count += 1) {
        const file = `${name}-${count}`;
        const answer = await ask(file).catch(() => null);
        if (answer?.status !== 200) return answer?.status ?? 0;
        answered.add(file);
      }
    };
    // On PostgreSQL those who write of one system wait for each other.
    const length = engine === 'sqlite' ? 40 : 5;
    const hands = [
      ...Array.from({ length }, (_, index) => hand(`http${index}`, (file) => report(world, file))),
      ...Array.from({ length }, (_, index) => hand(`socket${index}`, overSocket)),
    ];
    await expect.poll(() => answered.size, { timeout: 60_000 }).toBeGreaterThan(2 * length);
    await world.server.close();
    world.leave();
    const ends = await Promise.all(hands);
    expect(ends.filter((status) => status !== 0 && status !== 503)).toEqual([]);
    const store = ground.openStore();
    const rows = await store.read((db) => db.selectFrom('backup').select('file').execute());
    await store.close();
    const unanswered = rows
      .map(({ file }) => String(file))
      .filter((file) => /^(http|socket)/.test(file) && !answered.has(file));
    expect(unanswered).toEqual([]);
    expect(rows.length).toBeGreaterThanOrEqual(answered.size);
  });

  test.skipIf(engine === 'postgres')('a copy of the one file has all that was written', async () => {
    ground = await makeGround(engine);
    const world = await makeWorldOn(ground);
    await report(world, 'last.zip');
    world.leave();
    await world.server.close();
    const copy = join(ground.folder, 'copy.db');
    copyFileSync(join(ground.folder, 'backwatch.db'), copy);
    const database = new Database(copy);
    expect(database.prepare(`select count(*) as n from backup where file = 'last.zip'`).get()).toMatchObject({ n: 1 });
    database.close();
  });

  test.skipIf(engine === 'postgres')('a database whose tables another connection changed is closed', async () => {
    ground = await makeGround(engine);
    const [idle, other] = [ground.openStore(), ground.openStore()];
    await other.migrate();
    await idle.close();
    await other.close();
  });

  test('a database that is away is told as such, with a moment to come again', async () => {
    const made = (ground = await makeGround(engine));
    let away: Error | null = null;
    const openStore = (): Store => {
      const store = made.openStore();
      return { ...store, read: (work) => (away ? Promise.reject(away) : store.read(work)) };
    };
    const world = await makeWorldOn({ ...made, openStore });
    const line = await world.alice.line();
    for (const [message, code] of [
      ['connect ECONNREFUSED 127.0.0.1:5432', 'ECONNREFUSED'],
      ['terminating connection due to administrator command', '57P01'],
      ['Connection terminated unexpectedly', undefined],
      ['database is locked', 'SQLITE_BUSY'],
    ] as const) {
      away = Object.assign(new Error(message), { code });
      const [http, socket] = [await world.alice.ask('GET', '/system'), await line.ask('GET', '/api/system')];
      for (const { status, body, headers } of [http, socket])
        expect([message, status, body.code, headers['retry-after']]).toEqual([message, 503, 'E_UNAVAILABLE', '5']);
    }
    away = null;
    expect((await world.alice.ask('GET', '/system')).status).toBe(200);
    world.leave();
    await world.server.close();
  });

  test('of two servers that start at once on an empty database both go on, with one administrator', async () => {
    ground = await makeGround(engine);
    const servers = [await startServer(ground), await startServer(ground)];
    await Promise.all(
      servers.map(({ server }) => firstAdministrator(server, 'Alice@example.com', 'correct-horse-battery')),
    );
    const people = await servers[0]?.store.read((db) => db.selectFrom('user').select('email').execute());
    expect(people).toEqual([{ email: 'alice@example.com' }]);
    for (const { server } of servers) await server.close();
  });
});
