// The demonstration: what it promises of its fleet, and that the server itself finds nothing to mend in it.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { healths } from '#contract/health.ts';
import { startDemo, type Demo } from '#server/demo/demo.ts';
import { firstAdministrator } from '#server/first-administrator.ts';
import { startLife } from '#server/demo/simulate.ts';
import { Browser, Clock, HOUR, startServer, type RecordingMail, type Running } from '#tests/world.ts';
import { PASSWORD } from '#tests/cast.ts';
import { makeGround, type Ground } from '#tests/test-database.ts';

const HEALTHS = [...healths].toSorted();

interface Stage {
  ground: Ground;
  running: Running;
  demo: Demo;
  browser: Browser;
}
const stages: Stage[] = [];

async function stageAt(now: string): Promise<Stage> {
  const ground = await makeGround('sqlite');
  const running = await startServer(ground, { clock: new Clock(now) });
  const demo = await startDemo(running.server.jobContext);
  const stage = { ground, running, demo, browser: new Browser(running.origin) };
  stages.push(stage);
  await signIn(stage, 'ruth@demo.example');
  return stage;
}

async function signIn({ browser, demo }: Stage, email: string): Promise<number> {
  const line = demo.sentences.find((sentence) => sentence.includes(email)) ?? '';
  const password = line.trim().split(/ +/)[1];
  await browser.ask('GET', '/api/auth/check-user');
  return (await browser.ask('POST', '/api/auth/login', { email, password })).status;
}

test('an installation that has its first administrator and records already is filled as well', async () => {
  const ground = await makeGround('sqlite');
  const running = await startServer(ground, { clock: new Clock('2026-11-21T03:00:00.000Z') });
  await firstAdministrator(running.server, 'ida@example.com', PASSWORD);
  const stage = {
    ground,
    running,
    demo: await startDemo(running.server.jobContext),
    browser: new Browser(running.origin),
  };
  stages.push(stage);
  await signIn(stage, 'ruth@demo.example');
  const names = (await list(stage, '/api/schedule?sort=name')).map(({ name }) => name);
  expect(names).toEqual(['Every night', 'Every night, strict', 'Every second day', 'Monthly', 'Nightly', 'Weekly']);
});

const list = async ({ browser }: Stage, path: string): Promise<any[]> => (await browser.ask('GET', path)).body;
const systemsOf = (stage: Stage) => list(stage, '/api/system?limit=1000');
const openAlarms = (stage: Stage) =>
  list(stage, `/api/alarm?limit=1000&where=${encodeURIComponent(JSON.stringify({ resolvedAt: null }))}`);

afterAll(async () => {
  for (const { running, ground } of stages) {
    await running.close();
    await ground.gone();
  }
});

describe.each([
  ['at night', '2026-11-21T03:00:00.000Z'],
  ['on the day of a clock change', '2026-03-29T12:30:00.000Z'],
])('the demonstration, filled %s', (_when, now) => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await stageAt(now);
  });

  test('it has five organizations, one of them off the watch, and sixty systems', async () => {
    const organizations = await list(stage, '/api/organization');
    expect(organizations.map(({ active }) => active).filter((active) => !active)).toHaveLength(1);
    expect(organizations).toHaveLength(5);
    expect(await systemsOf(stage)).toHaveLength(60);
  });

  test('every state of health is there, and the states beside it', async () => {
    const systems = await systemsOf(stage);
    expect([...new Set(systems.map(({ health }) => health))].toSorted()).toEqual(HEALTHS);
    const some = (fits: (system: any) => boolean) => expect(systems.some(fits)).toBe(true);
    some(({ runningSince }) => runningSince !== null);
    some(({ active, reenableTime }) => !active && reenableTime !== null);
    some(({ active, reenableTime }) => !active && reenableTime === null);
    some(({ active, schedule }) => active && schedule === null);
    some(({ keyConnected, connected }) => keyConnected && !connected);
    some(({ health, lastBackup }) => health === 'waiting' && lastBackup === null);
    some(({ backupMethod }) => backupMethod === 'manual');
  });

  test('the counts agree with the list', async () => {
    const systems = await systemsOf(stage);
    const counts = (await stage.browser.ask('GET', '/api/system/counts')).body;
    const having = (health: string) => systems.filter((system) => system.health === health).map(({ id }) => id);
    expect(counts.inactiveSystems).toBeGreaterThan(0);
    expect(counts.total).toBe(60 - counts.inactiveSystems);
    expect([counts.ok, counts.waiting]).toEqual([having('ok').length, having('waiting').length]);
    expect(counts.watched).toBe(60 - having('unwatched').length);
    expect(counts.overdue.toSorted()).toEqual(having('overdue').toSorted());
    expect(counts.notBackedup.toSorted()).toEqual(having('notBackedup').toSorted());
    expect([counts.failed, counts.late]).toEqual([having('failed').length, having('late').length]);
  });

  test('every trouble has its alarm, and no alarm is without its trouble', async () => {
    const [systems, alarms] = [await systemsOf(stage), await openAlarms(stage)];
    const expected = systems.flatMap(({ id, alarms: kinds }) => kinds.map((kind: string) => `${id} ${kind}`));
    expect(alarms.map(({ system, kind }) => `${system.id} ${kind}`).toSorted()).toEqual(expected.toSorted());
    for (const { id, health } of systems.filter((one) => ['failed', 'notBackedup', 'overdue'].includes(one.health)))
      expect(expected).toContain(`${id} ${health}`);
    expect(new Set(alarms.map(({ kind }) => kind)).size).toBeGreaterThanOrEqual(5);
    expect(alarms.filter(({ acknowledgedBy }) => acknowledgedBy !== null)).toHaveLength(1);
    expect(alarms.filter(({ snoozedUntil }) => snoozedUntil !== null)).toHaveLength(1);
    expect(alarms.every(({ since }) => since <= now)).toBe(true);
  });

  test('the strips show misses and lates, and history has its closed alarms', async () => {
    const strips = (await systemsOf(stage)).map(({ strip }) => strip).join('');
    expect(strips).toMatch(/m/);
    expect(strips).toMatch(/l/);
    const closed = await stage.browser.ask(
      'GET',
      `/api/alarm?limit=0&where=${encodeURIComponent('{"resolvedAt":{"!=":null}}')}`,
    );
    expect(Number(closed.headers['x-total-count'])).toBeGreaterThan(20);
    const backups = await stage.browser.ask('GET', '/api/backup?limit=0');
    expect(Number(backups.headers['x-total-count'])).toBeGreaterThan(2000);
  });

  test('the jobs of the server find nothing to raise, to tell or to mend', async () => {
    const before = (await openAlarms(stage)).map(({ id, updatedAt }) => `${id} ${updatedAt}`);
    await stage.running.settle();
    expect((await openAlarms(stage)).map(({ id, updatedAt }) => `${id} ${updatedAt}`)).toEqual(before);
    expect(stage.running.log.failures).toEqual([]);
    expect(await stage.running.store.read((db) => db.selectFrom('delivery').selectAll().execute())).toEqual([]);
  });

  test('nothing of it is half there: retentions, notes, clients, Pis, orphans with their files, figures of a size', async () => {
    const systems = await systemsOf(stage);
    const retentions = await list(stage, '/api/retention');
    expect(retentions.map(({ systems: count }) => count > 0)).toEqual([true, true, true]);
    expect(systems.filter(({ retention }) => retention === null)).toEqual([]);
    expect(systems.some(({ purgeSize }) => purgeSize > 0)).toBe(true);
    expect(systems.filter(({ notes }) => notes !== '').length).toBeGreaterThan(5);
    // Every system with backups has a client.
    expect(systems.filter((one) => one.lastBackup !== null && one.lastConnection === null)).toEqual([]);
    const pis = await list(stage, '/api/rpiclient');
    expect(pis.map(({ system }) => system === null).toSorted()).toEqual([false, true, true]);
    expect(systems.filter(({ hasRpiClient }) => hasRpiClient)).toHaveLength(1);
    const orphans = await list(stage, '/api/orphan/system');
    expect(orphans).toHaveLength(2);
    for (const { id, count, size, lastBackup } of orphans) {
      const { backups } = (await stage.browser.ask('GET', `/api/orphan/system/${id}`)).body;
      expect([backups.length, backups.reduce((sum: number, one: any) => sum + one.size, 0)]).toEqual([count, size]);
      // A key has the whole seconds of its date.
      expect(backups[0].date.slice(0, 19)).toBe(lastBackup.slice(0, 19));
    }
    const alarms = await openAlarms(stage);
    const { bytes, usual, ...cause } = alarms.find(({ kind }) => kind === 'sizeAnomaly').cause;
    expect([cause, bytes > 0 && bytes < usual]).toEqual([{ code: 'shrank' }, true]);
  });

  test('its people have confirmed addresses, nobody is invited, and an alarm is mailed to them', async () => {
    const { store } = stage.running;
    const [mails, people] = await store.read(async (db) => [
      await db.selectFrom('mail').select('id').execute(),
      await db.selectFrom('user').select('emailConfirmedAt').execute(),
    ]);
    expect([mails, people.filter((one) => one['emailConfirmedAt'] === null)]).toEqual([[], []]);
  });

  test('a second start fills nothing and names the same logins', async () => {
    const before = (await systemsOf(stage)).map(({ id, updatedAt }) => `${id} ${updatedAt}`);
    const again = await startDemo(stage.running.server.jobContext);
    expect(again).toEqual({ ...stage.demo, filled: false });
    expect((await systemsOf(stage)).map(({ id, updatedAt }) => `${id} ${updatedAt}`)).toEqual(before);
  });
});

test('an alarm of the demonstration is mailed, with links that can be opened', async () => {
  const { running } = await stageAt('2026-11-22T12:00:00.000Z');
  running.clock.advance(30 * HOUR);
  await running.settle();
  running.clock.advance(60_000);
  await running.settle();
  const { sent } = running.mail as RecordingMail;
  expect(new Set(sent.map(({ to }) => to))).toContain('mara@demo.example');
  for (const { text } of sent) expect(text).toContain(`${running.origin}/`);
});

test('while it runs the clients of the fleet are connected', async () => {
  const stage = await stageAt('2026-11-22T12:00:00.000Z');
  const stop = startLife(stage.running.server.jobContext);
  const connected = async () => (await systemsOf(stage)).filter((system) => system.connected).length;
  await expect.poll(connected, { timeout: 20_000 }).toBeGreaterThan(40);
  stop();
});

test('a machine that slept for two days wakes to a fleet that went on, not to sixty alarms', async () => {
  const { running, demo } = await stageAt('2026-11-20T16:00:00.000Z');
  running.clock.advance(49 * HOUR);
  await startDemo(running.server.jobContext);
  await running.settle();
  const open = await running.store.read((db) =>
    db.selectFrom('alarm').select(['id']).where('openKey', 'is not', null).execute(),
  );
  expect(demo.filled).toBe(true);
  expect(open.length).toBeLessThan(20);
});

test('each of the three groups has somebody, and each sees what is theirs', async () => {
  const stage = stages[0] as Stage;
  const seen: Record<string, number> = {};
  for (const email of ['ruth@demo.example', 'mara@demo.example', 'jonas@demo.example', 'layla@demo.example']) {
    const own = { ...stage, browser: new Browser(stage.running.origin) };
    expect(await signIn(own, email)).toBe(200);
    seen[email] = (await systemsOf(own)).length;
  }
  expect(Object.values(seen)).toEqual([60, 54, 32, 10]);
});

test('its real clients have keys that the server knows, and write what their filesets find', () => {
  const { clients } = (stages[0] as Stage).demo;
  expect(clients).toHaveLength(2);
  for (const { key, folders, writes } of clients) {
    expect(key).toMatch(/^bw_/);
    expect(writes.every(({ folder }) => folders.includes(folder))).toBe(true);
    expect(writes.length).toBeGreaterThan(0);
  }
});
