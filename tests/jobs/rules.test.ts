// Rules of the watch that hold however rarely they matter: who is notified when, leftovers of a dead process, how long
// a timer waits.
import { clampAlarms } from '#server/jobs/reminders.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { clampFutureDates, every, nearestIn, tryClaim } from '#server/jobs/claim.ts';
import { reminderJob } from '#server/jobs/reminders.ts';
import { repeatJob } from '#server/jobs/repeats.ts';
import { Scheduler } from '#server/jobs/scheduler.ts';
import { subscription } from '#tests/samples.ts';
import {
  DAY,
  HOUR,
  MINUTE,
  RecordingPush,
  START,
  databases,
  makeTestLog,
  makeWorld,
  type Person,
  type World,
} from '#tests/world.ts';
import { alarmsOf, healthOf, watched } from './watched.ts';
import { allTables } from '#tests/all-tables.ts';

describe.each(databases)('on %s', (engine) => {
  let world: World;
  let push: RecordingPush;
  beforeEach(async () => {
    push = new RecordingPush();
    world = await makeWorld(engine, { push });
  });
  afterEach(() => world.close());

  const phone = async (person: Person, name: string) =>
    String((await person.ask('PUT', '/push/subscription', subscription(name))).body.id);
  const passes = async (ms: number) => {
    world.clock.advance(ms);
    await world.settle();
  };
  const fail = async () => {
    const { body } = await world.alice.ask('POST', '/system', {
      name: `Failing ${world.clock.now()}`,
      organization: world.acme.organization,
    });
    await world.rosie.ask('POST', '/client/report', { system: body.id, event: 'failed', at: world.clock.now() });
    await world.settle();
    return String((await world.alice.ask('GET', `/alarm?system=${body.id}`)).body[0].id);
  };
  /** The stages of an alarm that a device was sent. */
  const stagesOf = async (alarm: string, device: string) => {
    const query = { alarm, device };
    const rows = await world.server.jobContext.read((unit) =>
      allTables(unit)
        .selectFrom('delivery')
        .selectAll()
        .where('alarm', '=', query.alarm)
        .where('device', '=', query.device)
        .orderBy('id')
        .execute(),
    );
    return rows.map(({ stage }) => String(stage));
  };

  test('an alarm is escalated to those who may act on it, and to nobody else', async () => {
    const id = await world.newUser('vera@example.com');
    const permissions = ['alarm', 'system', 'organization'].map((model) => ({ model, action: 'read' }));
    const group = (await world.alice.ask('POST', '/group', { name: 'Only viewers', permissions })).body.id;
    await world.alice.ask('POST', '/usergroup', { user: id, group });
    await world.alice.ask('POST', '/userorg', { user: id, organization: world.acme.organization });
    const vera = await world.signIn(id, 'vera@example.com');
    // People who only read alarms are rung where they ask for it.
    await vera.ask('PATCH', '/user/edit-account', { readOnlyAlarms: true });
    const hers = await phone(vera, 'vera');
    const his = await phone(world.bob, 'bob');
    const alarm = await fail();
    for (const minutes of [15, 15]) await passes(minutes * MINUTE);
    expect(await stagesOf(alarm, hers)).toEqual(['new', 'reminder']);
    expect(await stagesOf(alarm, his)).toEqual(['new', 'reminder', 'escalated']);
    const repeats = await world.server.jobContext.read((unit) =>
      allTables(unit).selectFrom('repeat').select('id').execute(),
    );
    const repeated = repeats.map(({ id: user }) => user);
    expect([world.bob.id, id].map((user) => repeated.includes(user))).toEqual([true, false]);
  });

  test.each([
    ['2026-11-21T06:59:59.999Z', []],
    ['2026-11-21T07:00:00.000Z', ['new']],
    ['2026-11-21T18:59:59.999Z', ['new']],
    ['2026-11-21T19:00:00.000Z', []],
  ])('the day shift is rung from 07:00 to 19:00 of its own time zone: %s', async (local, stages) => {
    await world.alice.ask('PATCH', `/user/${world.bob.id}`, { isDay: true, timeZone: 'Asia/Tokyo' });
    const his = await phone(world.bob, 'bob');
    world.clock.set(local);
    world.clock.advance(DAY - 9 * HOUR);
    expect(await stagesOf(await fail(), his)).toEqual(stages);
  });

  test('a missed backup is late until its grace is over, and only then an alarm', async () => {
    const system = await watched(world);
    await passes(DAY + 2 * HOUR);
    expect([await healthOf(world, system), await alarmsOf(world, system)]).toEqual(['late', []]);
    await passes(1);
    expect([await healthOf(world, system), (await alarmsOf(world, system)).map(({ kind }) => kind)]).toEqual([
      'overdue',
      ['overdue'],
    ]);
  });

  test('of two that claim what came due one gets it; what was claimed since it was read is not', async () => {
    const system = await watched(world);
    const claimed = (nextMoment: string, values: object) =>
      world.server.jobContext.write((unit) =>
        tryClaim(unit, 'system', 'nextMoment', { id: system, nextMoment }, { ...values }),
      );
    const read = world.clock.in(DAY);
    expect(await claimed(read, { nextMoment: null })).toBe(true);
    expect(await claimed(read, { nextMoment: null })).toBe(false);
    const moved = world.clock.in(2 * DAY);
    await world.server.jobContext.write((unit) => unit.update('system', system, { nextMoment: moved }));
    expect(await claimed(read, { nextMoment: null })).toBe(false);
    expect(await claimed(moved, { nextMoment: null })).toBe(true);
  });

  test('the nearest moment of a job is the first that a row holds, and none where no row holds one', async () => {
    const { jobContext } = world.server;
    const [first, second] = [await watched(world, 'First'), await watched(world, 'Second')];
    const set = (nextMoment: string | null, ...systems: string[]) =>
      jobContext.write((unit) =>
        allTables(unit).updateTable('system').set({ nextMoment }).where('id', 'in', systems).execute(),
      );
    const nearest = nearestIn(jobContext, 'system', 'nextMoment');
    await set(null, first, second, world.acme.system, world.birch.system);
    expect(await nearest()).toBeNull();
    await set(world.clock.in(2 * HOUR), first);
    await set(world.clock.in(HOUR), second);
    expect(await nearest()).toBe(world.clock.in(HOUR));
  });

  test('a moment that a wrong clock set too far ahead is now; the end of a snooze stays', async () => {
    const { jobContext } = world.server;
    const until = world.clock.in(3 * DAY);
    await world.bob.ask('POST', `/alarm/${world.acme.alarm}/snooze`, { until });
    const dueAfterLimit = async (limit: number) => {
      await clampFutureDates(jobContext, clampAlarms, limit)();
      const found = await jobContext.read((unit) => unit.lookup('alarm', [world.acme.alarm, world.birch.alarm]));
      return [world.acme, world.birch].map(({ alarm }) => found.get(alarm)?.nextAt);
    };
    await jobContext.write((unit) => unit.update('alarm', world.birch.alarm, { nextAt: world.clock.in(HOUR) }));
    expect(await dueAfterLimit(HOUR)).toEqual([until, world.clock.in(HOUR)]);
    expect(await dueAfterLimit(HOUR - 1)).toEqual([until, world.clock.now()]);
  });

  test.each([
    ['reminders', 4 * HOUR],
    ['repeats', 26 * HOUR],
  ] as const)('%s look again at the first moment, which is at most %d ms ahead', async (name, longest) => {
    const { jobContext, scheduler } = world.server;
    await scheduler.stop();
    const job = { reminders: reminderJob, repeats: repeatJob }[name](jobContext);
    const [createdAt, nextAt] = [world.clock.now(), world.clock.in(longest)];
    const stamps = { createdAt, updatedAt: createdAt };
    await jobContext.write(async (unit) => {
      const db = allTables(unit);
      await db.updateTable('alarm').set({ nextAt }).execute();
      await db
        .insertInto('repeat')
        .values({ id: world.bob.id, round: 0, nextAt, ...stamps })
        .execute();
    });
    await job.clockSet?.();
    expect([job.name, await job.nearest()]).toEqual([name, nextAt]);
    world.clock.advance(-1);
    await job.clockSet?.();
    expect(await job.nearest()).toBe(world.clock.now());
  });

  test('what a process that died was sending is sent by another a minute after it was claimed', async () => {
    const his = await phone(world.bob, 'bob');
    const alarm = await fail();
    await world.server.jobContext.write((unit) =>
      allTables(unit)
        .updateTable('delivery')
        .set({ status: 'sending', nextAt: world.clock.in(MINUTE), sentAt: null })
        .where('alarm', '=', alarm)
        .where('device', '=', his)
        .execute(),
    );
    push.sent.length = 0;
    await passes(MINUTE - 1);
    expect(push.sent).toEqual([]);
    await passes(1);
    expect(push.sent).toHaveLength(1);
    await passes(2 * MINUTE);
    expect(push.sent).toHaveLength(1);
  });

  test('the token in the header is the one in the cookie, though both fit the session', async () => {
    const { browser } = world.alice;
    const session = `bw_session=${browser.cookies.get('bw_session')}`;
    const own = browser.cookies.get('XSRF-TOKEN') ?? '';
    const { headers } = await browser.ask('GET', '/api/auth/check-user', undefined, { cookie: session });
    const other = /XSRF-TOKEN=([^;]+)/.exec(headers['set-cookie'] ?? '')?.[1] ?? '';
    const change = (cookie: string, header: string) =>
      browser.ask(
        'POST',
        '/api/schedule',
        { name: `by ${cookie.length} ${header}`.slice(0, 60), alarmAfter: 1 },
        {
          cookie: `${session}; XSRF-TOKEN=${cookie}`,
          'x-xsrf-token': header,
        },
      );
    expect(other === own || other === '').toBe(false);
    const answers = [await change(own, other), await change(other, own), await change(other, other)];
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 200]);
  });

  test('a backup of the future counts from now, and one of far ahead is refused', async () => {
    const system = await watched(world);
    const report = (at: string, file: string) =>
      world.rosie.ask('POST', '/client/report', { system, event: 'success', at, file, size: 1 });
    world.clock.advance(HOUR);
    expect((await report(world.clock.in(26 * HOUR + 1), 'far')).body).toMatchObject({
      code: 'E_INVALID_NEW_RECORD',
      details: ['at: must not be in the future'],
    });
    expect((await report(world.clock.in(26 * HOUR), 'near')).status).toBe(200);
    const { body } = await world.alice.ask('GET', `/system/${system}`);
    expect([body.lastBackup, body.dueAt]).toEqual([world.clock.now(), world.clock.in(DAY)]);
  });
});

test('a job of every hour works at the start, an hour after each time, and where the clock was set back', async () => {
  let now = START;
  let works = 0;
  const job = every(
    HOUR,
    () => now,
    'hourly',
    () => Promise.resolve((works += 1)),
  );
  const looks: unknown[] = [];
  const look = async (at: string) => {
    now = at;
    looks.push([await job.nearest(), await job.run(() => undefined), await job.nearest()]);
  };
  const [soon, next, last] = ['2026-11-21T03:59:59.999Z', '2026-11-21T04:00:00.000Z', '2026-11-21T05:00:00.000Z'];
  for (const at of [START, soon, next]) await look(at);
  await job.clockSet?.();
  await look(START);
  expect(looks).toEqual([
    [START, 1, next],
    [next, 0, next],
    [next, 2, last],
    [START, 3, next],
  ]);
});

test('what is due in more than 24.8 days is waited for, not asked for again and again', async () => {
  let looks = 0;
  const now = () => new Date().toISOString();
  const nearest = () => Promise.resolve(new Date(Date.now() + 30 * DAY).toISOString());
  const run = () => Promise.resolve((looks += 1));
  const scheduler = new Scheduler(now, makeTestLog());
  scheduler.add({ name: 'far', nearest, run });
  scheduler.start();
  await new Promise((resolve) => setTimeout(resolve, 300));
  await scheduler.stop();
  expect(looks).toBe(1);
});
