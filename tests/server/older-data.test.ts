// A data folder of an earlier version: restored, migrated, served, with every record and secret still in it.
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SendFault } from '#contract/cause.ts';
import { holdToKeys, keysIn } from '#server/keys.ts';
import { restoreBackup } from '#server/own-data/restore.ts';
import { anyTables } from '#server/db/engine.ts';
import { everyCall, makeOverHttp } from '#tests/contract-calls.ts';
import { PASSWORD } from '#tests/cast.ts';
import { makeGround, type Ground } from '#tests/test-database.ts';
import { Browser, Clock, databases, startServer, type Engine, type Running } from '#tests/world.ts';

/** Written by tests/write-data-folder.ts when 0037 was the last migration, and not changed since. */
const FOLDER = '../fixtures/data-0037';
/** Some minutes after its last write, before anything in it is due. Signing in adds an activity of this moment. */
const AFTERWARDS = '2026-11-21T03:05:00.000Z';

const unpacked = (name: string): Buffer => gunzipSync(readFileSync(resolve(import.meta.dirname, FOLDER, `${name}.gz`)));

async function restore(engine: Engine, ground: Ground): Promise<void> {
  const file = join(ground.folder, 'own.db');
  writeFileSync(file, unpacked(`${engine}.db`));
  const database = engine === 'sqlite' ? join(ground.folder, 'backwatch.db') : null;
  restoreBackup(file, { folder: ground.folder, database, environment: {} });
  if (!ground.databaseUrl) return;
  const client = new pg.Client({ connectionString: ground.databaseUrl });
  await client.connect();
  await client.query(unpacked('postgres.sql').toString()).finally(() => client.end());
}

/** Rows by table, before a server changes anything. Tables that later versions add are empty. */
async function countRows(ground: Ground): Promise<Record<string, number>> {
  const store = ground.openStore();
  await store.migrate();
  const counts = await store.read(async (db) => {
    const found: Record<string, number> = {};
    for (const { name } of await db.introspection.getTables())
      found[name] = (
        await anyTables(db)
          .selectFrom(name)
          .select((eb) => eb.lit(1).as('row'))
          .execute()
      ).length;
    return found;
  });
  await store.close();
  return Object.fromEntries(
    Object.entries(counts)
      .filter(([name, count]) => name !== 'migration' && count > 0)
      .toSorted(),
  );
}

/** Failures as earlier versions wrote them. */
async function addTexts(ground: Ground): Promise<void> {
  const store = ground.openStore();
  await store.write(async (db) => {
    await anyTables(db).updateTable('delivery').set({ detail: 'HTTP 503: "busy"' }).execute();
    await anyTables(db).updateTable('device').set({ lastError: 'no longer needed' }).execute();
  });
  await store.close();
}

describe.each(databases)('data of 0037 on %s', (engine) => {
  let ground: Ground;
  let running: Running;
  let rows: Record<string, number>;
  const alice = {} as { ask: Browser['ask'] };
  beforeAll(async () => {
    ground = await makeGround(engine);
    await restore(engine, ground);
    await addTexts(ground);
    rows = await countRows(ground);
    const store = ground.openStore();
    await holdToKeys(store, keysIn(ground.folder));
    await store.close();
    running = await startServer(ground, { clock: new Clock(AFTERWARDS) });
    const browser = new Browser(running.origin);
    await browser.ask('GET', '/api/auth/check-user');
    const signedIn = await browser.ask('POST', '/api/auth/login', { email: 'alice@example.com', password: PASSWORD });
    expect(signedIn.status).toBe(200);
    alice.ask = (method, path, body, headers) => browser.ask(method, `/api${path}`, body, headers);
  });
  afterAll(async () => {
    await running.close();
    await ground.gone();
  });

  test('every table has the rows that it had', async () => {
    await expect(`${JSON.stringify(rows, null, 1)}\n`).toMatchFileSnapshot(`${FOLDER}/rows-${engine}.json`);
  });

  test('every list shows the records that it showed', async () => {
    const acme = (await alice.ask('GET', '/system?name=Acme files')).body[0].id;
    const lines: string[] = [];
    // The session that asks is a new one.
    for (const declared of everyCall.filter(({ call, noun }) => call.list && noun !== 'session')) {
      const inPath = declared.call.path.includes(':system') ? { system: acme } : {};
      const answer = await makeOverHttp({ ask: alice.ask, line: noLine }, declared, { ...inPath, limit: 1000 });
      lines.push(`${declared.id}: ${answer.status}, ${answer.headers['x-total-count']} records`);
      const earlier = answer.body.filter(({ createdAt }: { createdAt?: string }) => createdAt !== AFTERWARDS);
      lines.push(...earlier.map((record: object) => JSON.stringify(record)));
    }
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(`${FOLDER}/lists-${engine}.txt`);
  });

  test('failures that were texts are read as the words of others', async () => {
    const stored = ground.openStore();
    const [deliveries, devices] = await stored.read(async (db) => [
      await db.selectFrom('delivery').select('detail').where('detail', 'is not', null).execute(),
      await anyTables(db).selectFrom('device').select('lastError').where('lastError', 'is not', null).execute(),
    ]);
    await stored.close();
    const read = (text: unknown) => SendFault.parse(JSON.parse(String(text)));
    const faults = deliveries.map(({ detail }) => read(detail));
    expect(faults).toContainEqual({ code: 'other', status: null, text: 'HTTP 503: "busy"' });
    expect(devices.map(({ lastError }) => read(lastError).code)).toContain('unneeded');
  });

  test('what was encrypted is read: a client reports with its key', async () => {
    const organization = (await alice.ask('GET', '/organization?name=Acme')).body[0].id;
    const { key } = (await alice.ask('GET', `/organization/${organization}/get-client-key`)).body;
    const system = (await alice.ask('GET', '/system?name=Acme files')).body[0].id;
    const client = new Browser(running.origin, { authorization: `Bearer ${key}`, 'x-client-instance': 'rosie' });
    const report = { system, event: 'success', at: running.clock.now(), file: 'later.zip', size: 7 };
    expect((await client.ask('POST', '/api/client/report', report)).status).toBe(200);
    expect((await alice.ask('GET', `/backup?system=${system}&file=later.zip`)).body).toHaveLength(1);
    expect(running.log.failures).toEqual([]);
  });
});

const noLine = () => Promise.reject(new Error('No socket is opened here.'));
