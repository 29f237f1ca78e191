// Pushes, mails and day shifts follow the zone of the recipient's account, else of the device, else that of the customer.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { subscription } from '#tests/samples.ts';
import { DAY, HOUR, RecordingMail, RecordingPush, databases, makeWorld, type World } from '#tests/world.ts';
import { watched } from './watched.ts';

describe.each(databases)('times in messages on %s', (engine) => {
  let world: World;
  let push: RecordingPush;
  let mail: RecordingMail;
  beforeEach(async () => {
    [push, mail] = [new RecordingPush(), new RecordingMail()];
    world = await makeWorld(engine, { push, mail });
    const { organization } = world.acme;
    await world.alice.ask('PATCH', `/organization/${organization}`, { timeZone: 'America/Los_Angeles' });
    await world.bob.ask('PUT', '/push/subscription', subscription('bob'));
  });
  afterEach(() => world.close());

  /** The body of the push and of the mail about a failure after a backup at 03:00 UTC. */
  async function bodies(timeZone: string) {
    await world.bob.ask('PATCH', '/user/edit-account', { timeZone });
    await world.server.jobContext.write((unit) => unit.update('user', world.bob.id, { emailConfirmedAt: unit.now }));
    push.sent.length = 0;
    const system = await watched(world, `At ${timeZone || 'home'}`);
    world.clock.advance(60_000);
    await world.rosie.ask('POST', '/client/report', { system, event: 'failed', at: world.clock.now(), text: '' });
    await world.settle();
    world.clock.advance(31_000);
    await world.settle();
    const mails = mail.sent.filter(({ to, subject }) => to === world.bob.email && subject.startsWith('At '));
    return [push.sent[0]?.envelope.notification.body as string, mails.at(-1)?.text ?? ''];
  }

  test.each([
    ['Asia/Tokyo', '12:00 PM'],
    ['Europe/Berlin', '4:00 AM'],
    ['', '7:00 PM'],
  ])('for a person in "%s"', async (zone, time) => {
    for (const body of await bodies(zone)) expect(plain(body)).toContain(`Last good backup ${time}`);
  });

  const plain = (text: string) => text.replaceAll('\u202f', ' ');
  const registers = (name: string, timeZone?: string) =>
    world.bob.ask('PUT', '/push/subscription', { ...subscription(name), ...(timeZone && { timeZone }) });

  test('for a person without a zone, whose device said where it is', async () => {
    expect((await registers('bob', 'Asia/Tokyo')).status).toBe(200);
    for (const body of await bodies('')) expect(plain(body)).toContain('Last good backup 12:00 PM');
    // The worker renews a subscription without knowing the zone.
    await registers('bob');
    for (const body of await bodies('')) expect(plain(body)).toContain('Last good backup 12:01 PM');
    for (const body of await bodies('Europe/Berlin')) expect(plain(body)).toContain('Last good backup 4:03 AM');
  });

  test('for each device of a person without a zone by its own; for the mail by the one used last', async () => {
    await registers('bob', 'Asia/Tokyo');
    world.clock.advance(1000);
    await registers('laptop', 'Europe/Berlin');
    const [, mailed = ''] = await bodies('');
    const pushed = push.sent.map(({ envelope }) => plain(envelope.notification.body)).toSorted();
    expect(pushed).toEqual([expect.stringContaining('12:00 PM'), expect.stringContaining('4:00 AM')]);
    expect(plain(mailed)).toContain('Last good backup 4:00 AM');
  });

  test('a device rings though the server does not know its zone', async () => {
    expect((await registers('bob', 'Mars/Olympus')).status).toBe(200);
    for (const body of await bodies('')) expect(plain(body)).toContain('Last good backup 7:00 PM');
  });

  test.each([
    ['2026-11-21T06:59:59.999Z', 0],
    ['2026-11-21T07:00:00.000Z', 1],
    ['2026-11-21T18:59:59.999Z', 1],
    ['2026-11-21T19:00:00.000Z', 0],
  ])('the day shift of a person without a zone is that of the device: %s in Tokyo', async (local, rings) => {
    await world.alice.ask('PATCH', `/user/${world.bob.id}`, { isDay: true, timeZone: '' });
    await registers('bob', 'Asia/Tokyo');
    const system = await watched(world, 'Ledger');
    world.clock.set(local);
    world.clock.advance(DAY - 9 * HOUR);
    push.sent.length = 0;
    await world.rosie.ask('POST', '/client/report', { system, event: 'failed', at: world.clock.now(), text: '' });
    await world.settle();
    expect(push.sent.filter(({ envelope }) => envelope.notification.title === 'Ledger failed')).toHaveLength(rings);
  });
});
