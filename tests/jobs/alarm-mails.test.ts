// Alarms by mail: to whoever wants them and has proven the address, once each, many at once as one, and ended by one click.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DAY, HOUR, MINUTE, RecordingMail, databases, makeWorld, type World } from '#tests/world.ts';
import { watched } from './watched.ts';

describe.each(databases)('alarm emails on %s', (engine) => {
  let world: World;
  let mails: RecordingMail;
  beforeEach(async () => {
    mails = new RecordingMail();
    world = await makeWorld(engine, { mail: mails });
    await proves(world.bob.id);
    await mailed();
    mails.sent.length = 0;
  });
  afterEach(() => world.close());

  /** The address of a user is confirmed. */
  const proves = (user: string) =>
    world.server.jobContext.write((unit) => unit.update('user', user, { emailConfirmedAt: unit.now }));
  const to = (address: string) => mails.sent.filter((mail) => mail.to === address);
  /** Alarm emails wait a moment for more alarms. */
  async function mailed(): Promise<void> {
    await world.settle();
    world.clock.advance(31_000);
    await world.settle();
  }
  async function fails(name: string): Promise<string> {
    const system = await watched(world, name);
    await world.rosie.ask('POST', '/client/report', {
      system,
      event: 'failed',
      at: world.clock.now(),
      text: 'no disk',
    });
    await mailed();
    return system;
  }
  async function becomesLate(...names: string[]): Promise<void> {
    for (const name of names) await watched(world, name);
    world.clock.advance(DAY + 2 * HOUR + 1);
    await mailed();
  }

  test('a mail names the system, opens the alarm, and goes once to each who wants it', async () => {
    const system = await fails('Ledger');
    const [mail] = to('bob@example.com');
    expect(to('bob@example.com')).toHaveLength(1);
    expect(mail?.subject).toContain('Ledger');
    for (const form of [mail?.text, mail?.html]) expect(form).toContain('no disk');
    expect(mail?.text).toMatch(new RegExp(`${world.origin}/admin/system\\?id=${system}&alarm=[0-9a-f-]{36}`));
    expect(new Set(mails.sent.map((one) => one.to))).toEqual(new Set(['alice@example.com', 'bob@example.com']));
  });

  test('nobody is written to without wanting it, without the right, or at an address that nobody has proven', async () => {
    await proves(world.charlie.id);
    await proves(world.dave.id);
    await world.alice.ask('PATCH', `/userorg/${world.acme.userorg}`, { alarmEmails: false });
    await world.alice.ask('PATCH', `/user/${world.alice.id}`, { alarmEmails: false });
    const eve = await world.newUser('eve@example.com');
    await world.alice.ask('POST', '/usergroup', { user: eve, group: world.engineers });
    await world.alice.ask('POST', '/userorg', { user: eve, organization: world.acme.organization });
    await fails('Ledger');
    expect(mails.sent).toEqual([]);
  });

  test('many at once are one mail; unacknowledged they are sent again, and acknowledged they are not', async () => {
    await becomesLate('One', 'Two', 'Three', 'Four', 'Five');
    const before = to('bob@example.com').length;
    expect(before).toBeLessThan(3);
    expect(
      to('bob@example.com')
        .map(({ subject }) => subject)
        .join(),
    ).toMatch(/[5-9]/);
    const { body } = await world.bob.ask('GET', '/alarm?limit=100');
    for (const { id } of body as { id: string }[]) await world.bob.ask('POST', `/alarm/${id}/acknowledge`, {});
    world.clock.advance(40 * MINUTE);
    await mailed();
    expect(to('bob@example.com')).toHaveLength(before);
  });

  test('who is not on shift is written to when nobody took it', async () => {
    await world.alice.ask('PATCH', `/user/${world.bob.id}`, { isDay: true, timeZone: 'UTC' });
    await fails('Night');
    expect(to('bob@example.com')).toEqual([]);
    world.clock.advance(16 * MINUTE);
    await mailed();
    expect(to('bob@example.com')).toEqual([]);
    world.clock.advance(16 * MINUTE);
    await mailed();
    const night = to('bob@example.com').filter(({ subject }) => subject.includes('Night'));
    expect(night.map(({ subject }) => subject)).toEqual(['Escalated: Night failed']);
  });

  test('a mail is not a person reached: the alarm does not count it', async () => {
    const system = await fails('Ledger');
    const { body } = await world.alice.ask('GET', `/alarm?system=${system}`);
    expect(to('bob@example.com')).toHaveLength(1);
    expect(body[0].delivery).toEqual({ sent: 0, shown: 0, failed: 0, unreached: false });
  });

  test('the button of a mail program ends them by one request, without a session', async () => {
    await fails('Ledger');
    const headers = to('bob@example.com')[0]?.headers ?? {};
    expect(headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click');
    const url = /^<(.+)>$/.exec(headers['List-Unsubscribe'] ?? '')?.[1] ?? '';
    const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
    expect((await fetch(url, { method: 'POST', body })).status).toBe(200);
    expect((await world.alice.ask('GET', `/userorg/${world.acme.userorg}`)).body.alarmEmails).toBe(false);
    // The mail that says so is sent after the answer.
    await world.settle();
    mails.sent.length = 0;
    await fails('Second');
    expect(to('bob@example.com')).toEqual([]);
    const forged = url.replace(/token=./, 'token=!');
    expect((await fetch(forged, { method: 'POST', body })).status).toBe(403);
  });
});
