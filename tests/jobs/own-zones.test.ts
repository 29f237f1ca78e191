// Pushes and mails tell the time of the recipient's own zone; without one that of the customer.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { subscription } from '#tests/samples.ts';
import { MailBook, PushBook, databases, makeWorld, type World } from '#tests/world.ts';
import { watched } from './watched.ts';

describe.each(databases)('times in messages on %s', (engine) => {
  let world: World;
  let push: PushBook;
  let mail: MailBook;
  beforeEach(async () => {
    [push, mail] = [new PushBook(), new MailBook()];
    world = await makeWorld(engine, { push, mail });
    const { organization } = world.acme;
    await world.alice.ask('PATCH', `/organization/${organization}`, { timeZone: 'America/Los_Angeles' });
    await world.bob.ask('PUT', '/push/subscription', subscription('bob'));
  });
  afterEach(() => world.close());

  /** The body of the push and of the mail about a failure after a backup at 03:00 UTC. */
  async function bodies(timeZone: string) {
    await world.bob.ask('PATCH', '/user/edit-account', { timeZone });
    await world.server.house.write((unit) => unit.update('user', world.bob.id, { emailConfirmedAt: unit.now }));
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
    for (const body of await bodies(zone)) expect(body.replaceAll('\u202f', ' ')).toContain(`Last good backup ${time}`);
  });
});
