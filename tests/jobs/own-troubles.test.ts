// The server's own problems: the heartbeat to an outside watcher stops, and administrators are notified from memory
// alone.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { Outages, outageOf } from '#server/pipeline/outage.ts';
import type { Store } from '#server/db/engine.ts';
import type { DatabaseFile } from '#server/ports/database-file.ts';
import type { PushOutcome } from '#server/ports/push.ts';
import { StorageError } from '#server/ports/storage.ts';
import { openMemoryStorage } from '#server/ports/storage-memory.ts';
import { SenderHealth } from '#server/monitoring/sender-health.ts';
import { makeGround } from '#tests/test-database.ts';
import { subscription } from '#tests/samples.ts';
import {
  Clock,
  DAY,
  HOUR,
  RecordingMail,
  MINUTE,
  RecordingPush,
  START,
  databases,
  makeWorldOn,
  type World,
  type WorldOptions,
} from '#tests/world.ts';
import { alarmsOf, watched } from './watched.ts';

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

/** An outside watcher that counts. */
async function watcher(): Promise<{ url: string; beats: () => number }> {
  let beats = 0;
  const server: Server = createServer((_request, response) => {
    beats += 1;
    response.end();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  ends.push(() => new Promise((closed) => server.close(closed)));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/ping/secret`, beats: () => beats };
}

const coded = (code: string) => Object.assign(new Error(code), { code });

describe.each(databases)('trouble of the server on %s', (engine) => {
  async function stageOf(options: WorldOptions = {}) {
    const made = await makeGround(engine);
    const trouble: { read: Error | null; write: Error | null; push: PushOutcome | null } = {
      read: null,
      write: null,
      push: null,
    };
    const openStore = (): Store => {
      const store = made.openStore();
      return {
        ...store,
        read: (work) => (trouble.read ? Promise.reject(trouble.read) : store.read(work)),
        write: (work) => (trouble.write ? Promise.reject(trouble.write) : store.write(work)),
      };
    };
    const { url, beats } = await watcher();
    const [push, mail] = [new RecordingPush(), new RecordingMail()];
    const takes = push.send.bind(push);
    push.send = (to, message) => (trouble.push ? Promise.resolve(trouble.push) : takes(to, message)) as any;
    const world: World = await makeWorldOn({ ...made, openStore }, { push, mail, heartbeatUrl: url, ...options });
    ends.push(async () => {
      Object.assign(trouble, { read: null, write: null, push: null });
      await world.close();
    });
    await world.alice.ask('PUT', '/push/subscription', subscription('alice'));
    await world.bob.ask('PUT', '/push/subscription', subscription('bob'));
    await world.settle();
    await world.server.monitor.look();
    const { monitor } = world.server;
    const minutes = async (count: number) => {
      for (let minute = 0; minute < count; minute += 1) {
        world.clock.advance(MINUTE);
        await monitor.look();
      }
    };
    const rang = () =>
      push.sent.map(({ subscription, message, envelope }) => ({
        to: subscription.endpoint.split('/').at(-1),
        title: envelope.notification.title as string,
        body: envelope.notification.body as string,
        urgency: message.urgency,
      }));
    return { world, trouble, beats, minutes, rang, push, mail };
  }
  const inTrouble = (body: string) => ({ to: 'alice', title: 'Backwatch is in trouble', body, urgency: 'high' });

  test('the heartbeat goes out each minute while all is well, and nobody is notified', async () => {
    const { beats, minutes, rang } = await stageOf();
    const before = beats();
    await minutes(3);
    expect([beats() - before, rang()]).toEqual([3, []]);
  });

  test('a database that is away stops it, and rings administrators without being asked, once an hour', async () => {
    const { trouble, beats, minutes, rang } = await stageOf();
    const before = beats();
    trouble.read = trouble.write = coded('ECONNREFUSED');
    await minutes(1);
    expect(rang()).toEqual([]);
    await minutes(59);
    const expected = inTrouble('It cannot use its database. Alarms may be late.');
    expect([beats() - before, rang()]).toEqual([0, [expected]]);
    await minutes(2);
    expect(rang()).toEqual([expected, expected]);
    trouble.read = trouble.write = null;
    // It is felt for a while longer.
    await minutes(3);
    expect(beats() - before).toBeGreaterThan(0);
  });

  test('a deadline that passes while the database is away is an alarm as soon as it is back', async () => {
    const { world, trouble, minutes } = await stageOf();
    const system = await watched(world);
    trouble.read = trouble.write = coded('ECONNREFUSED');
    world.clock.advance(DAY + 3 * HOUR);
    await minutes(3);
    trouble.read = trouble.write = null;
    world.server.scheduler.wake();
    await world.settle();
    expect((await alarmsOf(world, system)).map(({ kind }) => kind)).toEqual(['overdue']);
  });

  test('deadlines that nobody watches stop the heartbeat, and are reported', async () => {
    const { world, beats, minutes, rang } = await stageOf();
    const before = beats();
    await world.server.scheduler.stop();
    await minutes(2);
    expect([beats() - before, rang().map(({ to, title }) => [to, title])]).toEqual([
      0,
      [['alice', 'Backwatch is in trouble']],
    ]);
    world.server.scheduler.start();
    await world.settle();
    await minutes(1);
    expect(beats() - before).toBe(1);
  });

  test('mails that no server takes stop the heartbeat, and are reported by push', async () => {
    const { world, beats, minutes, mail, rang } = await stageOf();
    mail.send = () => Promise.resolve({ result: 'retry', detail: 'ECONNREFUSED' }) as never;
    for (const email of ['alice@example.com', 'bob@example.com', 'dave@example.com'])
      expect((await world.alice.ask('POST', '/auth/send-reset-email', { email })).status).toBe(200);
    await world.settle();
    const before = beats();
    await minutes(2);
    expect([beats() - before, rang().map(({ to, title }) => [to, title])]).toEqual([
      0,
      [['alice', 'Backwatch is in trouble']],
    ]);
  });

  test('a full disk is noticed by the work that cannot be written', async () => {
    const { world, trouble, beats, minutes, rang } = await stageOf();
    trouble.write = coded(engine === 'sqlite' ? 'SQLITE_FULL' : '53100');
    const before = beats();
    for (let minute = 0; minute < 3; minute += 1) {
      expect((await world.alice.ask('POST', '/organization', { name: 'Full' })).status).toBe(507);
      await minutes(1);
    }
    expect([beats() - before, rang()]).toEqual([
      0,
      [inTrouble('Its disk is full: nothing is saved. Alarms may be late.')],
    ]);
  });

  test('a nightly copy that failed is an alarm without a system, does not stop the heartbeat, and ends with the next copy', async () => {
    let isBroken = true;
    const databaseFile: DatabaseFile = {
      endedUncleanly: false,
      check: () => Promise.resolve([]),
      copy: () => (isBroken ? Promise.reject(new Error('no room')) : Promise.resolve()),
      copies: () => Promise.resolve([]),
      remove: () => Promise.resolve(),
      room: () => Promise.resolve({ bytes: 1, free: 1000 }),
      close: () => undefined,
    };
    const { world, beats, minutes, rang } = await stageOf({ databaseFile });
    const alarms = async () => {
      const { body } = await world.alice.ask('GET', '/alarm?where={"system":null}');
      return (body as any[]).map(({ kind, cause, resolvedAt }) => [kind, cause, resolvedAt !== null]);
    };
    const noRoom = { code: 'foreign', text: 'no room' };
    world.clock.advance(11 * MINUTE);
    await world.settle();
    const before = beats();
    await minutes(14);
    expect([beats() - before, await alarms()]).toEqual([14, [['failed', noRoom, false]]]);
    expect(rang()).toEqual([
      { to: 'alice', title: 'Database copy failed', body: 'no room. Backwatch', urgency: 'high' },
    ]);
    isBroken = false;
    world.clock.advance(60 * MINUTE);
    await world.settle();
    expect(await alarms()).toEqual([['failed', noRoom, true]]);
  });

  test('a store that is gone stops it, and rings by its alarm alone', async () => {
    const storage = openMemoryStorage(() => START);
    const { world, beats, minutes, rang } = await stageOf({ storage });
    storage.ready = () =>
      Promise.reject(new StorageError('E_UNAVAILABLE', 'The backup storage is not available (ENOENT).'));
    for (let minute = 0; minute < 2; minute += 1) {
      world.clock.advance(MINUTE);
      await world.settle();
    }
    const before = beats();
    await minutes(5);
    await world.settle();
    expect(beats() - before).toBe(0);
    expect(rang().map(({ to, title }) => [to, title])).toEqual([['alice', 'Backup storage is not available']]);
  });

  test('pushes that nobody takes are reported by mail', async () => {
    const { world, trouble, beats, minutes, mail } = await stageOf();
    await world.alice.ask('PUT', '/push/subscription', subscription('tablet'));
    trouble.push = { result: 'refused', status: 403, detail: 'BadJwtToken' };
    const before = beats();
    const system = await watched(world);
    await world.rosie.ask('POST', '/client/report', { system, event: 'failed', at: world.clock.now() });
    await world.settle();
    await minutes(2);
    expect(beats() - before).toBe(0);
    const sentMails = mail.sent.filter(({ subject }) => subject === 'Backwatch is in trouble');
    expect(
      sentMails.map(({ to, text }) => [to, text.includes('It cannot send pushes. Alarms may reach nobody.')]),
    ).toEqual([['alice@example.com', true]]);
  });
});

test('an outage is distinguished from an error of a request, and forgotten after a while', () => {
  expect([coded('SQLITE_FULL'), coded('SQLITE_BUSY'), coded('08006'), coded('E_RATE'), null].map(outageOf)).toEqual([
    'disk',
    'database',
    'database',
    null,
    null,
  ]);
  const clock = new Clock(START);
  const outages = new Outages(() => Date.parse(clock.now()));
  outages.note(coded('ENOSPC'));
  clock.advance(90_000);
  expect(outages.current()).toEqual(['disk']);
  clock.advance(1);
  expect(outages.current()).toEqual([]);
});

test('a sender fails when three in a row did, whoever they were for; a device that is gone is none', async () => {
  const clock = new Clock(START);
  const health = new SenderHealth(() => Date.parse(clock.now()));
  let result: PushOutcome['result'] = 'retry';
  const port = health.watchPush({ send: async () => ({ result, detail: '' }) });
  const send = () => port.send(subscription('a') as any, {} as any);
  await send();
  await send();
  expect(health.failing()).toEqual([]);
  await send();
  expect(health.failing()).toEqual(['pushes']);
  result = 'gone';
  await send();
  expect(health.failing()).toEqual([]);
  result = 'refused';
  for (let count = 0; count < 3; count += 1) await send();
  clock.advance(60 * MINUTE);
  expect(health.failing()).toEqual([]);
});
