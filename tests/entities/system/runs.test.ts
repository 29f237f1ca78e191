// How runs end: what mends a failure, what truly lies in the store, files without a byte, runs that nobody ended.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clientUploads, sha256Of } from '#tests/client-uploads.ts';
import { fresh } from '#tests/samples.ts';
import { alarmsOf, healthOf, watched } from '#tests/jobs/watched.ts';
import { DAY, HOUR, MINUTE, databases, makeWorld, type World } from '#tests/world.ts';

describe.each(databases)('runs on %s', (engine) => {
  let world: World;
  let made = 0;
  beforeAll(async () => {
    world = await makeWorld(engine);
  });
  afterAll(() => world.close());

  const nightly = () => watched(world, `run ${(made += 1)}`);
  const report = (system: string, event: string, more: object = {}) =>
    world.rosie.ask('POST', '/client/report', { system, event, at: world.clock.now(), ...more });
  const { ask, put, notify, store } = clientUploads(() => world);
  const read = async (system: string) => (await world.alice.ask('GET', `/system/${system}`)).body;
  const open = async (system: string) =>
    (await alarmsOf(world, system)).filter(({ resolvedAt }) => resolvedAt === null).map(({ kind }) => kind);

  describe('a failure', () => {
    test('of a file is mended by that file, stored later than it is dated', async () => {
      const system = await nightly();
      const date = world.clock.now();
      world.clock.advance(MINUTE);
      await report(system, 'failed', { date, text: 'The disk is full.' });
      expect([await healthOf(world, system), await open(system)]).toEqual(['failed', ['failed']]);
      world.clock.advance(4 * MINUTE);
      await store(system, date);
      expect([await healthOf(world, system), await open(system)]).toEqual(['ok', []]);
      expect(await read(system)).toMatchObject({ lastBackupStatus: 'ok', failedAt: null, failedReason: null });
    });

    test('of a file that is stored already is mended where its client finds that out', async () => {
      const system = await nightly();
      world.clock.advance(HOUR);
      const date = world.clock.now();
      const { key } = await store(system, date);
      world.clock.advance(HOUR);
      await report(system, 'failed', { date, text: 'The file is locked.' });
      expect([await healthOf(world, system), await open(system)]).toEqual(['failed', ['failed']]);
      expect((await notify(system, date, key)).status).toBe(200);
      expect([await healthOf(world, system), await open(system)]).toEqual(['ok', []]);
    });

    test.each([
      ['a newer run', {}],
      ['an older file', { date: '2026-11-20T21:00:00.000Z' }],
    ])('of %s is not mended by a repeat of a backup', async (_, more) => {
      const system = await nightly();
      world.clock.advance(HOUR);
      const date = world.clock.now();
      const { key } = await store(system, date);
      world.clock.advance(HOUR);
      await report(system, 'failed', { text: 'The disk is full.', ...more });
      expect((await notify(system, date, key)).status).toBe(200);
      expect(await healthOf(world, system)).toBe('failed');
    });

    test('is mended by its file also where a newer one of another fileset is stored already', async () => {
      const system = await nightly();
      const date = world.clock.in(-HOUR);
      await report(system, 'failed', { date });
      expect(await healthOf(world, system)).toBe('failed');
      await store(system, date);
      const { health, lastBackup, lastBackupStatus } = await read(system);
      expect([health, lastBackup > date, lastBackupStatus]).toEqual(['ok', true, 'ok']);
    });

    test('of the newest of many is not mended by those from days before', async () => {
      const { body } = await world.alice.ask('POST', '/system', {
        name: 'Backlog',
        organization: world.acme.organization,
      });
      const dates = [4, 3, 2, 1].map((days) => world.clock.in(-days * DAY));
      for (const date of dates) await report(body.id, 'failed', { date });
      for (const date of dates) {
        expect([date, await healthOf(world, body.id)]).toEqual([date, 'failed']);
        await store(body.id, date);
      }
      expect(await open(body.id)).toEqual([]);
    });

    test('reported in another order is the same: of the newest first, then of older ones', async () => {
      const system = await nightly();
      world.clock.advance(DAY);
      const [newer, older] = [world.clock.in(-HOUR), world.clock.in(-3 * HOUR)];
      for (const date of [newer, older]) await report(system, 'failed', { date });
      await store(system, older);
      expect([await healthOf(world, system), (await read(system)).lastBackup]).toEqual(['failed', older]);
      await store(system, newer);
      expect(await healthOf(world, system)).toBe('ok');
    });

    test('that names no backup is mended by one that is made after it, not by one from before', async () => {
      const system = await nightly();
      world.clock.advance(HOUR);
      await report(system, 'failed');
      await store(system, world.clock.in(-MINUTE));
      expect(await healthOf(world, system)).toBe('failed');
      world.clock.advance(MINUTE);
      await store(system, world.clock.now());
      expect(await healthOf(world, system)).toBe('ok');
    });

    test('that comes after a good backup counts, whatever the date of what failed', async () => {
      const system = await nightly();
      world.clock.advance(MINUTE);
      await report(system, 'failed', { date: world.clock.in(-DAY) });
      expect(await healthOf(world, system)).toBe('failed');
    });

    test('counts from a client whose clock is wrong; its success far ahead is refused', async () => {
      for (const at of [world.clock.in(30 * DAY), '0001-01-01T00:00:00.000Z']) {
        const system = await nightly();
        world.clock.advance(MINUTE);
        for (const event of ['start', 'log', 'failed'])
          expect([event, (await report(system, event, { at, text: 'said' })).status]).toEqual([event, 200]);
        expect(await read(system)).toMatchObject({ health: 'failed', failedAt: world.clock.now(), lastLog: 'said' });
        expect((await report(system, 'success', { at })).status).toBe(400);
      }
    });
  });

  describe('what lies in the store', () => {
    test('of an age that reaches before 1970 is recorded as history', async () => {
      const system = await nightly();
      world.clock.advance(MINUTE);
      await report(system, 'failed');
      const date = world.clock.now();
      const { body } = await ask(system, date, 'aged');
      expect(await put(body, 'aged')).toBe(200);
      const notified = await notify(system, date, body.key, { sentAt: '9999-12-31T23:59:59.999Z' });
      expect([notified.status, notified.body.file, await healthOf(world, system)]).toEqual([200, 'db.zip', 'failed']);
    });

    test('without a backup makes room for the file as it is now', async () => {
      const system = await nightly();
      const date = world.clock.now();
      const before = (await ask(system, date, 'half')).body;
      expect(await put(before, 'half')).toBe(200);
      const now = (await ask(system, date, 'half and whole')).body;
      expect([now.stored, now.key, await put(now, 'half and whole')]).toEqual([false, before.key, 200]);
      const { body } = await notify(system, date, now.key);
      expect([body.size, body.sha256]).toEqual([14, sha256Of('half and whole')]);
      expect((await ask(system, date, 'another')).body.code).toBe('E_EXISTS');
      expect((await ask(system, date, 'half and whole')).body.stored).toBe(true);
    });

    test('and was reported cannot be had by the claim that it was something else', async () => {
      const system = await nightly();
      const date = world.clock.now();
      const first = (await ask(system, date, 'first')).body;
      await ask(system, date, 'second');
      expect(await put(first, 'first')).toBe(200);
      expect((await notify(system, date, first.key)).body).toMatchObject({ size: 5, sha256: sha256Of('first') });
      expect((await ask(system, date, 'second')).body.code).toBe('E_EXISTS');
    });

    test('is known by its own hash, also where none was promised', async () => {
      const system = await nightly();
      const date = world.clock.now();
      const { body } = await ask(system, date, null);
      await put(body, 'unpromised');
      expect((await ask(system, date, 'unpromised')).body.stored).toBe(true);
      expect((await notify(system, date, body.key)).body.sha256).toBe(sha256Of('unpromised'));
    });

    test('but was cleared for other bytes is no backup', async () => {
      const system = await nightly();
      const date = world.clock.now();
      const { body } = await ask(system, date, 'old');
      await put(body, 'old');
      await ask(system, date, 'new');
      expect((await notify(system, date, body.key)).body.code).toBe('E_NOT_STORED');
      expect(await world.storage.stat(body.key)).toBeNull();
    });
  });

  describe('an empty file', () => {
    test('is no backup but a failure that names it, and leaves its place free', async () => {
      const system = await nightly();
      const { lastBackup } = await read(system);
      world.clock.advance(MINUTE);
      const date = world.clock.now();
      const { body } = await ask(system, date, '');
      expect(await put(body, '')).toBe(200);
      const notified = await notify(system, date, body.key);
      expect([notified.status, notified.body.code]).toEqual([400, 'E_NOT_STORED']);
      expect(notified.body.message).toContain('db.zip is empty');
      expect(await read(system)).toMatchObject({
        health: 'failed',
        lastBackup,
        failedReason: 'db.zip (0 B)',
      });
      expect([await world.storage.stat(body.key), await open(system)]).toEqual([null, ['failed']]);
      await store(system, date, 'not empty');
      expect(await healthOf(world, system)).toBe('ok');
    });

    test('that is reported as a success is a failure; a success of unknown size is none', async () => {
      const system = await nightly();
      world.clock.advance(MINUTE);
      expect((await report(system, 'success', { file: 'none.zip', size: 0 })).status).toBe(200);
      expect(await read(system)).toMatchObject({ health: 'failed', failedReason: 'none.zip (0 B)' });
      expect((await world.alice.ask('GET', `/backup?system=${system}`)).body).toHaveLength(1);
      await report(system, 'success', { file: 'some.zip' });
      expect(await healthOf(world, system)).toBe('ok');
    });
  });

  describe('a run', () => {
    const running = async (system: string) => {
      const { runningSince, lastBackupStatus } = await read(system);
      return [runningSince !== null, lastBackupStatus];
    };

    test('ends with a backup that is older than the newest, or known already', async () => {
      const system = await nightly();
      const date = world.clock.in(-HOUR);
      for (const _again of [1, 2]) {
        await report(system, 'start');
        expect(await running(system)).toEqual([true, 'running']);
        await store(system, date);
        expect(await running(system)).toEqual([false, 'ok']);
      }
    });

    test('that changes nothing leaves a failure a failure', async () => {
      const system = await nightly();
      const date = world.clock.in(-HOUR);
      await store(system, date);
      world.clock.advance(MINUTE);
      await report(system, 'failed');
      await report(system, 'start');
      await store(system, date);
      expect(await running(system)).toEqual([false, 'failed']);
    });

    test('ends with a failure that is history, also where no backup has come', async () => {
      const system = await nightly();
      await report(system, 'start');
      await report(system, 'failed', { at: world.clock.in(-DAY), sentAt: world.clock.now() });
      expect([await running(system), await healthOf(world, system)]).toEqual([[false, 'ok'], 'ok']);
    });

    test('is not believed past the alarm of the backup that it was to bring', async () => {
      const system = await nightly();
      const never = await fresh.system(world, 'never-ran');
      await world.alice.ask('PATCH', `/system/${never}`, { schedule: world.schedule });
      world.clock.advance(HOUR);
      for (const each of [system, never]) await report(each, 'start');
      world.clock.advance(DAY);
      await world.settle();
      expect([await running(system), await healthOf(world, system)]).toEqual([[true, 'running'], 'late']);
      world.clock.advance(2 * HOUR);
      await world.settle();
      expect([await running(system), await healthOf(world, system)]).toEqual([[false, 'ok'], 'overdue']);
      await world.alice.ask('GET', `/system/${never}/rescan-alarm`);
      expect(await running(never)).toEqual([false, 'never']);
    });
  });

  test('nothing of all this was a failure of the server', () => expect(world.log.failures).toEqual([]));
});
