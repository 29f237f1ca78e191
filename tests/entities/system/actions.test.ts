// Looking after systems: what retention would remove, removing a backup, what is in trouble, what is not what it should be.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fresh } from '#tests/samples.ts';
import { freshNouns } from '#tests/samples-nouns.ts';
import { DAY, HOUR, databases, makeWorld, type World } from '#tests/world.ts';

describe.each(databases)('the care of systems on %s', (engine) => {
  let world: World;
  let made = 0;
  beforeAll(async () => {
    world = await makeWorld(engine);
  });
  afterAll(() => world.close());

  const read = async (id: string) => (await world.alice.ask('GET', `/system/${id}`)).body;
  const purge = async (id: string) => (await world.bob.ask('GET', `/system/${id}/purge`)).body;
  const report = (system: string, ago: number, file: string, size = 10) =>
    world.rosie.ask('POST', '/client/report', { system, event: 'success', at: world.clock.in(-ago), file, size });
  const followed = async (values: object) => {
    const retention = await world.alice.ask('POST', '/retention', { name: `Kept ${(made += 1)}`, ...values });
    return String(retention.body.id);
  };
  /** A file of a system, stored and reported `ago`. */
  async function store(system: string, ago: number, name: string, content: string): Promise<string> {
    const date = world.clock.in(-ago);
    const { body } = await world.alice.ask('GET', `/system/${system}/get-upload-keys?name=${name}&date=${date}`);
    await fetch(`${world.origin}${body.url}`, { method: 'PUT', body: content });
    const notified = await world.alice.ask(
      'GET',
      `/backup/notify?system=${system}&date=${date}&key=${encodeURIComponent(body.key)}`,
    );
    expect(notified.status).toBe(200);
    return String(body.key);
  }

  test('a system without a retention keeps everything', async () => {
    const system = await fresh.system(world, 'keeps-all');
    for (const day of [1, 2, 3]) await report(system, day * DAY, `dump-${day}.sql`);
    expect(await purge(system)).toEqual({ purgeList: [], purgeSize: 0, keepSize: 30, keepCount: 3 });
    expect(await read(system)).toMatchObject({ retention: null, purgeList: [], purgeSize: 0, keepSize: 30 });
  });

  test('what retention would remove is worked out when the system begins to follow it, and noted', async () => {
    const system = await fresh.system(world, 'follows');
    for (const day of [1, 2, 3, 4]) await report(system, day * DAY, `dump-${day}.sql`);
    const retention = await followed({ days: 2 });
    const { body } = await world.bob.ask('PATCH', `/system/${system}`, { retention });
    expect(body.retention).toEqual({ id: retention, name: expect.stringMatching(/^Kept/) });
    expect([body.purgeSize, body.keepSize]).toEqual([20, 20]);
    expect(body.purgeList.map(({ file }: any) => file)).toEqual(['dump-4.sql', 'dump-3.sql']);
    expect((await purge(system)).purgeList).toEqual(body.purgeList);
    expect((await world.alice.ask('GET', `/backup?system=${system}`)).body).toHaveLength(4);
  });

  test('a change of the retention is worked out for all who follow it', async () => {
    const retention = await followed({ days: 1 });
    const system = await fresh.system(world, 'changes');
    for (const day of [1, 2, 3]) await report(system, day * DAY, `dump-${day}.sql`);
    await world.alice.ask('PATCH', `/system/${system}`, { retention });
    expect((await read(system)).purgeSize).toBe(20);
    const changed = await world.alice.ask('PATCH', `/retention/${retention}`, { days: 3 });
    expect([changed.body.systems, (await read(system)).purgeSize]).toEqual([1, 0]);
    expect((await world.alice.ask('DELETE', `/retention/${retention}`)).body.code).toBe('E_IN_USE');
  });

  test('two files of each night are two series, by the name that the fileset reads or by what numbers leave', async () => {
    const system = await fresh.system(world, 'series');
    const retention = await followed({ days: 1 });
    await world.alice.ask('PATCH', `/system/${system}`, { retention });
    for (const day of [1, 2])
      for (const of of ['shop', 'mail']) await report(system, day * DAY, `${of}-2026112${day}.zip`);
    const { purgeList, keepCount } = await purge(system);
    expect([purgeList.map(({ file }: any) => file).toSorted(), keepCount]).toEqual([
      ['mail-20261122.zip', 'shop-20261122.zip'],
      2,
    ]);
  });

  test('days are those of the organization: one night in Berlin is two days of UTC', async () => {
    // 23:30 and 00:30 of UTC are 00:30 and 01:30 of one day in Berlin.
    const system = await fresh.system(world, 'berlin');
    await world.alice.ask('PATCH', `/system/${system}`, { retention: await followed({ days: 5 }) });
    for (const ago of [2.5 * HOUR, 3.5 * HOUR]) await report(system, ago, 'dump.sql');
    expect((await purge(system)).purgeList).toHaveLength(1);
  });

  test('purge needs the right to change the system, and the anti-forgery header', async () => {
    const path = `/system/${world.acme.system}/purge`;
    expect((await world.charlie.ask('GET', path)).status).toBe(403);
    expect((await world.bob.ask('GET', path, undefined, { 'x-xsrf-token': '' })).body.code).toBe('E_CSRF');
    expect((await world.dave.ask('GET', path)).status).toBe(404);
  });

  test('a backup that is removed is gone from the store, and the one before it is the last', async () => {
    const system = await fresh.system(world, 'removes');
    await store(system, 2 * DAY, 'older.zip', 'older');
    const key = await store(system, HOUR, 'newer.zip', 'newer');
    const before = await read(system);
    const path = `/system/${system}/delete-backup`;
    expect((await world.dave.ask('DELETE', path, { key })).status).toBe(404);
    expect((await world.bob.ask('DELETE', `/system/${world.acme.system}/delete-backup`, { key })).status).toBe(404);
    const removed = await world.bob.ask('DELETE', `${path}?key=${encodeURIComponent(key)}`);
    expect([removed.status, removed.body.key]).toEqual([200, key]);
    expect(await world.storage.stat(key)).toBeNull();
    const after = await read(system);
    expect([before.health, before.lastBackupSize, after.lastBackupSize]).toEqual(['ok', 5, 5]);
    expect([after.lastBackup, after.health]).toEqual([world.clock.in(-2 * DAY), 'overdue']);
    expect((await world.bob.ask('DELETE', path, { key })).status).toBe(404);
  });

  test('without its only backup a system is not shown as fine for long', async () => {
    const system = await fresh.system(world, 'only');
    const key = await store(system, HOUR, 'only.zip', 'content');
    await world.bob.ask('DELETE', `/system/${system}/delete-backup`, { key });
    expect(await read(system)).toMatchObject({ lastBackup: null, lastBackupSize: null, lastBackupStatus: 'never' });
  });

  test('stored backups are distinguished from those that should be', async () => {
    const wrong = async (name: string, backupContent: string, content: string) => {
      const system = await fresh.system(world, name);
      await world.alice.ask('PATCH', `/system/${system}`, { backupContent });
      await store(system, HOUR, 'file.bin', content);
      return system;
    };
    const page = await wrong('kind-page', 'files', '<!DOCTYPE html><title>502</title>');
    const dump = await wrong('kind-dump', 'image', 'PGDMP\x01');
    await wrong('kind-fine', 'database', 'PGDMP\x01');
    const gone = await wrong('kind-gone', 'files', 'text');
    const [{ key }] = (await world.alice.ask('GET', `/backup?system=${gone}`)).body;
    await world.storage.remove(key);
    const found = (await world.bob.ask('GET', '/system/backup-kind-check')).body;
    const foundBySystem = Object.fromEntries(found.map((one: any) => [one.id, one.found]));
    expect(foundBySystem).toEqual({ [page]: 'page', [dump]: 'database', [gone]: 'missing' });
    expect(found[0].organization).toEqual({ id: world.acme.organization, name: 'Acme' });
    expect((await world.dave.ask('GET', '/system/backup-kind-check')).body).toEqual([]);
  });

  test('the client’s description is forgotten, its key and its history are not', async () => {
    const system = await fresh.system(world, 'forgets');
    await report(system, HOUR, 'dump.sql');
    await world.rosie.ask('POST', '/client/report', { system, event: 'log', at: world.clock.now(), text: 'a line' });
    const key = async () => (await world.alice.ask('GET', `/system/${system}/get-client-key`)).body.key;
    const before = [await key(), (await read(system)).lastLog];
    const { body } = await world.bob.ask('GET', `/system/${system}/clearClientInfo`);
    expect([before[1], body.lastLog, body.clientVersion, body.ip, body.lastConnection]).toEqual([
      'a line',
      null,
      null,
      null,
      null,
    ]);
    expect([await key(), body.lastBackup]).toEqual([before[0], world.clock.in(-HOUR)]);
  });

  test('a client that is connected keeps the time of its connection when its report is forgotten', async () => {
    const system = await fresh.system(world, 'connected');
    const since = world.clock.now();
    const connected = { connected: true, lastConnection: since, ip: '10.0.0.7' };
    await world.server.jobContext.write((unit) => unit.update('system', system, connected));
    const { body } = await world.bob.ask('GET', `/system/${system}/clearClientInfo`);
    expect([body.connected, body.lastConnection, body.ip]).toEqual([true, since, null]);
  });

  test('the address of a Raspberry Pi is set and taken away, and read in small letters', async () => {
    const system = await fresh.system(world, 'pi');
    const { body } = await world.bob.ask('PATCH', `/system/${system}`, {
      rpiMacAddress: 'B8:27:EB:00:00:01',
      hasRpiClient: true,
    });
    expect([body.rpiMacAddress, body.hasRpiClient]).toEqual(['b8:27:eb:00:00:01', true]);
    const none = await world.bob.ask('PATCH', `/system/${system}`, { rpiMacAddress: null, hasRpiClient: false });
    expect([none.body.rpiMacAddress, none.body.hasRpiClient]).toEqual([null, false]);
    expect((await world.bob.ask('PATCH', `/system/${system}`, { rpiMacAddress: 'nonsense' })).status).toBe(400);
  });

  test('the lists of what is in trouble hold exactly those, and take the parameters of lists', async () => {
    await freshNouns.stored(world, 'trouble');
    world.clock.advance(3 * DAY);
    await world.settle();
    const ids = async (path: string) => (await world.bob.ask('GET', path)).body.map(({ id }: any) => id).toSorted();
    const all = (await world.bob.ask('GET', '/system')).body;
    const having = (health: string) =>
      all
        .filter((one: any) => one.health === health)
        .map(({ id }: any) => id)
        .toSorted();
    expect(having('overdue').length * having('notBackedup').length).toBeGreaterThan(0);
    expect(await ids('/system/overdue')).toEqual(having('overdue'));
    expect(await ids('/system/not-backedup')).toEqual(having('notBackedup'));
    expect(await ids('/system/alarms')).toEqual(
      all
        .filter((one: any) => one.alarmed)
        .map(({ id }: any) => id)
        .toSorted(),
    );
    const one = await world.bob.ask('GET', '/system/overdue?limit=1&select=name');
    expect([one.body.length, one.headers['x-total-count']]).toEqual([1, String(having('overdue').length)]);
    expect((await world.bob.ask('GET', `/system/overdue?where={"health":"ok"}`)).body).toEqual([]);
  });

  test('rescanning looks at every system of the asker, and at none else', async () => {
    const [his, hers] = [
      (await world.dave.ask('GET', '/system/rescan-alarms')).body,
      (await world.alice.ask('GET', '/system/rescan-alarms')).body,
    ];
    const all = (await world.alice.ask('GET', '/system')).body;
    expect([his.systems, his.alarmed]).toEqual([1, 1]);
    expect([hers.systems, hers.alarmed]).toEqual([all.length, all.filter((one: any) => one.alarmed).length]);
  });

  test('nothing of all this was a failure of the server', () => expect(world.log.failures).toEqual([]));
});
