// Sessions: seen and ended by their owner, renewed by use, over in time; and their sockets hear nothing afterwards.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { anyTables } from '#server/db/engine.ts';
import { PASSWORD } from '#tests/cast.ts';
import { toJson } from '#server/query/columns.ts';
import { DAY, HOUR, MINUTE, Browser, databases, makeWorld, type Line, type World } from '#tests/world.ts';
import { allTables } from '#tests/all-tables.ts';

const CHROME = 'Mozilla/5.0 (Linux; Android 16; Pixel 8) AppleWebKit/537.36 Chrome/142.0.0.0 Mobile Safari/537.36';

describe.each(databases)('sessions on %s', (engine) => {
  let world: World;
  let reportCount = 0;
  beforeAll(async () => {
    world = await makeWorld(engine);
  });
  beforeEach(() => world.settle());
  afterAll(() => world.close());

  const newcomer = async (name: string) => {
    const id = await world.newUser(`${name}@example.com`);
    // The clock leaps by months here: alice signs in anew each time.
    const admin = await world.signIn(world.alice.id);
    await admin.ask('POST', '/usergroup', { user: id, group: world.engineers });
    await admin.ask('POST', '/userorg', { user: id, organization: world.acme.organization });
    return id;
  };
  /** How many events of a change come over a socket. */
  async function receivedCount(line: Line): Promise<number> {
    (await line.caughtUp()).length = 0;
    const text = `line ${(reportCount += 1)}`;
    const report = { system: world.acme.system, event: 'log', at: world.clock.now(), text };
    expect((await world.rosie.ask('POST', '/client/report', report)).status).toBe(200);
    return (await line.caughtUp()).filter(({ event }) => event === 'system').length;
  }

  test('a person sees where she is signed in, each by what it is, and which one is this', async () => {
    const id = await newcomer('erin');
    const here = await world.signIn(id);
    const phone = new Browser(world.origin, { 'user-agent': CHROME });
    await phone.ask('GET', '/api/auth/check-user');
    await phone.ask('POST', '/api/auth/login', { email: 'erin@example.com', password: PASSWORD });
    const { body, headers } = await here.ask('GET', '/session?sort=createdAt');
    expect(headers['x-total-count']).toBe('2');
    expect(body.map(({ device, current }: any) => [device, current]).toSorted()).toEqual([
      ['Chrome, Android', false],
      ['test', true],
    ]);
    expect(Object.keys(body[0])).not.toContain('hash');
    expect(body[0]).toMatchObject({ ip: '127.0.0.1', lastSeenAt: world.clock.now() });
    const secrets = [here.browser, phone].map(({ cookies }) => cookies.get('bw_session'));
    for (const secret of secrets) expect(JSON.stringify(body)).not.toContain(secret);
    const theirs = await world.bob.ask('GET', `/session?where=${JSON.stringify({ id: body[0].id })}`);
    expect(theirs.body).toEqual([]);
  });

  test('ending one of them signs out there and nowhere else, sockets included; another person’s is not there', async () => {
    const id = await newcomer('frank');
    const [here, there] = [await world.signIn(id), await world.signIn(id)];
    const line = await there.line();
    await line.ask('GET', '/api/app/subscribe');
    expect(await receivedCount(line)).toBe(1);
    const other = (await here.ask('GET', '/session')).body.find(({ current }: any) => !current);
    expect((await world.bob.ask('DELETE', `/session/${other.id}`)).status).toBe(404);
    const ended = await here.ask('DELETE', `/session/${other.id}`);
    expect([ended.status, ended.body.id, ended.body.current]).toEqual([200, other.id, false]);
    expect(await receivedCount(line)).toBe(0);
    expect([(await there.ask('GET', '/device')).status, (await here.ask('GET', '/device')).status]).toEqual([401, 200]);
    expect((await line.ask('GET', '/api/device')).status).toBe(401);
    const own = (await here.ask('GET', '/session')).body;
    expect(own).toHaveLength(1);
    expect((await here.ask('DELETE', `/session/${own[0].id}`)).body.current).toBe(true);
    expect((await here.ask('GET', '/device')).status).toBe(401);
  });

  test('a new password gives the session that set it another id, and its sockets with it; over a socket the id stays', async () => {
    const id = await newcomer('faye');
    const here = await world.signIn(id);
    const line = await here.line();
    await line.ask('GET', '/api/app/subscribe');
    const before = here.browser.cookies.get('bw_session') ?? '';
    const [old, own] = [{ cookie: `bw_session=${before}` }, (await here.ask('GET', '/session')).body[0].id];
    const set = (password: string, currentPassword: string) => ({ password, currentPassword });
    const other = 'another-horse-battery';
    expect((await here.ask('PATCH', '/user/edit-account', set(other, PASSWORD))).status).toBe(200);
    const after = here.browser.cookies.get('bw_session');
    expect(after).not.toBe(before);
    expect((await world.nobody.ask('GET', '/device', undefined, old)).status).toBe(401);
    expect((await here.ask('GET', '/session')).body.map(({ id: remaining }: any) => remaining)).toEqual([own]);
    expect((await here.ask('PATCH', '/user/edit-account', { mobilePhone: '1' })).status).toBe(200);
    expect(here.browser.cookies.get('bw_session')).toBe(after);
    expect([(await line.ask('GET', '/api/device')).status, await receivedCount(line)]).toEqual([200, 1]);
    expect((await line.ask('PATCH', '/api/user/edit-account', set(PASSWORD, other))).status).toBe(200);
    expect([(await here.ask('GET', '/device')).status, (await line.ask('GET', '/api/device')).status]).toEqual([
      200, 200,
    ]);
  });

  describe('the browser of a session that is over learns why, and when', () => {
    type Asker = Awaited<ReturnType<World['signIn']>>;
    const endedOf = async ({ browser }: Asker) => (await browser.ask('GET', '/api/auth/check-user')).body.ended;

    test.each<[string, (there: Asker, here: Asker, id: string) => Promise<unknown>, string]>([
      [
        'it was ended on another device',
        async (_there, here) => {
          const other = (await here.ask('GET', '/session')).body.find(({ current }: any) => !current);
          return here.ask('DELETE', `/session/${other.id}`);
        },
        'signedOut',
      ],
      [
        'the password was changed',
        (_there, here) =>
          here.ask('PATCH', '/user/edit-account', { password: 'another-horse-battery', currentPassword: PASSWORD }),
        'password',
      ],
      [
        'the account was deactivated',
        async (_there, _here, id) =>
          (await world.signIn(world.alice.id)).ask('PATCH', `/user/${id}`, { active: false }),
        'deactivated',
      ],
    ])('%s', async (name, end, reason) => {
      const id = await newcomer(name.replaceAll(' ', '-'));
      const [here, there] = [await world.signIn(id), await world.signIn(id)];
      expect([await endedOf(there), (await there.ask('GET', '/device')).status]).toEqual([null, 200]);
      expect(await end(there, here, id)).toMatchObject({ status: 200 });
      const at = world.clock.now();
      world.clock.advance(HOUR);
      expect(await endedOf(there)).toEqual({ reason, at });
      world.clock.advance(31 * DAY);
      await world.settle();
      expect(await endedOf(there)).toBeNull();
    });

    test('it was not used for 90 days, also once it is deleted', async () => {
      const id = await newcomer('gone');
      const there = await world.signIn(id);
      const at = (await there.ask('GET', '/session')).body[0].expiresAt;
      world.clock.advance(90 * DAY + MINUTE);
      expect(await endedOf(there)).toEqual({ reason: 'expired', at });
      await world.settle();
      expect(await endedOf(there)).toEqual({ reason: 'expired', at });
    });

    test('a sign-out of one’s own leaves nothing to tell, and neither does a cookie that nobody handed out', async () => {
      const there = await world.signIn(await newcomer('leaver'));
      await there.ask('POST', '/auth/logout');
      expect(await endedOf(there)).toBeNull();
      there.browser.cookies.set('bw_session', 'made-up');
      expect(await endedOf(there)).toBeNull();
    });
  });

  test('signing out in one tab reaches the sockets of all others, from whatever address', async () => {
    const here = await world.signIn(await newcomer('tabs'));
    const line = await here.line();
    expect((await line.ask('GET', '/api/app/subscribe')).body).toBe('OK');
    (await line.caughtUp()).length = 0;
    expect((await here.ask('POST', '/auth/logout')).status).toBe(200);
    await expect.poll(() => line.events.filter(({ event }) => event === 'session').length).toBe(1);
    expect((await line.ask('GET', '/api/device')).status).toBe(401);
  });

  test('a queued act names its person: nobody else’s session carries it out', async () => {
    const [one, other] = [await world.signIn(world.bob.id), await world.signIn(world.alice.id)];
    const path = `/alarm/${world.acme.alarm}/note`;
    const note = { note: 'queued by bob' };
    const refused = await other.ask('POST', path, note, { 'x-user-id': world.bob.id });
    expect([refused.status, refused.body.code]).toEqual([403, 'E_OTHER_USER']);
    expect((await one.ask('POST', path, note, { 'x-user-id': world.bob.id })).status).toBe(200);
    expect((await world.nobody.ask('POST', path, note, { 'x-user-id': world.bob.id })).status).toBeGreaterThan(400);
  });

  test('using a session renews it, once an hour; the cookie with it', async () => {
    const person = await world.signIn(await newcomer('gwen'));
    const own = async () => (await person.ask('GET', '/session')).body[0];
    const first = await own();
    world.clock.advance(59 * MINUTE);
    expect(await own()).toMatchObject({ lastSeenAt: first.lastSeenAt, expiresAt: first.expiresAt });
    world.clock.advance(2 * MINUTE);
    const later = await own();
    expect(later.lastSeenAt).toBe(world.clock.now());
    expect(Date.parse(later.expiresAt) - Date.parse(later.lastSeenAt)).toBe(90 * DAY);
    const asked = await person.ask('GET', '/auth/check-user');
    const secret = person.browser.cookies.get('bw_session');
    expect(asked.headers['set-cookie']).toContain(
      `bw_session=${secret}; Max-Age=7776000; Path=/; HttpOnly; SameSite=Lax`,
    );
    expect((await person.ask('PATCH', '/user/edit-account', { firstName: 'Gwen' })).status).toBe(200);
    for (let month = 0; month < 6; month += 1) {
      world.clock.advance(60 * DAY);
      expect([month, (await person.ask('GET', '/device')).status]).toEqual([month, 200]);
    }
    world.clock.advance(91 * DAY);
    expect((await person.ask('GET', '/device')).status).toBe(401);
  });

  test('a socket whose session is over leaves its rooms, though nobody asks anything on it', async () => {
    const person = await world.signIn(await newcomer('henry'));
    const line = await person.line();
    await line.ask('GET', '/api/app/subscribe');
    world.clock.advance(60 * DAY);
    await person.ask('GET', '/device');
    world.clock.advance(60 * DAY);
    await world.settle();
    // Used after 60 days: after 120 it is not over, whatever was known when the socket came.
    expect(await receivedCount(line)).toBe(1);
    world.clock.advance(91 * DAY);
    await world.settle();
    expect((await line.caughtUp()).map(({ event }) => event)).toContain('session');
    expect(await receivedCount(line)).toBe(0);
  });

  test.each(['disabled', 'destroyed'])('a %s person is out at once, sockets included', async (what) => {
    const id = await newcomer(what);
    const person = await world.signIn(id);
    const line = await person.line();
    await line.ask('GET', '/api/app/subscribe');
    expect(await receivedCount(line)).toBe(1);
    const admin = await world.signIn(world.alice.id);
    line.events.length = 0;
    const done =
      what === 'disabled'
        ? await admin.ask('PATCH', `/user/${id}`, { active: false })
        : await admin.ask('DELETE', `/user/${id}`);
    expect(done.status).toBe(200);
    await expect.poll(() => line.events.map(({ event }) => event), { timeout: 20_000 }).toContain('session');
    expect(await receivedCount(line)).toBe(0);
    expect([(await person.ask('GET', '/device')).status, (await line.ask('GET', '/api/device')).status]).toEqual([
      401, 401,
    ]);
  });

  test('a new password, one’s own or from an administrator, ends the other sessions and their sockets', async () => {
    const id = await newcomer('iris');
    const [here, there] = [await world.signIn(id), await world.signIn(id)];
    const [mine, other] = [await here.line(), await there.line()];
    for (const line of [mine, other]) await line.ask('GET', '/api/app/subscribe');
    const change = { password: 'another-horse-battery', currentPassword: PASSWORD };
    expect((await here.ask('PATCH', '/user/edit-account', change)).status).toBe(200);
    await expect.poll(() => other.events.map(({ event }) => event), { timeout: 20_000 }).toContain('session');
    expect([await receivedCount(mine), await receivedCount(other)]).toEqual([1, 0]);
    const admin = await world.signIn(world.alice.id);
    expect((await admin.ask('PATCH', `/user/${id}`, { password: 'third-horse-battery' })).status).toBe(200);
    expect((await here.ask('GET', '/device')).status).toBe(401);
  });

  test('once a day what is over is forgotten: sessions, tokens, acts older than a week', async () => {
    const id = await newcomer('judy');
    await world.signIn(id);
    const count = (noun: string) =>
      world.server.jobContext.read(
        async (unit) => (await anyTables(allTables(unit)).selectFrom(noun).selectAll().execute()).length,
      );
    const command = (name: string, at: string) =>
      world.server.jobContext.write((unit) =>
        allTables(unit)
          .insertInto('idempotency_key')
          .values({
            id: name,
            user: id,
            answer: toJson({ outcome: 'done' as const, by: null }),
            createdAt: at,
            updatedAt: at,
          })
          .execute(),
      );
    await world.settle();
    await command('old', world.clock.in(-8 * DAY));
    await command('young', world.clock.in(-5 * DAY));
    await world.nobody.ask('GET', '/auth/check-user');
    await world.nobody.ask('POST', '/auth/send-reset-email', { email: 'judy@example.com' });
    await world.settle();
    expect(await count('token')).toBe(1);
    world.clock.advance(DAY);
    await world.settle();
    const keys = await world.server.jobContext.read((unit) =>
      allTables(unit).selectFrom('idempotency_key').select('id').execute(),
    );
    expect(keys).toEqual([{ id: 'young' }]);
    world.clock.advance(DAY + 2 * HOUR);
    await world.settle();
    expect(await count('token')).toBe(0);
    world.clock.advance(91 * DAY);
    await world.settle();
    expect(await count('session')).toBe(0);
  });

  test('nothing of all this was a failure of the server', () => {
    expect(world.log.failures).toEqual([]);
  });
});
