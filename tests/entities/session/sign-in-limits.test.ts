// Guessing one account over many networks: it is slowed, never locked, and the owner is notified.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { PASSWORD } from '#tests/cast.ts';
import { advanceDate, restoreDate } from '#tests/dates.ts';
import { Browser, DAY, MINUTE, databases, makeWorld, type RecordingMail, type World } from '#tests/world.ts';

let networks = 0;

describe.each(databases)('guessing on %s', (engine) => {
  let world: World;
  beforeAll(async () => {
    world = await makeWorld(engine, { trustProxy: true });
  });
  afterEach(restoreDate);
  afterAll(() => world.close());

  /** A browser at an address, by default in a network where nobody was before. */
  async function browserAt(address = `2001:db8:${(networks += 1).toString(16)}::1`): Promise<Browser> {
    const made = new Browser(world.origin, { 'x-forwarded-for': address });
    await made.ask('GET', '/api/auth/check-user');
    return made;
  }
  const login = (by: Browser, email: string, password: string) =>
    by.ask('POST', '/api/auth/login', { email, password });
  const guess = async (email: string, address?: string) => login(await browserAt(address), email, 'wrong-password');
  async function guesses(email: string, count: number): Promise<number[]> {
    const statuses: number[] = [];
    for (let done = 0; done < count; done += 1) statuses.push((await guess(email)).status);
    return statuses;
  }
  const user = (email: string) => world.newUser(email);

  test('after eight failures from anywhere, one attempt in ten seconds is looked at', async () => {
    await user('slow@example.com');
    advanceDate(0);
    expect(await guesses('slow@example.com', 11)).toEqual([...Array.from({ length: 9 }, () => 401), 429, 429]);
    const refused = await guess('slow@example.com');
    expect([refused.body.code, Number(refused.headers['retry-after'])]).toEqual(['E_RATE', 10]);
    advanceDate(10_000);
    expect((await login(await browserAt(), 'slow@example.com', PASSWORD)).status).toBe(200);
    expect(await guesses('slow@example.com', 1)).toEqual([429]);
    advanceDate(15 * MINUTE);
    expect(await guesses('slow@example.com', 2)).toEqual([401, 401]);
  });

  test('an address that nobody has is slowed alike: nothing tells which accounts there are', async () => {
    advanceDate(0);
    expect(await guesses('nosuch@example.com', 10)).toEqual([...Array.from({ length: 9 }, () => 401), 429]);
  });

  test('a browser in which the owner signed in before is not slowed; it counts its own failures', async () => {
    await user('owner@example.com');
    const own = await browserAt('198.51.100.1');
    expect((await login(own, 'owner@example.com', PASSWORD)).status).toBe(200);
    await own.ask('POST', '/api/auth/logout');
    advanceDate(0);
    expect((await guesses('owner@example.com', 10)).at(-1)).toBe(429);
    expect((await login(own, 'owner@example.com', 'mistyped-once')).status).toBe(401);
    expect((await login(own, 'owner@example.com', PASSWORD)).status).toBe(200);
    // For other accounts it is as unknown as any.
    expect((await guesses('another@example.com', 10)).at(-1)).toBe(429);
    expect((await login(own, 'another@example.com', 'wrong-password')).status).toBe(429);
    for (let failed = 0; failed < 8; failed += 1) await login(own, 'owner@example.com', 'wrong-password');
    expect((await login(own, 'owner@example.com', PASSWORD)).status).toBe(429);
  });

  test('the cookie of such a browser cannot be made up, and lasts for over a year', async () => {
    const by = await browserAt();
    const answer = await login(by, world.bob.email, PASSWORD);
    const [cookie = ''] = /bw_known=[^,]*/.exec(String(answer.headers['set-cookie'])) ?? [];
    expect(cookie).toMatch(/; Max-Age=34560000; .*HttpOnly/);
    const [text = ''] = (by.cookies.get('bw_known') ?? '').split('.');
    const users = JSON.parse(Buffer.from(text, 'base64url').toString()).users;
    expect(users).toEqual([world.bob.id]);
    await user('target@example.com');
    advanceDate(0);
    await guesses('target@example.com', 10);
    const forged = Buffer.from(JSON.stringify({ for: 'known browser', id: 'x', users: ['x'] })).toString('base64url');
    const thief = await browserAt();
    for (const value of [`${forged}.${'x'.repeat(43)}`, forged, 'x', ''])
      expect(
        (
          await thief.ask(
            'POST',
            '/api/auth/login',
            { email: 'target@example.com', password: 'x' },
            {
              cookie: `${thief.cookie}; bw_known=${value}`,
            },
          )
        ).status,
      ).toBe(429);
  });

  test('one site of an IPv6 provider counts as one, however many networks it has', async () => {
    const statuses: number[] = [];
    for (let link = 1; link <= 9; link += 1)
      statuses.push((await guess('site@example.com', `2001:db8:ffff:${link}::1`)).status);
    expect(statuses).toEqual([...Array.from({ length: 8 }, () => 401), 429]);
  });

  test('each failure is in the activity with its address, and the owner gets one mail a day', async () => {
    const id = await user('warned@example.com');
    const { sent } = world.mail as RecordingMail;
    const mails = async () => {
      await world.settle();
      return sent.filter(({ to, subject }) => to === 'warned@example.com' && /Failed sign-ins/.test(subject));
    };
    advanceDate(0);
    await guesses('warned@example.com', 7);
    expect(await mails()).toEqual([]);
    await guesses('warned@example.com', 3);
    const [mail, ...others] = await mails();
    expect(others).toEqual([]);
    expect(mail?.text).toMatch(/2001:db8:/);
    expect(mail?.text).toMatch(/not locked/);
    const entries = (await world.alice.ask('GET', `/activity?object=${id}&action=signInFailed`)).body;
    expect(entries).toHaveLength(9);
    expect(entries[0]).toMatchObject({ actor: { kind: 'user', id: null }, carrier: 'http', ip: expect.any(String) });
    advanceDate(DAY / 2);
    world.clock.advance(DAY / 2);
    await guesses('warned@example.com', 9);
    expect(await mails()).toHaveLength(1);
    advanceDate(DAY / 2);
    world.clock.advance(DAY / 2);
    await guesses('warned@example.com', 9);
    expect(await mails()).toHaveLength(2);
  });
});
