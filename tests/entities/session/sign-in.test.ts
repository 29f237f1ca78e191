// Signing in: limits that slow an attacker down and lock nobody out, stored passwords and sessions, set-up.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { PASSWORD } from '#tests/cast.ts';
import { advanceDate, restoreDate } from '#tests/dates.ts';
import { makeGround } from '#tests/test-database.ts';
import { Browser, MINUTE, databases, makeWorld, startServer, type World } from '#tests/world.ts';
import { allTables } from '#tests/all-tables.ts';

describe.each(databases)('signing in on %s', (engine) => {
  let world: World;
  beforeAll(async () => {
    world = await makeWorld(engine);
  });
  // The limits of one test are over before the next.
  beforeEach(() => advanceDate(16 * MINUTE));
  afterAll(restoreDate);
  afterAll(() => world.close());

  async function browser(): Promise<Browser> {
    const made = new Browser(world.origin);
    await made.ask('GET', '/api/auth/check-user');
    return made;
  }
  const login = (by: Browser, email: string, password: string) =>
    by.ask('POST', '/api/auth/login', { email, password });

  test('the right password hands out a new session; the old one ends with it', async () => {
    const by = await browser();
    const before = by.cookies.get('bw_session');
    const answer = await login(by, ' BOB@example.com ', PASSWORD);
    expect([answer.status, answer.body.user.email]).toEqual([200, 'bob@example.com']);
    const first = by.cookies.get('bw_session');
    expect(first).not.toBe(before);
    expect(answer.headers['set-cookie']).toMatch(
      /bw_session=[\w-]{43}; Max-Age=7776000; Path=\/; HttpOnly; SameSite=Lax/,
    );
    await login(by, world.bob.email, PASSWORD);
    const stale = await world.nobody.ask('GET', '/system', undefined, { cookie: `bw_session=${first}` });
    expect([stale.status, (await by.ask('GET', '/api/system')).status]).toEqual([401, 200]);
  });

  test('a wrong password, an unknown address and a disabled account get the same error', async () => {
    const user = await world.newUser('off@example.com', { active: false });
    expect(user).toBeTypeOf('string');
    const by = await browser();
    const answers = [
      await login(by, world.bob.email, 'wrong'),
      await login(by, 'nosuch@example.com', PASSWORD),
      await login(by, 'off@example.com', PASSWORD),
    ];
    expect(answers.map(({ status, body }) => [status, body])).toEqual(
      answers.map(() => [401, { code: 'E_BAD_LOGIN', message: 'Email and password do not match.' }]),
    );
  });

  test('passwords are stored as argon2id, sessions and client keys as hashes only', async () => {
    const user = await world.alice.ask('POST', '/user', { email: 'kept@example.com', password: PASSWORD });
    const [row, sessions, owner] = await world.server.jobContext.read(async (unit) => [
      await allTables(unit).selectFrom('user').selectAll().where('id', '=', user.body.id).executeTakeFirstOrThrow(),
      await allTables(unit).selectFrom('session').selectAll().execute(),
      await allTables(unit)
        .selectFrom('organization')
        .selectAll()
        .where('id', '=', world.acme.organization)
        .executeTakeFirstOrThrow(),
    ]);
    expect(row['passwordHash']).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    const given = [world.alice, world.bob, world.dave].map(({ browser }) => browser.cookies.get('bw_session'));
    for (const secret of given) expect(JSON.stringify(sessions)).not.toContain(secret);
    expect(JSON.stringify(owner)).not.toContain(world.rosie.key);
  });

  test('eight wrong attempts from one address stop the ninth there, and the owner elsewhere not at all', async () => {
    const by = await browser();
    for (let attempt = 0; attempt < 8; attempt += 1)
      expect((await login(by, world.dave.email, 'wrong')).status).toBe(401);
    const stopped = await login(by, world.dave.email, PASSWORD);
    expect([stopped.status, stopped.body.code]).toEqual([429, 'E_RATE']);
    expect(Number(stopped.headers['retry-after'])).toBeGreaterThan(0);
    expect((await login(by, world.charlie.email, PASSWORD)).status).toBe(200);
    const elsewhere = await world.server.dispatch({
      id: 'one',
      method: 'POST',
      path: '/auth/login',
      read: () => ({ params: { email: world.dave.email, password: PASSWORD }, texts: new Set() }),
      carrier: 'http',
      ip: '192.0.2.7',
      agent: '',
      origin: null,
      sessionId: null,
      knownBrowser: null,
      clientKey: null,
      trusted: true,
      socketId: null,
      ifMatch: null,
      userId: null,
    });
    expect(elsewhere.status).toBe(200);
    advanceDate(16 * MINUTE);
    expect((await login(by, world.dave.email, PASSWORD)).status).toBe(200);
  });

  test('attempts that come all at once are counted one by one', async () => {
    const by = await browser();
    const answers = await Promise.all(Array.from({ length: 20 }, () => login(by, world.alice.email, 'wrong')));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(8);
    advanceDate(16 * MINUTE);
  });

  test('fifty wrong attempts on any accounts stop an address; right ones do not count', async () => {
    const by = await browser();
    for (let right = 0; right < 3; right += 1) expect((await login(by, world.bob.email, PASSWORD)).status).toBe(200);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => login(by, `guess${index}@example.com`, 'wrong')),
    );
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(50);
    expect((await login(by, world.bob.email, PASSWORD)).status).toBe(429);
    advanceDate(16 * MINUTE);
    expect((await login(by, world.bob.email, PASSWORD)).status).toBe(200);
  });

  test('a new password or address needs the present one, and ends the other sessions', async () => {
    const id = await world.newUser('erin@example.com');
    const [here, there] = [await world.signIn(id), await world.signIn(id)];
    const change = { password: 'another-horse-battery' };
    expect((await here.ask('PATCH', '/user/edit-account', change)).body.code).toBe('E_BAD_LOGIN');
    expect(
      (await here.ask('PATCH', '/user/edit-account', { email: 'else@example.com', currentPassword: 'x' })).body.code,
    ).toBe('E_BAD_LOGIN');
    expect((await here.ask('PATCH', '/user/edit-account', { ...change, currentPassword: PASSWORD })).status).toBe(200);
    const still = [await here.ask('GET', '/device'), await there.ask('GET', '/device')];
    expect(still.map(({ status }) => status)).toEqual([200, 401]);
  });

  test('the last administrator can neither go, be disabled, nor lose the right', async () => {
    const groups = (await world.alice.ask('GET', '/group?name=Administrators')).body;
    const link = (await world.alice.ask('GET', `/usergroup?user=${world.alice.id}`)).body[0];
    // A manager of one organization is no help where all of them are to be managed.
    await world.alice.ask('POST', '/usergroup', { user: world.bob.id, group: groups[0].id });
    const attempts = [
      await world.alice.ask('DELETE', `/user/${world.alice.id}`),
      await world.alice.ask('PATCH', `/user/${world.alice.id}`, { active: false }),
      await world.alice.ask('PATCH', `/user/${world.alice.id}`, { allOrganizations: false }),
      await world.alice.ask('DELETE', `/usergroup/${link.id}`),
      await world.alice.ask('DELETE', `/group/${groups[0].id}`),
      await world.alice.ask('PATCH', `/group/${groups[0].id}`, { permissions: [] }),
    ];
    expect(attempts.map(({ body }) => body.code)).toEqual(attempts.map(() => 'E_LAST_ADMINISTRATOR'));
    expect((await world.alice.ask('GET', '/user')).status).toBe(200);
  });

  test('set-up is open once, to whoever holds the printed token', async () => {
    const ground = await makeGround(engine);
    const running = await startServer(ground);
    const by = new Browser(running.origin);
    expect((await by.ask('GET', '/api/auth/check-user')).body).toMatchObject({ user: null, setUp: true });
    const first = { email: 'first@example.com', password: PASSWORD };
    expect((await by.ask('POST', '/api/auth/set-up', { ...first, token: 'guess' })).body.code).toBe('E_TOKEN');
    const token = running.server.services.setUpToken();
    expect((await by.ask('POST', '/api/auth/set-up', { ...first, token })).status).toBe(200);
    expect((await by.ask('GET', '/api/user')).status).toBe(200);
    expect((await by.ask('POST', '/api/auth/set-up', { ...first, token })).body.code).toBe('E_SET_UP_DONE');
    expect((await by.ask('GET', '/api/auth/check-user')).body.setUp).toBe(false);
    await running.close();
    await ground.gone();
  });
});
