// Acts of people on alarms: acknowledge, snooze, release, note; the second learns who was first; nothing is done twice.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { signToken } from '#server/auth/crypto.ts';
import { fresh, subscription } from '#tests/samples.ts';
import { DAY, HOUR, MINUTE, RecordingPush, databases, makeWorld, type World } from '#tests/world.ts';

describe.each(databases)('alarms on %s', (engine) => {
  let world: World;
  let push: RecordingPush;
  let alarm: string;
  let made = 0;
  beforeAll(async () => {
    push = new RecordingPush();
    world = await makeWorld(engine, { push });
    await world.alice.ask('PUT', '/push/subscription', subscription('alice'));
  });
  beforeEach(async () => {
    alarm = await fresh.alarm(world, `a${(made += 1)}`);
    await world.settle();
    push.sent.length = 0;
  });
  // An alarm left open would ring again in the tests that follow.
  afterEach(() => act('alice', 'resolve'));
  afterAll(() => world.close());

  const act = (by: 'alice' | 'bob', command: string, more: object = {}) =>
    world[by].ask('POST', `/alarm/${alarm}/${command}`, more);
  /** How often it rang. */
  const deliveryCount = () =>
    push.sent.filter(({ envelope: { notification } }) => notification.data.alarmId === alarm && !notification.silent)
      .length;

  test('the second person learns who was first, and changes nothing', async () => {
    expect((await act('bob', 'acknowledge')).body).toMatchObject({ outcome: 'done', by: null });
    const second = (await act('alice', 'acknowledge')).body;
    expect([second.outcome, second.by, second.alarm.acknowledgedBy.id]).toEqual(['already', 'Bob', world.bob.id]);
    expect((await act('bob', 'acknowledge')).body.outcome).toBe('done');
  });

  test('of two who touch at the same time one has it and the other learns so', async () => {
    const answers = await Promise.all([act('alice', 'acknowledge'), act('bob', 'acknowledge')]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers.map(({ body }) => body.outcome).toSorted()).toEqual(['already', 'done']);
  });

  test('a repeat under the same key answers as the first time, also when the world has moved on', async () => {
    const once = { idempotencyKey: 'outbox-1' };
    const first = (await act('bob', 'acknowledge', once)).body;
    await act('alice', 'release');
    const again = (await act('bob', 'acknowledge', once)).body;
    expect([first.outcome, again.outcome, again.alarm.acknowledgedBy]).toEqual(['done', 'done', null]);
  });

  test('the same key of another person, for another alarm or another act is another command', async () => {
    const once = { idempotencyKey: 'same-key' };
    await act('bob', 'acknowledge', once);
    expect((await act('alice', 'acknowledge', once)).body.outcome).toBe('already');
    await act('bob', 'release', once);
    const other = await fresh.alarm(world, `other${made}`);
    const { body } = await world.bob.ask('POST', `/alarm/${other}/acknowledge`, once);
    expect([body.outcome, body.alarm.acknowledgedBy?.id]).toEqual(['done', world.bob.id]);
    expect((await world.bob.ask('GET', `/alarm/${alarm}`)).body.acknowledgedBy).toBeNull();
  });

  test('two repeats at the same time are one command', async () => {
    const once = { idempotencyKey: 'twice-at-once' };
    const answers = await Promise.all([1, 2, 3].map(() => act('bob', 'acknowledge', once)));
    expect(answers.map(({ status, body }) => [status, body.outcome])).toEqual(answers.map(() => [200, 'done']));
  });

  test('an acknowledged alarm is quiet; a released one is sent again', async () => {
    await act('bob', 'acknowledge');
    world.clock.advance(3 * HOUR);
    await world.settle();
    expect(deliveryCount()).toBe(0);
    await act('bob', 'release');
    world.clock.advance(15 * MINUTE);
    await world.settle();
    expect(deliveryCount()).toBe(1);
  });

  test('a snooze that is taken back leaves the alarm with whoever has it, and rings nobody', async () => {
    await act('bob', 'acknowledge');
    await act('alice', 'snooze', { until: world.clock.in(HOUR) });
    const { alarm: left } = (await act('alice', 'release', { of: 'snooze' })).body;
    expect([left.snoozedUntil, left.acknowledgedBy.id]).toEqual([null, world.bob.id]);
    // Nothing is left of hers to take back.
    expect((await act('alice', 'release', { of: 'snooze' })).body.alarm.acknowledgedBy.id).toBe(world.bob.id);
    world.clock.advance(3 * HOUR);
    await world.settle();
    expect(deliveryCount()).toBe(0);
  });

  test('a release takes the snooze first, and the acknowledgement only when nothing else is there', async () => {
    await act('bob', 'acknowledge');
    await act('bob', 'snooze', { until: world.clock.in(HOUR) });
    const held = ({ body }: any) => [body.alarm.snoozedUntil === null, body.alarm.acknowledgedBy === null];
    expect(held(await act('alice', 'release'))).toEqual([true, false]);
    expect(held(await act('alice', 'release'))).toEqual([true, true]);
  });

  test('an open alarm whose snooze is ended is sent again in time', async () => {
    await act('bob', 'snooze', { until: world.clock.in(2 * HOUR) });
    await act('bob', 'release', { of: 'snooze' });
    world.clock.advance(15 * MINUTE);
    await world.settle();
    expect(deliveryCount()).toBe(1);
  });

  test('who came second takes back nothing of who was first', async () => {
    await act('bob', 'acknowledge');
    await act('alice', 'acknowledge');
    const { outcome, by, alarm: left } = (await act('alice', 'release', { of: 'acknowledgement' })).body;
    expect([outcome, by, left.acknowledgedBy.id]).toEqual(['already', 'Bob', world.bob.id]);
    expect((await act('bob', 'release', { of: 'acknowledgement' })).body.alarm.acknowledgedBy).toBeNull();
  });

  test('a snoozed alarm is quiet until its moment and rings then', async () => {
    const until = world.clock.in(2 * HOUR);
    expect((await act('bob', 'snooze', { until })).body.alarm.snoozedUntil).toBe(until);
    world.clock.advance(2 * HOUR - 1);
    await world.settle();
    expect(deliveryCount()).toBe(0);
    world.clock.advance(1);
    await world.settle();
    expect(deliveryCount()).toBe(1);
    expect((await world.bob.ask('GET', `/alarm/${alarm}`)).body.snoozedUntil).toBeNull();
  });

  test('nobody snoozes into the past or beyond a week', async () => {
    for (const until of [world.clock.now(), world.clock.in(-HOUR), world.clock.in(8 * DAY)]) {
      const { status, body } = await act('bob', 'snooze', { until });
      expect([status, body.details]).toEqual([400, ['until: must be within the next 7 days']]);
    }
  });

  test('an act out of a phone’s outbox is dated when it was done, a wrong clock’s when it came', async () => {
    world.clock.advance(2 * HOUR);
    const earlier = world.clock.in(-HOUR);
    expect((await act('bob', 'acknowledge', { actedAt: earlier })).body.alarm.acknowledgedAt).toBe(earlier);
    await act('bob', 'release');
    expect((await act('bob', 'acknowledge', { actedAt: world.clock.in(DAY) })).body.alarm.acknowledgedAt).toBe(
      world.clock.now(),
    );
    await act('bob', 'release');
    // Before the alarm was there nobody can have taken it.
    expect((await act('bob', 'acknowledge', { actedAt: world.clock.in(-DAY) })).body.alarm.acknowledgedAt).toBe(
      world.clock.now(),
    );
  });

  test('a person ends an alarm with a note: its system is as troubled as before, and its recipients are notified silently', async () => {
    const { body } = await act('bob', 'resolve', { note: 'Moved to the new rack' });
    expect([body.outcome, body.alarm.resolvedBy.id, body.alarm.note]).toEqual([
      'done',
      world.bob.id,
      'Moved to the new rack',
    ]);
    const system = (await world.bob.ask('GET', `/system/${body.alarm.system.id}`)).body;
    expect([system.health, system.alarmed, system.alarms]).toEqual(['failed', false, []]);
    await world.settle();
    expect(push.sent.map(({ envelope }) => envelope.notification.title)).toEqual([
      expect.stringContaining('alarm is resolved'),
    ]);
    const second = (await act('alice', 'resolve')).body;
    expect([second.outcome, second.by]).toEqual(['already', 'Bob']);
  });

  test('an alarm that a person ended is raised anew by the next failure', async () => {
    const { system } = (await act('bob', 'resolve')).body.alarm;
    const open = async () =>
      (await world.bob.ask('GET', `/alarm?where=${JSON.stringify({ system: system.id, resolvedAt: null })}`)).body;
    await world.bob.ask('GET', `/system/${system.id}/rescan-alarm`);
    expect(await open()).toEqual([]);
    world.clock.advance(HOUR);
    await world.rosie.ask('POST', '/client/report', {
      system: system.id,
      event: 'failed',
      at: world.clock.now(),
      text: 'again',
    });
    expect(await open()).toMatchObject([{ kind: 'failed', reason: 'again', since: world.clock.now() }]);
  });

  test('what is resolved stays resolved', async () => {
    const { system } = (await world.bob.ask('GET', `/alarm/${alarm}`)).body;
    await world.rosie.ask('POST', '/client/report', {
      system: system.id,
      event: 'success',
      at: world.clock.now(),
      file: 'x',
    });
    const late = (await act('bob', 'acknowledge')).body;
    expect([late.outcome, late.alarm.acknowledgedAt, typeof late.alarm.resolvedAt]).toEqual([
      'already',
      null,
      'string',
    ]);
  });

  test('the token of a notification is bound to person, device and alarm', async () => {
    const device = (await world.alice.ask('GET', '/device')).body[0].id as string;
    const good = { for: 'alarm', alarm, user: world.alice.id, device, push: alarm, at: world.clock.now() };
    const send = (payload: Record<string, unknown>, secret = world.keys.sign) =>
      world.nobody.ask('POST', '/alarm/act', { token: signToken(secret, payload), act: 'acknowledge' });
    for (const wrong of [
      { ...good, for: 'receipt' },
      { ...good, user: world.bob.id },
      { ...good, device: alarm },
      { ...good, alarm: device },
    ])
      expect((await send(wrong)).body.code).toBe('E_TOKEN');
    expect((await send(good, 'another secret')).body.code).toBe('E_TOKEN');
    for (const token of ['', '.', 'a.b', `${'x'.repeat(900)}.y`])
      expect((await world.nobody.ask('POST', '/alarm/act', { token, act: 'acknowledge' })).status).toBe(403);
    expect((await send(good)).body.outcome).toBe('done');
  });

  test('a failure older than the newest backup raises nothing, a newer one replaces nothing', async () => {
    const system = await fresh.system(world, `old${made}`);
    const report = (event: string, at: string) =>
      world.rosie.ask('POST', '/client/report', { system, event, at, sentAt: world.clock.now(), text: 'bad\nworse' });
    await report('success', world.clock.now());
    await report('failed', world.clock.in(-HOUR));
    expect((await world.bob.ask('GET', `/alarm?system=${system}`)).body).toEqual([]);
    await report('failed', world.clock.now());
    await report('failed', world.clock.now());
    const alarms = (await world.bob.ask('GET', `/alarm?system=${system}`)).body;
    expect(alarms.map(({ kind, reason }: any) => [kind, reason])).toEqual([['failed', 'bad']]);
  });

  test('a list is sorted by the severity of the kinds, worst first', async () => {
    const system = await fresh.system(world, `kinds${made}`);
    const kinds = ['sizeAnomaly', 'notBackedup', 'failed', 'overdue'] as const;
    await world.server.jobContext.write(async (unit) => {
      const { id: _, ...one } = await unit.need('alarm', alarm);
      for (const kind of kinds) await unit.insert('alarm', { ...one, kind, system, openKey: null });
    });
    const { body } = await world.bob.ask('GET', `/alarm?system=${system}&sort=severity DESC`);
    expect(body.map(({ kind }: any) => kind)).toEqual(['failed', 'notBackedup', 'overdue', 'sizeAnomaly']);
  });
});
