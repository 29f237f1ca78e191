// After the escalation: one notification for each person and half hour, which names all alarms that nobody has.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { subscription } from '#tests/samples.ts';
import { castOf } from '#tests/cast.ts';
import { makeGround } from '#tests/test-database.ts';
import {
  Browser,
  Clock,
  HOUR,
  MINUTE,
  RecordingMail,
  RecordingPush,
  START,
  databases,
  makeWorld,
  startServer,
  type World,
} from '#tests/world.ts';
import { failedAlarm } from './watched.ts';
import { allTables } from '#tests/all-tables.ts';

describe.each(databases)('repeated notifications on %s', (engine) => {
  let world: World;
  let push: RecordingPush;
  let mail: RecordingMail;
  beforeEach(async () => {
    [push, mail] = [new RecordingPush(), new RecordingMail()];
    world = await makeWorld(engine, { push, mail, pushHosts: ['push.example.com', 'web.push.apple.com'] });
    for (const person of [world.alice, world.bob]) await change(person.id, { alarmEmails: false });
    for (const { alarm: other } of [world.acme, world.birch])
      await world.alice.ask('POST', `/alarm/${other}/resolve`, {});
  });
  afterEach(() => world.close());

  const change = (user: string, values: object) =>
    world.server.jobContext.write((unit) => unit.update('user', user, { emailConfirmedAt: unit.now, ...values }));
  const phone = (name: string, by = world.bob, endpoint = `https://push.example.com/${name}`) =>
    by.ask('PUT', '/push/subscription', { ...subscription(name), endpoint });
  const fails = (name: string) => failedAlarm(world, name);
  const step = async (ms: number): Promise<void> => {
    world.clock.advance(ms);
    await world.settle();
  };
  const bodies: string[] = [];
  /** Minutes after the start at which each notification to an endpoint was sent, within so many minutes. */
  async function rings(minutes: number, endpoint = '/his'): Promise<[number, string][]> {
    const pushes: [number, string][] = [];
    bodies.length = 0;
    for (let minute = 0; minute < minutes; minute += 5) {
      push.sent.length = 0;
      await step(5 * MINUTE);
      for (const { subscription: to, envelope } of push.sent)
        if (to.endpoint.endsWith(endpoint) && !envelope.notification.silent) {
          pushes.push([minute + 5, envelope.notification.title]);
          bodies.push(envelope.notification.body);
        }
    }
    return pushes;
  }
  const minutesOf = (pushes: [number, string][]) => pushes.map(([minute]) => minute);

  test('one alarm rings after 15 and 30 minutes, then every half hour until somebody has it', async () => {
    await phone('his');
    const alarm = await fails('Ledger');
    const pushes = await rings(125);
    expect(minutesOf(pushes)).toEqual([15, 30, 60, 90, 120]);
    expect(pushes[2]?.[1]).toBe('Still waiting: Ledger failed');
    await world.bob.ask('POST', `/alarm/${alarm}/acknowledge`, {});
    expect(await rings(120)).toEqual([]);
  });

  test('several alarms of different times are one notification for each half hour, which names them all', async () => {
    await phone('his');
    await fails('Ledger');
    await rings(10);
    const second = await fails('Vault');
    await rings(10);
    await fails('Harbor');
    // The last one is escalated 50 minutes after the first one failed: from then on there are repeats alone.
    await rings(35);
    expect(await rings(60)).toEqual([
      [5, 'Still waiting: 3 need you'],
      [35, 'Still waiting: 3 need you'],
    ]);
    await world.bob.ask('POST', `/alarm/${second}/acknowledge`, {});
    expect((await rings(30)).map(([, title]) => title)).toEqual(['Still waiting: 2 need you']);
    expect(bodies.at(-1)).toBe('Ledger failed and Harbor failed');
  });

  test('an iPhone rings in the first two rounds and then once an hour: nothing is replaced there', async () => {
    await phone('hers', world.bob, 'https://web.push.apple.com/hers');
    await fails('Ledger');
    expect(minutesOf(await rings(275, '/hers'))).toEqual([15, 30, 60, 90, 150, 210, 270]);
  });

  test('a person on day shift is rung once at the escalation, and again from 07:00', async () => {
    // 03:00 in Berlin is 02:00 UTC; the world begins at 03:00 UTC.
    await change(world.bob.id, { isDay: true, timeZone: 'Europe/Berlin' });
    await phone('his');
    await fails('Ledger');
    expect(minutesOf(await rings(240))).toEqual([30, 180, 210, 240]);
  });

  test('an alarm that somebody snoozed is named again once its snooze has ended', async () => {
    await phone('his');
    const alarm = await fails('Ledger');
    await rings(35);
    await world.bob.ask('POST', `/alarm/${alarm}/snooze`, { until: world.clock.in(2 * HOUR) });
    const pushes = await rings(185);
    expect(pushes[0]).toEqual([120, 'Escalated: Ledger failed']);
    expect(minutesOf(pushes)).toEqual([120, 150, 180]);
  });

  test('nobody is rung about what is resolved, and who leaves the organization is rung no more', async () => {
    await phone('his');
    await fails('Ledger');
    await rings(35);
    await world.alice.ask('DELETE', '/userorg', { user: world.bob.id, organization: world.acme.organization });
    expect(await rings(90)).toEqual([]);
    const rows = await world.server.jobContext.read((unit) =>
      allTables(unit).selectFrom('repeat').select('id').execute(),
    );
    expect(rows.map(({ id }) => id)).not.toContain(world.bob.id);
  });

  test('a phone that is turned on later rings with the next repeat', async () => {
    await fails('Ledger');
    await rings(65);
    await phone('his');
    expect((await rings(30)).length).toBeGreaterThan(0);
  });

  test('who joins after the escalation is rung within an hour', async () => {
    await phone('hers', world.alice);
    await world.alice.ask('DELETE', '/userorg', { user: world.bob.id, organization: world.acme.organization });
    await phone('his');
    await fails('Ledger');
    await rings(65);
    await world.alice.ask('POST', '/userorg', { user: world.bob.id, organization: world.acme.organization });
    expect((await rings(60)).length).toBe(1);
  });

  test('a person without a device is mailed as an iPhone is rung', async () => {
    await change(world.bob.id, { alarmEmails: true });
    await fails('Ledger');
    await rings(215);
    const about = mail.sent.filter(({ text }) => text.includes('Ledger'));
    expect(about).toHaveLength(3 + 4);
  });

  test('a mail that was not needed any more does not end the mails', async () => {
    await change(world.bob.id, { alarmEmails: true });
    await fails('Ledger');
    await rings(65);
    const other = await fails('Archive');
    await world.alice.ask('POST', `/alarm/${other}/acknowledge`, {});
    await step(MINUTE);
    mail.sent.length = 0;
    await rings(120);
    expect(mail.sent.map(({ to, subject }) => [to, subject])).toEqual([
      ['bob@example.com', 'Still waiting: Ledger failed'],
      ['bob@example.com', 'Still waiting: Ledger failed'],
    ]);
  });

  /** Harbor of Birch fails, of which bob is mailed as well. */
  async function failsAtBirch() {
    const { organization } = world.birch;
    const { body: link } = await world.alice.ask('POST', '/userorg', { user: world.bob.id, organization });
    await change(world.bob.id, { alarmEmails: true });
    const { key } = (await world.alice.ask('GET', `/organization/${organization}/get-client-key`)).body;
    const client = new Browser(world.origin, { authorization: `Bearer ${key}`, 'x-client-instance': 'rosie' });
    const { body: harbor } = await world.alice.ask('POST', '/system', { name: 'Harbor', organization });
    const at = world.clock.now();
    const report = { system: harbor.id, event: 'failed', at, text: 'no disk' };
    expect((await client.ask('POST', '/api/client/report', report)).status).toBe(200);
    return { organization, link: String(link.id) };
  }

  test('the link of a mail that repeats alarms of several customers is about all of them', async () => {
    const { organization } = await failsAtBirch();
    await fails('Ledger');
    mail.sent.length = 0;
    await rings(100);
    const repeated = mail.sent.filter(({ text }) => text.includes('Ledger') && text.includes('Harbor')).at(-1);
    const token = /unsubscribe\?token=([\w.-]+)/.exec(repeated?.text ?? '')?.[1] ?? '';
    const about = JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()).organizations;
    expect(about).toEqual([world.acme.organization, organization].toSorted());
  });

  test('a repeat by mail does not name the alarms of a customer whose mails were turned off meanwhile', async () => {
    const { link } = await failsAtBirch();
    await fails('Ledger');
    await rings(60);
    mail.sent.length = 0;
    await world.alice.ask('PATCH', `/userorg/${link}`, { alarmEmails: false });
    await step(MINUTE);
    const repeated = mail.sent.filter(({ to }) => to === 'bob@example.com');
    expect(repeated.map(({ subject }) => subject)).toEqual(['Still waiting: Ledger failed']);
    expect(repeated[0]?.text).not.toContain('Harbor');
  });

  test('a long sleep of the machine loses no repeat, and makes none twice', async () => {
    await phone('his');
    await fails('Ledger');
    await rings(35);
    push.sent.length = 0;
    await step(5 * HOUR);
    expect(push.sent.map(({ envelope }) => envelope.notification.title)).toEqual(['Still waiting: Ledger failed']);
    expect(minutesOf(await rings(35))).toEqual([30]);
  });

  test('what came due while no server ran is repeated at the start of the next', async () => {
    const ground = await makeGround(engine);
    const clock = new Clock(START);
    const before = await startServer(ground, { clock });
    const cast = await castOf(before);
    await cast.alice.ask('PUT', '/push/subscription', subscription('phone'));
    for (const minutes of [15, 15, 1]) {
      clock.advance(minutes * MINUTE);
      await before.settle();
    }
    cast.leave();
    await before.close();
    clock.advance(3 * HOUR);
    const after = new RecordingPush();
    const next = await startServer(ground, { clock, push: after });
    await next.settle();
    const titles = () =>
      after.sent.map(({ envelope }) => envelope.notification.title).filter((title) => !title.includes('away'));
    expect(titles()).toEqual(['Still waiting: 2 need you']);
    clock.advance(30 * MINUTE);
    await next.settle();
    expect(titles()).toHaveLength(2);
    await next.close();
    await ground.gone();
  });

  test.skipIf(engine !== 'postgres')('two servers on one database make each repeat once', async () => {
    await phone('his');
    await fails('Ledger');
    await rings(35);
    const theirs = new RecordingPush();
    const other = await startServer(world.ground, { clock: world.clock, push: theirs, keys: world.keys });
    push.sent.length = 0;
    for (let round = 0; round < 4; round += 1) {
      world.clock.advance(30 * MINUTE);
      await Promise.all([world.settle(), other.settle()]);
      await Promise.all([world.settle(), other.settle()]);
    }
    expect(push.sent.length + theirs.sent.length).toBe(4);
    await other.close();
  });
});
