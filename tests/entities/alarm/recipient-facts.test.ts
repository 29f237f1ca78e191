// Recipients of an alarm: deliveries with their outcome, and the people whom one would reach now, within the reader's
// organizations.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { subscription } from '#tests/samples.ts';
import { MINUTE, RecordingMail, databases, makeWorld, type World } from '#tests/world.ts';
import { watched } from '#tests/jobs/watched.ts';

describe.each(databases)('facts about alarms on %s', (engine) => {
  let world: World;
  beforeEach(async () => {
    world = await makeWorld(engine);
    for (const person of [world.alice, world.bob]) await change(person.id, { alarmEmails: false });
  });
  afterEach(() => world.close());

  const change = (user: string, values: object) =>
    world.server.jobContext.write((unit) => unit.update('user', user, { emailConfirmedAt: unit.now, ...values }));
  const recipients = async (by = world.alice) => {
    const { body } = await by.ask('GET', `/alarm/recipients?organization=${world.acme.organization}`);
    return (body as any[]).map(({ user, channels, reason, from }) => [user?.id ?? null, channels, reason, from]);
  };
  async function fails(): Promise<string> {
    const system = await watched(world, 'Ledger');
    const report = { system, event: 'failed', at: world.clock.now(), text: 'no disk' };
    await world.rosie.ask('POST', '/client/report', report);
    await world.settle();
    return (await world.alice.ask('GET', `/alarm?system=${system}`)).body[0].id;
  }
  const deliveries = async (alarm: string, by = world.alice) =>
    ((await by.ask('GET', `/alarm/${alarm}/deliveries`)).body as any[]).map(({ stage, user, channel, status }) => [
      stage,
      user?.id ?? null,
      channel,
      status,
    ]);

  test('people whom an alarm would reach come first, the others with the reason', async () => {
    const [alice, bob] = [world.alice.id, world.bob.id];
    expect((await recipients()).toSorted()).toEqual(
      [
        [alice, [], 'noDevice', null],
        [bob, [], 'noDevice', null],
      ].toSorted(),
    );
    await world.bob.ask('PUT', '/push/subscription', subscription('bob'));
    await change(world.alice.id, { isDay: true, timeZone: 'Europe/Berlin', alarmEmails: true });
    const morning = '2026-11-21T06:00:00.000Z';
    expect(await recipients()).toEqual([
      [bob, ['push'], null, null],
      [alice, [], 'dayShift', morning],
    ]);
    await world.alice.ask('DELETE', '/grouppermission', { group: world.engineers, permissions: ['alarm.update'] });
    expect(await recipients()).toContainEqual([bob, [], 'readOnly', null]);
    await change(world.bob.id, { readOnlyAlarms: true });
    expect(await recipients()).toContainEqual([bob, ['push'], null, null]);
    await change(world.bob.id, { alarmEmails: true });
    expect(await recipients()).toContainEqual([bob, ['push', 'mail'], null, null]);
  });

  test('a mail counts for nothing where no mail server is set', async () => {
    await world.close();
    world = await makeWorld(engine, { mail: Object.assign(new RecordingMail(), { sends: false }) });
    for (const person of [world.alice, world.bob]) await change(person.id, { alarmEmails: true });
    expect((await recipients()).map(([, channels, reason]) => [channels, reason])).toEqual([
      [[], 'noDevice'],
      [[], 'noDevice'],
    ]);
    const { body: unreachable } = await world.alice.ask('GET', '/user/unreachable');
    expect(unreachable).toEqual(expect.arrayContaining([world.alice.id, world.bob.id]));
    expect((await world.alice.ask('GET', `/user/${world.bob.id}`)).body.mailed).toBe(false);
    const alarm = await fails();
    const to = { to: world.alice.id, from: null };
    expect((await world.bob.ask('POST', `/alarm/${alarm}/handOver`, to)).status).toBe(400);
  });

  test('a person has the last failure of the push once it concerns every device, and is pushed to all the same', async () => {
    const fault = { code: 'answered', status: 403, text: null } as const;
    const ids: string[] = [];
    for (const name of ['one', 'two'])
      ids.push((await world.bob.ask('PUT', '/push/subscription', subscription(name))).body.id);
    const found = async () => {
      const { body } = await world.alice.ask('GET', `/alarm/recipients?organization=${world.acme.organization}`);
      const { channels, lastError } = (body as any[]).find(({ user }) => user?.id === world.bob.id);
      return [channels, lastError];
    };
    for (const id of ids) {
      expect(await found()).toEqual([['push'], null]);
      await world.server.jobContext.write((unit) => unit.update('device', id, { lastError: fault }));
    }
    expect(await found()).toEqual([['push'], fault]);
    await change(world.bob.id, { isDay: true, timeZone: 'Europe/Berlin' });
    expect(await found()).toEqual([[], fault]);
    await change(world.bob.id, { alarmEmails: true });
    expect(await found()).toEqual([[], null]);
  });

  test('a person whom nothing will ring in the morning either is not said to be on day shift', async () => {
    const { id } = world.alice;
    await change(id, { isDay: true, timeZone: 'Europe/Berlin' });
    expect(await recipients()).toContainEqual([id, [], 'noDevice', null]);
    const alarm = await fails();
    const to = { to: id, from: null };
    expect((await world.bob.ask('POST', `/alarm/${alarm}/handOver`, to)).status).toBe(400);
    await world.alice.ask('PUT', '/push/subscription', subscription('alice'));
    expect(await recipients()).toContainEqual([id, [], 'dayShift', '2026-11-21T06:00:00.000Z']);
    expect((await world.bob.ask('POST', `/alarm/${alarm}/handOver`, to)).status).toBe(200);
  });

  test('without an organization the people of all that one may read are listed, each once', async () => {
    const everyone = async (by = world.alice) =>
      ((await by.ask('GET', '/alarm/recipients?everywhere=true')).body as any[]).map(({ user }) => user?.id ?? null);
    expect((await everyone()).toSorted()).toEqual([world.alice.id, world.bob.id, world.dave.id].toSorted());
    // Bob reads Acme alone: Dave of Birch is not among his.
    const of = await everyone(world.bob);
    expect(of).toHaveLength(2);
    expect(of).not.toContain(world.dave.id);
  });

  test('a person limited to organizations sees only their own, and no name from elsewhere', async () => {
    const named = (await recipients(world.bob)).map(([id]) => id);
    expect(named).toContain(world.bob.id);
    // Alice has all organizations and is linked to none: she would be notified, but is nobody's colleague.
    expect(named).toContain(null);
    const foreign = `/alarm/recipients?organization=${world.birch.organization}`;
    expect((await world.bob.ask('GET', foreign)).status).toBe(404);
    expect((await world.charlie.ask('GET', foreign)).status).toBe(403);
    expect((await world.bob.ask('GET', `/alarm/${world.birch.alarm}/deliveries`)).status).toBe(404);
  });

  test('each notification is listed with its outcome, the repeats that name the alarm included', async () => {
    await world.bob.ask('PUT', '/push/subscription', subscription('bob'));
    const alarm = await fails();
    for (const minutes of [15, 15, 30]) {
      world.clock.advance(minutes * MINUTE);
      await world.settle();
    }
    const bob = world.bob.id;
    const expected = ['new', 'reminder', 'escalated', 'repeat'].map((stage) => [stage, bob, 'push', 'sent']);
    expect(await deliveries(alarm)).toEqual(expected);
    expect(await deliveries(alarm, world.bob)).toEqual(expected);
  });
});
