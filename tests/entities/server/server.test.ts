// The server as its administrators see it: its facts, its tests, its own copies, and no secret.
import { afterEach, describe, expect, test } from 'vitest';
import { settingsAsRead } from '#server/settings-read.ts';
import type { DatabaseCopy, DatabaseFile } from '#server/ports/database-file.ts';
import { StorageError } from '#server/ports/storage.ts';
import { openMemoryStorage } from '#server/ports/storage-memory.ts';
import { fresh } from '#tests/samples.ts';
import { databases, makeWorld, MINUTE, type RecordingMail, type World, type WorldOptions } from '#tests/world.ts';
import { allTables } from '#tests/all-tables.ts';

const PASSWORD = 'a-secret-of-the-mail-server';

describe.each(databases)('the server on %s', (engine) => {
  let world: World;
  const make = async (more: WorldOptions = {}) => (world = await makeWorld(engine, more));
  afterEach(() => world.close());

  const facts = async () => (await world.alice.ask('GET', '/server')).body;
  const run = async (part: string) => (await world.alice.ask('POST', '/server/test', { part })).body.tests[part];

  test('tells its version, database, disk and queues', async () => {
    await make();
    const { organization } = world.acme;
    await world.alice.ask('POST', '/system', { name: 'ledger-01', organization, schedule: world.schedule });
    const { stamp, version, database, disk, queues, servers, copies, troubles } = await facts();
    expect({ stamp, version, servers, troubles, engine: database.engine }).toEqual({
      stamp: '2019 0615 0900',
      version: 'test',
      servers: 1,
      troubles: [],
      engine,
    });
    expect(database.bytes).toBeGreaterThan(100_000);
    expect(disk.free).toBeGreaterThan(0);
    expect(disk.size).toBeGreaterThanOrEqual(disk.free);
    expect(queues.mails).toEqual({ count: 0, nextAt: null });
    expect(queues.deadlines).toMatchObject({ count: expect.any(Number), system: { name: expect.any(String) } });
    expect(queues.deadlines.count).toBeGreaterThan(0);
    expect(copies).toBeNull();
  });

  test('is hidden from a person without all organizations, and from one who may not change users', async () => {
    await make();
    const calls = [
      ['GET', '/server'],
      ['POST', '/server/copy'],
      ['POST', '/server/test'],
    ] as const;
    for (const who of [world.bob, world.charlie])
      for (const [method, path] of calls)
        expect((await who.ask(method, path, method === 'POST' ? { part: 'store' } : undefined)).status).toBe(403);
    await world.server.jobContext.write((unit) => unit.update('user', world.alice.id, { allOrganizations: false }));
    expect((await world.alice.ask('GET', '/server')).status).toBe(403);
  });

  test('sends a test mail to the administrator who asks', async () => {
    await make();
    expect(await run('mail')).toMatchObject({ state: 'ok', at: world.clock.now() });
    expect((world.mail as RecordingMail).sent.at(-1)).toMatchObject({ to: 'alice@example.com', subject: 'Test email' });
    expect((await facts()).tests.mail.state).toBe('ok');
  });

  test('says why a mail did not leave, and that one only lies here', async () => {
    const mail = {
      sends: true,
      send: async () => ({ result: 'retry' as const, detail: 'connection refused' }),
      close() {},
    };
    await make({ mail });
    expect(await run('mail')).toMatchObject({
      state: 'failed',
      fault: { code: 'unanswered', status: null, text: 'connection refused' },
    });
    mail.send = () => Promise.reject(new Error('no memory'));
    expect(await run('mail')).toMatchObject({ state: 'failed', fault: { code: 'unsent' } });
    mail.send = async () => ({ result: 'kept' as never, detail: 'in a file' });
    expect(await run('mail')).toMatchObject({ state: 'kept' });
  });

  test('stores, reads and removes what it tests the store with', async () => {
    await make();
    expect(await run('store')).toMatchObject({ state: 'ok', detail: '', fault: null });
    const left = [];
    for await (const { key } of world.storage.list('')) left.push(key);
    expect(left.filter((key) => key.startsWith('backwatch-test'))).toEqual([]);
  });

  test('says what the store answered', async () => {
    const storage = openMemoryStorage(() => '2026-11-21T03:00:00.000Z');
    storage.putStream = () => Promise.reject(new StorageError('E_DISK_FULL', 'The disk of the store is full.'));
    await make({ storage });
    expect(await run('store')).toMatchObject({ state: 'failed', fault: { code: 'storeFull' } });
  });

  test('a push counts once a device has shown it, and fails where none does within a minute', async () => {
    await make();
    expect(await run('push')).toMatchObject({ state: 'noDevice' });
    await fresh.device(world, 'Pixel');
    expect(await run('push')).toMatchObject({ state: 'waiting', took: null });
    await world.settle();
    world.clock.advance(MINUTE + 1);
    expect((await facts()).tests.push).toMatchObject({ state: 'failed', fault: { code: 'notShown' } });
    await run('push');
    await world.settle();
    world.clock.advance(900);
    await world.server.jobContext.write((unit) =>
      allTables(unit).updateTable('delivery').set({ shownAt: unit.now }).where('stage', '=', 'test').execute(),
    );
    expect((await facts()).tests.push).toMatchObject({ state: 'ok', detail: 'Phone Pixel', took: 900 });
  });

  test('copies its database when asked to, once', async () => {
    const made: string[] = [];
    let copies: DatabaseCopy[] = [];
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const databaseFile: DatabaseFile = {
      endedUncleanly: false,
      check: async () => [],
      copies: async () => copies,
      async copy(name) {
        await released;
        made.push(name);
        copies = [{ name, at: Date.parse(world.clock.now()), bytes: 4096 }];
      },
      remove: async () => undefined,
      room: async () => ({ bytes: 4096, free: 10 ** 9 }),
      close: () => undefined,
    };
    await make({ databaseFile });
    expect((await facts()).copies).toMatchObject({ running: false, count: 0, last: null });
    expect((await world.alice.ask('POST', '/server/copy')).body.copies.running).toBe(true);
    expect((await facts()).copies.running).toBe(true);
    release();
    await world.settle();
    expect(made).toEqual(['backwatch-2026-11-21.db']);
    const { copies: after, database } = await facts();
    expect(after).toMatchObject({
      running: false,
      count: 1,
      last: { at: world.clock.now(), bytes: 4096 },
      failure: null,
    });
    expect(database.check).toEqual({ at: world.clock.now(), isSound: true });
  });

  test('says why a copy failed', async () => {
    const fails: DatabaseFile = {
      endedUncleanly: false,
      check: async () => [],
      copies: async () => [],
      copy: () => Promise.reject(new Error('No space left.')),
      remove: async () => undefined,
      room: async () => ({ bytes: 4096, free: 10 ** 9 }),
      close: () => undefined,
    };
    await make({ databaseFile: fails });
    await world.alice.ask('POST', '/server/copy');
    await world.settle();
    expect((await facts()).copies).toMatchObject({
      running: false,
      failure: { code: 'foreign', text: 'No space left.' },
    });
    world.log.failures.length = 0;
  });

  test('refuses a copy where the database is no file of its machine', async () => {
    await make();
    expect((await world.alice.ask('POST', '/server/copy')).status).toBe(404);
  });
});

describe('the settings as read', () => {
  const read = (environment: Record<string, string>, dotenv: string[] = []) =>
    Object.fromEntries(settingsAsRead(environment, new Set(dotenv)).map(({ name, ...rest }) => [name, rest]));

  test('name where each came from', () => {
    const found = read({ PORT: '80', HOST: '::', SMTP_URL_FILE: '/run/secrets/smtp' }, ['HOST']);
    expect(found['PORT']).toEqual({ value: '80', isSecret: false, source: 'environment' });
    expect(found['HOST']).toEqual({ value: '::', isSecret: false, source: 'dotenv' });
    expect(found['SMTP_URL']).toEqual({ value: null, isSecret: true, source: 'file' });
    expect(found['SESSION_SECRET']).toEqual({ value: null, isSecret: true, source: 'keys' });
    expect(found['REMIND_AFTER_MINUTES']).toEqual({ value: '15', isSecret: false, source: 'default' });
    expect(found['TRUST_PROXY']).toEqual({ value: '0', isSecret: false, source: 'default' });
    expect(found['OIDC_ISSUER']).toEqual({ value: null, isSecret: false, source: 'default' });
  });

  test('never hold a secret', () => {
    const secrets = ['DATABASE_URL', 'ADMIN_PASSWORD', 'SMTP_URL', 'OIDC_CLIENT_SECRET', 'SESSION_SECRET'];
    const more = ['ENCRYPTION_KEY', 'SIGNING_KEY', 'VAPID_PRIVATE_KEY', 'HEARTBEAT_URL'];
    const all = [...secrets, ...more];
    const found = settingsAsRead(Object.fromEntries(all.map((name) => [name, PASSWORD])), new Set());
    expect(JSON.stringify(found)).not.toContain(PASSWORD);
    expect(found.filter(({ isSecret }) => isSecret).map(({ name }) => name)).toEqual(expect.arrayContaining(all));
  });
});
