// A connection to PostgreSQL whose other end fell silent: what waits on it fails, and the next query opens another.
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { sql } from 'kysely';
import { openPostgres } from '#server/db/postgres/store.ts';
import { outageOf } from '#server/pipeline/outage.ts';
import { makeGround } from '#tests/test-database.ts';
import { databases, makeWorldOn } from '#tests/world.ts';

const SILENCE_MS = 3000;
const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

interface Proxy {
  url: string;
  /** Bytes that passed once are held for ever, as by a network that lost one side; new connections work. */
  silence(): void;
  /** Nothing goes through any more, as before a process that is stopped: connections are taken, and stay silent. */
  freeze(): void;
  thaw(): void;
}

/** Stands before a database. */
async function standBefore(databaseUrl: string): Promise<Proxy> {
  const target = new URL(databaseUrl);
  const pairs = new Set<readonly [Socket, Socket]>();
  let isFrozen = false;
  const server = createServer((here) => {
    const there = connect(`${target.searchParams.get('host')}/.s.PGSQL.5432`);
    for (const [from, to] of [
      [here, there],
      [there, here],
    ] as const) {
      pairs.add([from, to]);
      if (!isFrozen) from.pipe(to);
      from.on('error', () => undefined).on('close', () => to.destroy());
    }
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  ends.push(() => {
    for (const [from] of pairs) from.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const silence = () => pairs.forEach(([from]) => from.unpipe());
  return {
    url: `postgres://postgres@127.0.0.1:${port}${target.pathname}`,
    silence,
    freeze() {
      isFrozen = true;
      silence();
    },
    thaw() {
      isFrozen = false;
      pairs.forEach(([from, to]) => from.pipe(to));
    },
  };
}

describe.runIf(databases.includes('postgres'))('a database that fell silent', () => {
  test('fails what waits for it, and is asked anew over another connection', async () => {
    const ground = await makeGround('postgres');
    ends.push(() => ground.gone());
    const { url, silence } = await standBefore(ground.databaseUrl ?? '');
    const store = openPostgres(url, SILENCE_MS);
    ends.push(() => store.close());
    const read = () => store.read((db) => sql`select 1 as one`.execute(db)).then(({ rows }) => rows);
    const write = () => store.write((db) => sql`select 1 as one`.execute(db)).then(({ rows }) => rows);
    // On a machine that does much else even a healthy connection may be silent for so long.
    const answers = () =>
      expect
        .poll(() => Promise.all([read(), write()]).catch(String), { timeout: 60_000 })
        .toEqual([[{ one: 1 }], [{ one: 1 }]]);
    await answers();
    silence();
    const cut = await Promise.allSettled([read(), write()]);
    // The caller learns that the database is away (503), not that the server failed (500).
    expect(cut.map((end) => end.status === 'rejected' && outageOf(end.reason))).toEqual(['database', 'database']);
    await answers();
  });

  test('tells requests after 5 s when it is frozen, over HTTP and socket; live events go on when it is back', async () => {
    const ground = await makeGround('postgres');
    const proxy = await standBefore(ground.databaseUrl ?? '');
    const world = await makeWorldOn({ ...ground, openStore: () => openPostgres(proxy.url) });
    ends.push(() => world.close());
    const line = await world.alice.line();
    expect((await line.ask('GET', '/api/app/subscribe')).status).toBe(200);
    proxy.freeze();
    const begun = performance.now();
    const answers = await Promise.all([
      world.alice.ask('GET', '/system'),
      line.ask('GET', '/api/system'),
      world.alice.ask('POST', '/organization', { name: 'Frozen' }),
      line.ask('POST', '/api/organization', { name: 'Frozen too' }),
    ]);
    expect(answers.map(({ status, body, headers }) => [status, body.code, headers['retry-after']])).toEqual(
      answers.map(() => [503, 'E_UNAVAILABLE', '5']),
    );
    // A silent connection alone would end after 40 s.
    expect(performance.now() - begun).toBeLessThan(20_000);
    proxy.thaw();
    const back = await world.alice.line();
    await expect.poll(async () => (await back.ask('GET', '/api/app/subscribe')).status, { timeout: 30_000 }).toBe(200);
    const { id } = (await world.alice.ask('POST', '/organization', { name: 'Thawed' })).body;
    await expect
      .poll(() => back.events.some(({ event, payload }) => event === 'organization' && payload.id === id))
      .toBe(true);
  }, 90_000);

  test('is left alone where it is merely slow', async () => {
    const ground = await makeGround('postgres');
    ends.push(() => ground.gone());
    const store = openPostgres(ground.databaseUrl ?? '');
    ends.push(() => store.close());
    const slow = store.read((db) => sql`select 1 as one from pg_sleep(7)`.execute(db));
    expect((await slow).rows).toEqual([{ one: 1 }]);
  }, 30_000);
});
