// Time in which no server ran: systems may report first, administrators get one message. A wrong clock raises no lasting alarm.
import { afterEach, describe, expect, test } from 'vitest';
import { restoreCast, castOf, saveCast } from '#tests/cast.ts';
import { makeGround, type Engine } from '#tests/test-database.ts';
import {
  Clock,
  DAY,
  HOUR,
  MINUTE,
  RecordingMail,
  RecordingPush,
  START,
  databases,
  startServer,
  type World,
} from '#tests/world.ts';
import { subscription } from '#tests/samples.ts';
import { alarmsOf, watched } from './watched.ts';

const endings: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).toReversed()) await end();
});

/** A server that can be ended and started again on its database, with the same people. */
async function openServers(engine: Engine, options: { noticesSleep?: boolean } = {}) {
  const ground = await makeGround(engine);
  endings.push(() => ground.gone());
  const [clock, push, mail] = [new Clock(START), new RecordingPush(), new RecordingMail()];
  const start = () => startServer(ground, { clock, push, mail, ...options });
  let running = await start();
  let cast = await castOf(running);
  const end = async () => {
    cast.leave();
    await running.close();
  };
  endings.push(() => end());
  const world = () => ({ ...running, ...cast, ground, engine }) as unknown as World;
  return {
    clock,
    push,
    mail,
    world,
    open: async (system: string) => (await alarmsOf(world(), system)).filter(({ resolvedAt }) => resolvedAt === null),
    report: (system: string) =>
      cast.rosie.ask('POST', '/client/report', { system, event: 'success', at: clock.now(), file: 'b', size: 1 }),
    settle: () => running.settle(),
    /** Ends the server, starts another one after `ms`. */
    async restart(ms: number) {
      const saved = saveCast(cast);
      await end();
      clock.advance(ms);
      running = await start();
      cast = restoreCast(running, saved);
      await running.settle();
    },
  };
}

describe.each(databases)('after the server was away, on %s', (engine) => {
  const DUE = DAY + 2 * HOUR;

  test('a system whose deadline fell into that time has 15 minutes to report', async () => {
    const servers = await openServers(engine);
    const { clock, restart, report, settle, open } = servers;
    const [reports, silent] = [await watched(servers.world(), 'Reports'), await watched(servers.world(), 'Silent')];
    clock.advance(DUE - HOUR);
    await settle();
    await restart(3 * HOUR + 10 * MINUTE);
    expect([await open(reports), await open(silent)]).toEqual([[], []]);
    clock.advance(10 * MINUTE);
    await report(reports);
    clock.advance(5 * MINUTE);
    await settle();
    expect(await open(silent)).toEqual([]);
    clock.advance(1);
    await settle();
    expect((await open(silent)).map(({ kind }) => kind)).toEqual(['overdue']);
    expect(await open(reports)).toEqual([]);
  });

  test('a short absence gives as long as it lasted, and a deadline outside of it gives nothing', async () => {
    const servers = await openServers(engine);
    const { clock, restart, settle, open } = servers;
    const within = await watched(servers.world(), 'Within');
    clock.advance(3 * MINUTE);
    const later = await watched(servers.world(), 'Later');
    clock.advance(DUE - 4 * MINUTE);
    await settle();
    await restart(3 * MINUTE);
    clock.advance(2 * MINUTE);
    await settle();
    expect(await open(within)).toEqual([]);
    expect((await open(later)).map(({ kind }) => kind)).toEqual(['overdue']);
    clock.advance(MINUTE + 1);
    await settle();
    expect((await open(within)).map(({ kind }) => kind)).toEqual(['overdue']);
  });

  test('a server that ends again at once takes nothing of that time away', async () => {
    const servers = await openServers(engine);
    const { clock, restart, open } = servers;
    const system = await watched(servers.world());
    clock.advance(DUE - HOUR);
    await servers.settle();
    await restart(2 * HOUR);
    await restart(20_000);
    clock.advance(10 * MINUTE);
    await servers.settle();
    expect(await open(system)).toEqual([]);
    clock.advance(6 * MINUTE);
    await servers.settle();
    expect((await open(system)).map(({ kind }) => kind)).toEqual(['overdue']);
  });

  test('administrators get one message, in their time zone; nobody else does', async () => {
    const servers = await openServers(engine);
    const { alice, bob, server } = servers.world();
    await alice.ask('PUT', '/push/subscription', subscription('alice'));
    await bob.ask('PUT', '/push/subscription', subscription('bob'));
    await alice.ask('PATCH', `/user/${alice.id}`, { timeZone: 'Europe/Berlin' });
    for (const { id } of [alice, bob])
      await server.jobContext.write((unit) => unit.update('user', id, { emailConfirmedAt: unit.now }));
    await servers.settle();
    servers.push.sent.length = 0;
    servers.mail.sent.length = 0;
    await servers.restart(20_000);
    expect(servers.push.sent).toEqual([]);
    await servers.restart(3 * HOUR + 10 * MINUTE);
    servers.clock.advance(MINUTE);
    await servers.settle();
    const about = servers.push.sent.filter(({ envelope }) => envelope.notification.tag === 'away');
    expect(about.map(({ subscription: to }) => to.endpoint)).toEqual(['https://push.example.com/alice']);
    expect(about[0]?.envelope.notification).toMatchObject({
      title: 'Backwatch was away',
      body: 'From 4:00 AM to 7:10 AM. Systems that were due then have up to 15 min to report',
      silent: true,
    });
    const mails = servers.mail.sent.filter(({ subject }) => subject === 'Backwatch was away');
    expect(mails.map(({ to }) => to)).toEqual(['alice@example.com']);
  });

  test('a machine that slept was away as well', async () => {
    const servers = await openServers(engine, { noticesSleep: true });
    const system = await watched(servers.world());
    await servers.settle();
    servers.clock.advance(DUE + HOUR);
    await servers.settle();
    expect(await servers.open(system)).toEqual([]);
    servers.clock.advance(15 * MINUTE + 1);
    await servers.settle();
    expect((await servers.open(system)).map(({ kind }) => kind)).toEqual(['overdue']);
  });
});

describe.each(databases)('a clock that was a day ahead, on %s', (engine) => {
  test('its alarms close by themselves once it is right again, and the next ones are in time', async () => {
    const servers = await openServers(engine);
    const { clock, settle, open } = servers;
    const [late, never] = [await watched(servers.world(), 'Late'), await watched(servers.world(), 'Other')];
    const failed = servers.world().acme.system;
    await settle();
    const right = clock.now();
    clock.advance(2 * DAY);
    await settle();
    for (const system of [late, never]) expect((await open(system)).map(({ kind }) => kind)).toEqual(['overdue']);
    clock.set(right);
    clock.advance(MINUTE);
    await settle();
    expect([await open(late), await open(never)]).toEqual([[], []]);
    expect((await open(failed)).map(({ kind }) => kind)).toEqual(['failed']);
    clock.advance(DAY + 2 * HOUR);
    await settle();
    expect((await open(late)).map(({ kind }) => kind)).toEqual(['overdue']);
  });

  test('also where it was set right while no server ran', async () => {
    const servers = await openServers(engine);
    const system = await watched(servers.world());
    await servers.settle();
    servers.clock.advance(2 * DAY);
    await servers.settle();
    expect(await servers.open(system)).toHaveLength(1);
    await servers.restart(-2 * DAY + HOUR);
    expect(await servers.open(system)).toEqual([]);
    servers.clock.advance(DAY + 2 * HOUR);
    await servers.settle();
    expect(await servers.open(system)).toHaveLength(1);
  });
});
