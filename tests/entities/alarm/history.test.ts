// The history of an alarm, and its hand-over: to a colleague who may act, whose phone is notified, with a note.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { subscription } from '#tests/samples.ts';
import { HOUR, MINUTE, RecordingPush, databases, makeWorld, type World } from '#tests/world.ts';
import { watched } from '#tests/jobs/watched.ts';

describe.each(databases)('the history of an alarm on %s', (engine) => {
  let world: World;
  let push: RecordingPush;
  let alarm: string;
  beforeEach(async () => {
    push = new RecordingPush();
    world = await makeWorld(engine, { push });
    for (const { alarm: other } of [world.acme, world.birch])
      await world.alice.ask('POST', `/alarm/${other}/resolve`, {});
    await change(world.alice.id, { alarmEmails: false });
    await change(world.bob.id, { alarmEmails: false });
    await world.bob.ask('PUT', '/push/subscription', subscription('bob'));
    const system = await watched(world, 'Ledger');
    const report = { system, event: 'failed', at: world.clock.now(), text: 'no disk' };
    await world.rosie.ask('POST', '/client/report', report);
    await world.settle();
    alarm = (await world.alice.ask('GET', `/alarm?system=${system}`)).body[0].id;
    push.sent.length = 0;
  });
  afterEach(() => world.close());

  const change = (user: string, values: object) =>
    world.server.jobContext.write((unit) => unit.update('user', user, { emailConfirmedAt: unit.now, ...values }));
  const act = (by: 'alice' | 'bob', call: string, more: object = {}) =>
    world[by].ask('POST', `/alarm/${alarm}/${call}`, more);
  const history = async (by: 'alice' | 'bob' = 'alice') => (await world[by].ask('GET', `/alarm/${alarm}/history`)).body;
  const acts = async () =>
    ((await history()).acts as any[]).map(({ act: done, by, to, note }) => [
      done,
      by?.id ?? null,
      to?.id ?? null,
      note,
    ]);
  const ahead = async () =>
    ((await history()).ahead as any[]).map(({ at, event }) => [
      event,
      (Date.parse(at) - Date.parse(world.clock.now())) / MINUTE,
    ]);
  const passes = async (ms: number) => {
    world.clock.advance(ms);
    await world.settle();
  };
  /** The notifications that rang or replaced, as [device, title, body, silent]. */
  const sent = async () => {
    await world.settle();
    return push.sent
      .splice(0)
      .map(({ subscription: { endpoint }, envelope: { notification } }) => [
        endpoint.split('/').at(-1),
        notification.title,
        notification.body,
        notification.silent,
      ]);
  };

  test('lists what people did, in the order of the acts', async () => {
    const [alice, bob] = [world.alice.id, world.bob.id];
    await act('bob', 'read');
    await act('bob', 'read');
    await passes(1000);
    await act('bob', 'acknowledge');
    await passes(1000);
    await act('alice', 'takeOver', { from: bob });
    await passes(1000);
    await act('alice', 'note', { note: 'Called the customer' });
    await passes(1000);
    await act('alice', 'snooze', { until: world.clock.in(HOUR) });
    await passes(1000);
    await act('alice', 'resolve', { note: 'Disk replaced' });
    expect(await acts()).toEqual([
      ['read', bob, null, null],
      ['acknowledged', bob, null, null],
      ['tookOver', alice, null, null],
      ['noted', alice, null, 'Called the customer'],
      ['snoozed', alice, null, null],
      ['noted', alice, null, 'Disk replaced'],
      ['resolved', alice, null, null],
    ]);
    expect((await history()).ahead).toEqual([]);
  });

  test('a long note is not cut, and the note before it stays', async () => {
    const long = 'long '.repeat(300).trim();
    await act('bob', 'note', { note: 'first' });
    await passes(1000);
    await act('bob', 'note', { note: long });
    expect((await acts()).map(([, , , note]) => note)).toEqual(['first', long]);
  });

  test('says whom it did not ring when it was raised, and why', async () => {
    expect((await history()).notRung).toEqual([
      { user: { id: world.alice.id, name: expect.any(String) }, reason: 'noDevice' },
    ]);
    // A device that comes later does not change the past.
    await world.alice.ask('PUT', '/push/subscription', subscription('alice'));
    expect((await history()).notRung).toHaveLength(1);
    // Bob sees nobody from elsewhere.
    expect((await history('bob')).notRung).toEqual([{ user: null, reason: 'noDevice' }]);
  });

  test('says what comes next while nobody has it, and after somebody took it', async () => {
    expect(await ahead()).toEqual([
      ['reminder', 15],
      ['escalation', 30],
      ['repeat', 60],
    ]);
    await passes(15 * MINUTE);
    expect(await ahead()).toEqual([
      ['escalation', 15],
      ['repeat', 45],
    ]);
    await passes(15 * MINUTE);
    expect(await ahead()).toEqual([['repeat', 30]]);
    await act('bob', 'acknowledge');
    expect(await ahead()).toEqual([
      ['asked', 225],
      ['lapse', 240],
    ]);
    await act('bob', 'snooze', { until: world.clock.in(HOUR) });
    expect(await ahead()).toEqual([
      ['snoozeEnds', 60],
      ['asked', 225],
      ['lapse', 240],
    ]);
    await passes(4 * HOUR);
    expect((await acts()).at(-1)).toEqual(['lapsed', null, null, null]);
  });

  test('a planned event comes at the time in the history', async () => {
    const planned = await ahead();
    const stages = async () =>
      ((await world.alice.ask('GET', `/alarm/${alarm}/deliveries`)).body as any[]).map(({ stage }) => stage);
    const expected = { reminder: 'reminder', escalation: 'escalated', repeat: 'repeat' };
    let passed = 0;
    for (const [event, minutes] of planned as [keyof typeof expected, number][]) {
      await passes((minutes - passed) * MINUTE - 1);
      expect(await stages()).not.toContain(expected[event]);
      await passes(1);
      expect(await stages()).toContain(expected[event]);
      passed = minutes;
    }
  });

  test('is closed to people of other organizations', async () => {
    expect((await world.bob.ask('GET', `/alarm/${world.birch.alarm}/history`)).status).toBe(404);
    expect((await world.bob.ask('POST', `/alarm/${world.birch.alarm}/read`)).status).toBe(404);
    expect((await world.charlie.ask('GET', `/alarm/${alarm}/history`)).status).toBe(403);
  });

  test('an alarm that is handed over is the colleague’s, whose phone is notified with the note', async () => {
    const { body } = await act('alice', 'handOver', { to: world.bob.id, from: null, note: 'Nils types it at eight' });
    expect(body).toMatchObject({ outcome: 'done', alarm: { acknowledgedBy: { id: world.bob.id } } });
    expect(body.alarm.note).toBe('Nils types it at eight');
    expect(body.alarm.acknowledgedUntil).toBe(world.clock.in(4 * HOUR));
    const [first, ...others] = await sent();
    expect(first).toEqual([
      'bob',
      'Handed to you: Ledger failed',
      expect.stringContaining('Nils types it at eight'),
      false,
    ]);
    expect(others).toEqual([]);
    expect(await acts()).toEqual([['handedOver', world.alice.id, world.bob.id, 'Nils types it at eight']]);
    const { body: logged } = await world.alice.ask('GET', `/activity?object=${alarm}&model=alarm`);
    expect(logged.map(({ action }: any) => action)).toEqual(['handedOver']);
  });

  test('the former owner is notified silently that it is handed on', async () => {
    await world.alice.ask('PUT', '/push/subscription', subscription('alice'));
    await act('bob', 'acknowledge');
    await sent();
    await act('bob', 'handOver', { to: world.alice.id, from: world.bob.id });
    const messages = await sent();
    expect(messages.map(([device, , , silent]) => [device, silent]).toSorted()).toEqual([
      ['alice', false],
      ['bob', true],
    ]);
  });

  test('of two who hand over at the same time the second changes nothing', async () => {
    await act('bob', 'acknowledge');
    const stale = (await act('alice', 'handOver', { to: world.alice.id, from: null })).body;
    expect([stale.outcome, stale.by, stale.alarm.acknowledgedBy.id]).toEqual(['already', 'Bob', world.bob.id]);
    await act('bob', 'release', { of: 'acknowledgement' });
    const late = (await act('alice', 'handOver', { to: world.alice.id, from: world.bob.id })).body;
    expect([late.outcome, late.alarm.acknowledgedBy]).toEqual(['already', null]);
  });

  test('a colleague whose devices all failed to take their last push is mailed as well', async () => {
    const { body } = await world.alice.ask('PUT', '/push/subscription', subscription('alice'));
    await change(world.alice.id, { alarmEmails: true });
    const handed = async () => {
      await act('bob', 'handOver', { to: world.alice.id, from: null });
      const { body: rows } = await world.alice.ask('GET', `/alarm/${alarm}/deliveries`);
      await act('alice', 'release', { of: 'acknowledgement' });
      return rows.filter(({ stage }: any) => stage === 'handed').map(({ channel }: any) => channel);
    };
    expect(await handed()).toEqual(['push']);
    const lastError = { code: 'answered', status: 403, text: null } as const;
    await world.server.jobContext.write((unit) => unit.update('device', body.id, { lastError }));
    expect((await handed()).toSorted()).toEqual(['mail', 'push', 'push']);
  });

  test('what was resolved meanwhile is neither snoozed nor handed over, not even by who had it', async () => {
    await act('bob', 'acknowledge');
    await act('alice', 'resolve');
    for (const [call, more] of [
      ['snooze', { until: world.clock.in(HOUR) }],
      ['handOver', { from: world.bob.id, to: world.bob.id, note: 'yours' }],
      ['acknowledge', {}],
    ] as const) {
      const { body } = await world.bob.ask('POST', `/alarm/${alarm}/${call}`, more);
      expect([body.outcome, body.by, typeof body.alarm.resolvedAt]).toEqual(['already', null, 'string']);
    }
  });

  test('a note that is sent again under its key stands once', async () => {
    const note = { note: 'on my way', idempotencyKey: 'one' };
    for (const sent of [note, note, { note: 'there' }])
      expect((await world.bob.ask('POST', `/alarm/${alarm}/note`, sent)).status).toBe(200);
    const { acts } = (await world.bob.ask('GET', `/alarm/${alarm}/history`)).body;
    const notes = acts.flatMap(({ act: one, note: text }: any) => (one === 'noted' ? [text] : []));
    expect(notes.toSorted()).toEqual(['on my way', 'there']);
    const again = (await world.bob.ask('POST', `/alarm/${alarm}/note`, note)).body;
    expect(again.note).toBe('there');
  });

  test('nobody gets an alarm who may not act on it, or whom nothing reaches', async () => {
    const to = async (user: string) => {
      const { status, body } = await act('bob', 'handOver', { to: user, from: null });
      return [status, status === 200 ? '' : body.details[0].split(' ')[0]];
    };
    expect(await to(world.charlie.id)).toEqual([400, 'to:']);
    // Alice has no device and wants no mails.
    expect(await to(world.alice.id)).toEqual([400, 'to:']);
    const { body } = await world.alice.ask('PUT', '/push/subscription', subscription('alice'));
    const lastError = { code: 'answered', status: 403, text: null } as const;
    await world.server.jobContext.write((unit) => unit.update('device', body.id, { lastError }));
    expect(await to(world.alice.id)).toEqual([400, 'to:']);
    await change(world.alice.id, { alarmEmails: true });
    expect((await to(world.alice.id))[0]).toBe(200);
    await act('alice', 'release', { of: 'acknowledgement' });
    await world.alice.ask('DELETE', '/grouppermission', { group: world.engineers, permissions: ['alarm.update'] });
    expect((await act('alice', 'handOver', { to: world.bob.id, from: null })).status).toBe(400);
    expect((await act('bob', 'handOver', { to: world.bob.id, from: null })).status).toBe(403);
    expect((await world.alice.ask('GET', `/alarm/${alarm}`)).body.acknowledgedBy).toBeNull();
  });
});
