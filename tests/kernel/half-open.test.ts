// A connection to PostgreSQL whose other end fell silent: what waits on it fails, and the next query opens another.
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { sql } from 'kysely';
import { openPostgres } from '#server/db/postgres.ts';
import { outageOf } from '#server/kernel/outage.ts';
import { makeGround } from '#tests/ground.ts';
import { databases } from '#tests/world.ts';

const SILENCE_MS = 3000;
const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

/** Stands before a database; what it let through once it may hold for ever, as a network does that lost one side. */
async function standBefore(databaseUrl: string): Promise<{ url: string; silence(): void }> {
  const target = new URL(databaseUrl);
  const lines = new Set<Socket>();
  const server = createServer((here) => {
    const there = connect(`${target.searchParams.get('host')}/.s.PGSQL.5432`);
    for (const [from, to] of [
      [here, there],
      [there, here],
    ] as const) {
      lines.add(from);
      from.pipe(to).on('error', () => undefined);
      from.on('close', () => to.destroy());
    }
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  ends.push(() => {
    for (const line of lines) line.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `postgres://postgres@127.0.0.1:${port}${target.pathname}`,
    silence: () => lines.forEach((line) => line.unpipe()),
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
    // The caller is told that the database is away (503), not that the server failed (500).
    expect(cut.map((end) => end.status === 'rejected' && outageOf(end.reason))).toEqual(['database', 'database']);
    await answers();
  });
});
