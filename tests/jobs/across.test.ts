// Two servers on one PostgreSQL, and who is connected to which: events, rights and clients know no border between them.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from 'kysely';
import { Line, MINUTE, databases, makeWorld, startServer, type World } from '#tests/world.ts';
import type { Running } from '#tests/world.ts';

const patient = { timeout: 30_000 };

describe.skipIf(!databases.includes('postgres'))('people and clients on two servers', () => {
  let world: World;
  let other: Running;
  const lines: Line[] = [];
  beforeAll(async () => {
    world = await makeWorld('postgres');
    other = await startServer(world.ground, { clock: world.clock, keys: world.keys });
  });
  afterAll(async () => {
    for (const line of lines) line.close();
    await other.close();
    await world.close();
  });

  async function lineTo({ origin }: { origin: string }, identity: Parameters<typeof Line.open>[1]): Promise<Line> {
    const line = await Line.open(origin, identity);
    lines.push(line);
    return line;
  }
  /** Somebody of the cast, enrolled at the other server. */
  async function watcher(who: 'alice' | 'bob' | 'dave'): Promise<Line> {
    const line = await lineTo(other, { cookie: world[who].browser.cookie });
    expect((await line.ask('GET', '/api/app/subscribe')).status).toBe(200);
    return line;
  }
  const rosieAt = (where: { origin: string }) =>
    lineTo(where, { key: world.rosie.key, instance: world.rosie.instance });
  const hello = { version: '1.0.0', hostName: 'host', platform: 'linux', internalIp: '10.0.0.1', instance: 'rosie' };
  const connected = async () => (await world.alice.ask('GET', `/system/${world.acme.system}`)).body.connected;
  const eventsOf = (line: Line, event: string) => line.events.filter((one) => one.event === event);

  test('what is changed on one is told on the other: once, in order, and to nobody who may not read it', async () => {
    const [bob, dave] = [await watcher('bob'), await watcher('dave')];
    const notes = Array.from({ length: 12 }, (_one, index) => `note ${index}`);
    for (const text of notes) await world.alice.ask('PATCH', `/system/${world.acme.system}`, { notes: text });
    await expect.poll(() => eventsOf(bob, 'system').length, patient).toBe(notes.length);
    expect(eventsOf(bob, 'system').map(({ payload }) => payload.data.notes)).toEqual(notes);
    expect(eventsOf(dave, 'system')).toEqual([]);
  });

  test('the socket of a request is found on the other; one of another session is not excluded there', async () => {
    const elsewhere = await world.signIn(world.alice.id);
    const [own, sibling] = [await watcher('alice'), await watcher('alice')];
    const foreign = await lineTo(other, { cookie: elsewhere.browser.cookie });
    expect((await foreign.ask('GET', '/api/app/subscribe')).status).toBe(200);
    for (const line of [own, foreign]) {
      const headers = { 'x-socket-id': String(line.socket.id) };
      await world.alice.ask('PATCH', `/system/${world.acme.system}`, { notes: headers['x-socket-id'] }, headers);
    }
    await expect.poll(() => eventsOf(sibling, 'system').length, patient).toBe(2);
    await Promise.all([own.caughtUp(), foreign.caughtUp()]);
    expect([eventsOf(own, 'system').length, eventsOf(foreign, 'system').length]).toEqual([1, 2]);
  });

  test('the list of what came in lately follows what came in on the other', async () => {
    const bob = await watcher('bob');
    const report = { system: world.acme.system, event: 'success', at: world.clock.now(), file: 'across.zip', size: 9 };
    expect((await world.rosie.ask('POST', '/client/report', report)).status).toBe(200);
    await expect.poll(() => eventsOf(bob, 'backup').length, patient).toBe(1);
    world.clock.advance(MINUTE);
    other.server.scheduler.wake();
    const files = () =>
      eventsOf(bob, 'recent').flatMap(({ payload }) => payload.data.map(({ backup }: any) => backup?.file));
    await expect.poll(files, patient).toContain('across.zip');
  });

  test('what is too long for a notice arrives all the same', async () => {
    const bob = await watcher('bob');
    const notes = 'long '.repeat(1900);
    expect((await world.alice.ask('PATCH', `/system/${world.acme.system}`, { notes })).status).toBe(200);
    await expect.poll(() => eventsOf(bob, 'system').at(-1)?.payload.data.notes, patient).toBe(notes);
  });

  test('rights that are taken on one are gone on the other', async () => {
    const bob = await watcher('bob');
    const { userorg } = world.acme;
    const { user, organization } = (await world.alice.ask('GET', `/userorg/${userorg}`)).body;
    await world.alice.ask('DELETE', `/userorg/${userorg}`);
    await expect.poll(() => eventsOf(bob, 'session').length, patient).toBeGreaterThan(0);
    await bob.caughtUp();
    const before = eventsOf(bob, 'system').length;
    const alice = await watcher('alice');
    await world.alice.ask('PATCH', `/system/${world.acme.system}`, { notes: 'not for bob' });
    await expect.poll(() => eventsOf(alice, 'system').length, patient).toBe(1);
    await bob.caughtUp();
    expect(eventsOf(bob, 'system')).toHaveLength(before);
    const given = { user: user.id, organization: organization.id };
    world.acme.userorg = String((await world.alice.ask('POST', '/userorg', given)).body.id);
  });

  test('who signs out over a socket of one is signed out on the other', async () => {
    const { browser } = await world.signIn(world.bob.id);
    const here = await lineTo(world, { cookie: browser.cookie });
    const there = await lineTo(other, { cookie: browser.cookie });
    expect((await there.ask('GET', '/api/app/subscribe')).status).toBe(200);
    const gone = new Promise((resolve) => there.socket.on('disconnect', resolve));
    expect((await here.ask('POST', '/api/auth/logout')).status).toBe(200);
    expect(await gone).toBe('transport close');
  });

  test('a client is reached from either, and moves from one to the other', async () => {
    const here = await rosieAt(world);
    expect((await here.ask('POST', '/api/client/hello', hello)).status).toBe(200);
    const there = await lineTo(other, { cookie: world.alice.browser.cookie });
    const signalled = await there.ask('POST', '/api/client/signal', {
      type: 'organization',
      id: world.acme.organization,
      signal: 'identify',
    });
    expect(signalled.status).toBe(200);
    await expect.poll(() => eventsOf(here, 'client').length, patient).toBeGreaterThan(0);
    const moved = await rosieAt(other);
    await moved.ask('POST', '/api/client/hello', hello);
    here.close();
    await world.settle();
    await moved.caughtUp();
    expect(await connected()).toBe(true);
    moved.close();
    await expect.poll(connected, patient).toBe(false);
  });

  test('a signal is heard before it is said to be, even while nothing gets through to the other server', async () => {
    const client = await rosieAt(world);
    await client.ask('POST', '/api/client/hello', hello);
    const { rows } = await world.store.read((db) =>
      sql<{ pid: number }>`select pid from pg_stat_activity
        where datname = current_database() and query like '%pg_notify%' and pid <> pg_backend_pid()`.execute(db),
    );
    expect(rows.length).toBeGreaterThan(0);
    for (const { pid } of rows) process.kill(pid, 'SIGSTOP');
    try {
      const signalled = await world.alice.ask('POST', '/client/signal', {
        type: 'organization',
        id: world.acme.organization,
        signal: 'identify',
      });
      expect(signalled.body).toEqual({ sent: true });
      expect((await client.caughtUp()).filter(({ payload }) => payload.verb === 'signal')).toHaveLength(1);
    } finally {
      for (const { pid } of rows) process.kill(pid, 'SIGCONT');
      client.close();
    }
    await expect.poll(connected, patient).toBe(false);
  });

  test('a server that starts leaves the clients of the others alone; one that died loses its own', async () => {
    const third = await startServer(world.ground, { clock: world.clock, keys: world.keys });
    const client = await rosieAt(third);
    await client.ask('POST', '/api/client/hello', hello);
    const fourth = await startServer(world.ground, { clock: world.clock, keys: world.keys });
    await fourth.settle();
    expect(await connected()).toBe(true);
    // It sends nothing more, as after a power cut: the socket of its client stands, and nobody notices its end.
    await third.server.scheduler.stop();
    for (let round = 0; round < 4; round += 1) {
      world.clock.advance(MINUTE / 2);
      for (const one of [world, other, fourth]) await one.settle();
    }
    expect(await connected()).toBe(false);
    await fourth.close();
    client.close();
    await third.close();
  });

  test('when the line between the servers is cut, those connected come anew rather than miss anything', async () => {
    const bob = await watcher('bob');
    const gone = new Promise((resolve) => bob.socket.on('disconnect', resolve));
    await other.store.read((db) =>
      sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'LISTEN%'`.execute(
        db,
      ),
    );
    expect(await gone).toBe('transport close');
    await expect
      .poll(async () => {
        const again = await watcher('bob');
        await world.alice.ask('PATCH', `/system/${world.acme.system}`, { notes: `again ${Math.random()}` });
        await new Promise((resolve) => setTimeout(resolve, 500));
        again.close();
        return eventsOf(again, 'system').length;
      }, patient)
      .toBe(1);
  });
});
