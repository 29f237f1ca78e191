// Stored files that are lost: a single one is an alarm of its system, a whole store is one alarm without a system.
import { mkdirSync, renameSync, rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { isStoreLost } from '#server/jobs/store-check.ts';
import { fresh, subscription } from '#tests/samples.ts';
import { DAY, HOUR, MINUTE, databases, makeWorld, RecordingPush, type World, type WorldOptions } from '#tests/world.ts';
import { allTables } from '#tests/all-tables.ts';

test('a store is lost where half of the newest files are missing, and more than a few', () => {
  const cases = [
    [0, 0],
    [2, 2],
    [3, 3],
    [3, 6],
    [3, 7],
    [400, 1000],
    [500, 1000],
  ] as const;
  expect(cases.map(([missing, checked]) => isStoreLost(missing, checked))).toEqual([
    false,
    false,
    true,
    true,
    false,
    false,
    true,
  ]);
});

describe.each(databases)('stored files on %s', (engine) => {
  const worlds: World[] = [];
  afterEach(async () => {
    for (const world of worlds.splice(0)) await world.close();
  });

  async function stage(options: WorldOptions = {}) {
    const push = new RecordingPush();
    const world = await makeWorld(engine, { push, ...options });
    worlds.push(world);
    await world.alice.ask('PUT', '/push/subscription', subscription('alice'));
    await world.bob.ask('PUT', '/push/subscription', subscription('bob'));
    const folder = join(world.ground.folder, 'store');
    const pathOf = (key: string) => join(folder, 'objects', key);
    /** A file of a system, as its client stores it. */
    const store = async (system: string, name: string, content: string = name) => {
      const date = world.clock.now();
      const { body } = await world.rosie.ask('GET', `/system/${system}/get-upload-keys?name=${name}&date=${date}`);
      await fetch(`${world.origin}${body.url}`, { method: 'PUT', body: content });
      const key = encodeURIComponent(body.key);
      const notified = await world.rosie.ask('GET', `/backup/notify?system=${system}&date=${date}&key=${key}`);
      expect(notified.status).toBe(200);
      return String(body.key);
    };
    const newSystem = async (name: string) => {
      const system = await fresh.system(world, name);
      await world.alice.ask('PATCH', `/system/${system}`, { schedule: world.schedule });
      return system;
    };
    const read = async (id: string) => (await world.alice.ask('GET', `/system/${id}`)).body;
    const openAlarms = async (who = world.alice) =>
      ((await who.ask('GET', '/alarm?where={"resolvedAt":null,"kind":"storageTrouble"}')).body as any[]).map(
        ({ id, kind, system, organization, cause }) => ({ id, kind, system, organization, cause }),
      );
    const download = async (key: string) =>
      (await world.bob.ask('GET', `/backup/get-download-url?key=${encodeURIComponent(key)}`)) as any;
    const later = async (ms: number) => {
      world.clock.advance(ms);
      await world.settle();
    };
    const ready = async () => (await world.nobody.browser.ask('GET', '/readyz')) as any;
    await world.settle();
    return { world, push, folder, pathOf, store, newSystem, read, openAlarms, download, later, ready };
  }

  test('the newest file that is gone is an alarm of its system, which counts as backed up by the one before', async () => {
    const { world, pathOf, store, newSystem, read, openAlarms, later } = await stage();
    const system = await newSystem('ledger');
    await store(system, 'old.zip');
    const before = world.clock.now();
    await later(HOUR);
    const key = await store(system, 'new.zip');
    expect(await read(system)).toMatchObject({ health: 'ok', lastBackup: world.clock.now(), alarms: [] });
    rmSync(pathOf(key));
    await later(DAY);
    expect(await read(system)).toMatchObject({ health: 'late', lastBackup: before, alarms: ['storageTrouble'] });
    expect(await openAlarms()).toMatchObject([
      { system: { id: system }, cause: { code: 'fileMissing', file: 'new.zip' } },
    ]);
    const backups = (await world.alice.ask('GET', `/backup?system=${system}&sort=date`)).body as any[];
    expect(backups.map(({ file, fault }) => [file, fault])).toEqual([
      ['old.zip', null],
      ['new.zip', 'missing'],
    ]);
    expect((await world.alice.ask('GET', '/system/counts')).body.ok).toBe(0);
  });

  test('one that was overwritten is found by its size; the next backup does not hide it, its return ends the alarm', async () => {
    const { world, pathOf, store, newSystem, read, openAlarms, later } = await stage();
    const system = await newSystem('ledger');
    const key = await store(system, 'a.zip', 'content');
    truncateSync(pathOf(key), 3);
    await later(DAY + MINUTE);
    expect(await openAlarms()).toMatchObject([{ cause: { code: 'fileSize', file: 'a.zip' } }]);
    expect(await read(system)).toMatchObject({ lastBackup: null, lastBackupStatus: 'never', health: 'notBackedup' });
    const again = await store(system, 'b.zip');
    expect(await read(system)).toMatchObject({ health: 'ok', alarms: ['storageTrouble'] });
    truncateSync(pathOf(key), 7);
    await later(DAY + MINUTE);
    expect(await openAlarms()).toEqual([]);
    expect((await read(system)).alarms).not.toContain('storageTrouble');
    expect(again).not.toBe(key);
    expect(world.log.failures).toEqual([]);
  });

  test('a lost file is not downloaded as it is; sent again it is whole', async () => {
    const { world, pathOf, store, newSystem, read, openAlarms, download } = await stage();
    const system = await newSystem('ledger');
    const key = await store(system, 'a.zip', 'content');
    const signed = await download(key);
    expect(signed.status).toBe(200);
    truncateSync(pathOf(key), 3);
    expect((await fetch(`${world.origin}${signed.body.url}`)).status).toBe(404);
    expect(await openAlarms()).toHaveLength(1);
    rmSync(pathOf(key));
    const refused = await download(key);
    expect([refused.status, refused.body.code, refused.body.message]).toEqual([
      400,
      'E_NOT_STORED',
      'a.zip is missing from the store. Use another backup.',
    ]);
    expect(await store(system, 'a.zip', 'content')).toBe(key);
    expect(await openAlarms()).toEqual([]);
    expect(await read(system)).toMatchObject({ lastBackup: world.clock.now(), alarms: [] });
    expect((await download(key)).status).toBe(200);
  });

  test('a backup whose faulty file is deleted takes its alarm with it', async () => {
    const { world, pathOf, store, newSystem, read, openAlarms, download } = await stage();
    const system = await newSystem('ledger');
    const key = await store(system, 'a.zip');
    rmSync(pathOf(key));
    await download(key);
    expect(await openAlarms()).toHaveLength(1);
    await world.alice.ask('DELETE', `/system/${system}/delete-backup?key=${encodeURIComponent(key)}`);
    expect([await openAlarms(), (await read(system)).alarms]).toEqual([[], []]);
  });

  test('a store that is gone while the server runs is one alarm without a system, and the server stays ready', async () => {
    const { push, folder, store, newSystem, read, openAlarms, download, later, ready } = await stage();
    const systems = [await newSystem('one'), await newSystem('two')];
    const keys = [await store(systems[0] ?? '', 'a.zip'), await store(systems[1] ?? '', 'b.zip')];
    expect((await ready()).body).toMatchObject({ ok: true, store: 'ok' });
    renameSync(folder, `${folder}-unmounted`);
    const lost = await download(keys[0] ?? '');
    expect([lost.status, lost.headers.get?.('retry-after') ?? '60']).toEqual([503, '60']);
    await later(MINUTE);
    await later(MINUTE);
    const notified = await ready();
    expect([notified.status, notified.body.ok, notified.body.store]).toEqual([
      200,
      true,
      'The backup storage is not available (ENOENT).',
    ]);
    expect(await openAlarms()).toEqual([
      {
        id: expect.any(String),
        kind: 'storageTrouble',
        system: null,
        organization: null,
        cause: { code: 'storeUnavailable', error: 'ENOENT' },
      },
    ]);
    await later(DAY);
    expect(await openAlarms()).toHaveLength(1);
    expect((await read(systems[0] ?? '')).alarms).not.toContain('storageTrouble');
    const rang = push.sent.filter(({ envelope }) => envelope.notification.title === 'Backup storage is not available');
    expect(new Set(rang.map(({ subscription: { endpoint } }) => endpoint.split('/').at(-1)))).toEqual(
      new Set(['alice']),
    );
    expect(rang[0]?.envelope.notification).toMatchObject({
      body: 'The backup storage is not available (ENOENT). Backwatch',
      navigate: expect.stringContaining('/admin/alarms?alarm='),
    });
    renameSync(`${folder}-unmounted`, folder);
    await later(MINUTE);
    expect(await openAlarms()).toEqual([]);
    expect((await ready()).body.store).toBe('ok');
    expect((await download(keys[0] ?? '')).status).toBe(200);
  });

  test('people of some organizations neither see it nor are notified; one who resolves it has a day of quiet', async () => {
    const { world, folder, openAlarms, later } = await stage();
    renameSync(folder, `${folder}-unmounted`);
    await later(MINUTE);
    await later(MINUTE);
    const [own] = await openAlarms();
    expect(await openAlarms(world.bob)).toEqual([]);
    expect((await world.bob.ask('GET', `/alarm/${own?.id}`)).status).toBe(404);
    expect((await world.bob.ask('GET', '/alarm/recipients')).status).toBe(404);
    const recipients = (await world.alice.ask('GET', '/alarm/recipients')).body as any[];
    expect(recipients.map(({ user }) => user.id)).toContain(world.alice.id);
    expect(recipients.map(({ user }) => user.id)).not.toContain(world.bob.id);
    const taken = (await world.alice.ask('POST', `/alarm/${own?.id}/acknowledge`)).body;
    expect([taken.outcome, taken.alarm.acknowledgedUntil]).toEqual(['done', world.clock.in(4 * HOUR)]);
    expect(
      (await world.alice.ask('POST', `/alarm/${own?.id}/snooze`, { until: world.clock.in(HOUR) })).body.outcome,
    ).toBe('done');
    expect((await world.alice.ask('POST', `/alarm/${own?.id}/resolve`, { note: 'known' })).body.outcome).toBe('done');
    await later(MINUTE);
    expect(await openAlarms()).toEqual([]);
    await later(DAY);
    expect(await openAlarms()).toHaveLength(1);
    renameSync(`${folder}-unmounted`, folder);
  });

  test('an empty store beside recorded backups is gone as well: a disk that was not mounted', async () => {
    const { folder, store, newSystem, openAlarms, later } = await stage();
    await store(await newSystem('one'), 'a.zip');
    await later(MINUTE);
    rmSync(join(folder, 'objects'), { recursive: true });
    mkdirSync(join(folder, 'objects'));
    await later(MINUTE);
    await later(MINUTE);
    expect(await openAlarms()).toMatchObject([{ system: null, cause: { code: 'storeEmpty' } }]);
  });

  test('nothing is uploaded into a store that is not there; once it is back the file goes in, and nothing is lost', async () => {
    const { world, folder, store, newSystem, openAlarms, download, later, ready } = await stage();
    const system = await newSystem('one');
    const key = await store(system, 'a.zip');
    const ask = (name: string) =>
      world.rosie.ask('GET', `/system/${system}/get-upload-keys?name=${name}&date=${world.clock.now()}`) as any;
    const { url } = (await ask('before.zip')).body;
    const put = () => fetch(`${world.origin}${url}`, { method: 'PUT', body: 'content' });
    renameSync(folder, `${folder}-unmounted`);
    for (const name of ['objects', 'tmp']) mkdirSync(join(folder, name), { recursive: true });
    world.clock.advance(10_000);
    const empty = 'The backup storage is empty, though backups are recorded in it.';
    const refused = await put();
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '60']);
    expect(await refused.json()).toEqual({ code: 'E_UNAVAILABLE', message: empty });
    const asked = await ask('b.zip');
    expect([asked.status, asked.body]).toEqual([503, { code: 'E_UNAVAILABLE', message: empty }]);
    expect((await ready()).body).toMatchObject({ ok: true, store: empty });
    rmSync(folder, { recursive: true });
    renameSync(`${folder}-unmounted`, folder);
    await later(MINUTE);
    expect((await put()).status).toBe(200);
    await store(system, 'b.zip');
    expect((await download(key)).status).toBe(200);
    expect(await openAlarms()).toEqual([]);
  });

  test('files that are gone for good: whoever resolves the alarm lets new ones in', async () => {
    const { world, folder, store, newSystem, openAlarms, later, ready } = await stage();
    const system = await newSystem('one');
    await store(system, 'a.zip');
    rmSync(join(folder, 'objects'), { recursive: true });
    mkdirSync(join(folder, 'objects'));
    await later(MINUTE);
    await later(MINUTE);
    expect((await ready()).body.store).not.toBe('ok');
    await world.alice.ask('POST', `/alarm/${(await openAlarms())[0]?.id}/resolve`, { note: 'The disk is dead.' });
    await store(system, 'b.zip');
  });

  test('a file in the store of another server is that server’s to check', async () => {
    const { world, pathOf, store, newSystem, openAlarms, download, later } = await stage({ storeId: 'north' });
    const keys = [await store(await newSystem('one'), 'a.zip'), await store(await newSystem('two'), 'b.zip')];
    // An empty store would be one alarm.
    await store(await newSystem('three'), 'c.zip');
    const toSouth = world.server.jobContext.write((unit) =>
      allTables(unit).updateTable('backup').set({ store: 'south' }).where('key', 'in', keys.slice(0, 1)).execute(),
    );
    await toSouth;
    for (const key of keys) rmSync(pathOf(key));
    await later(DAY + MINUTE);
    expect(await openAlarms()).toMatchObject([{ cause: { code: 'fileMissing', file: 'b.zip' } }]);
    const elsewhere = await download(keys[0] ?? '');
    expect([elsewhere.body.code, elsewhere.body.message]).toEqual([
      'E_NOT_STORED',
      'a.zip was uploaded to another server. Download it there.',
    ]);
  });

  test('where most files are missing the store is the cause', async () => {
    const { pathOf, store, newSystem, openAlarms, later } = await stage();
    const keys: string[] = [];
    for (const name of ['one', 'two', 'three', 'four']) keys.push(await store(await newSystem(name), `${name}.zip`));
    for (const key of keys.slice(1)) rmSync(pathOf(key));
    await later(DAY + MINUTE);
    expect(await openAlarms()).toMatchObject([
      {
        system: null,
        cause: { code: 'storeLost', missing: 3, newest: expect.any(Number) },
      },
    ]);
  });
});
