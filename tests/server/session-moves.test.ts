// A sign-in hands out a new session: which of the sockets that show the old one go over to it.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PASSWORD } from '#tests/cast.ts';
import { Browser, Line, makeWorld, type World } from '#tests/world.ts';

const HERS = '192.0.2.7';
const ELSEWHERE = '203.0.113.9';

describe('a sign-in', () => {
  let world: World;
  const lines: Line[] = [];
  beforeAll(async () => {
    world = await makeWorld('sqlite', { trustProxy: true });
  });
  afterAll(async () => {
    for (const line of lines) line.close();
    await world.close();
  });

  const login = () => ({ email: world.bob.email, password: PASSWORD });
  async function open(cookie: string, address: string): Promise<Line> {
    const line = await Line.open(world.origin, { cookie, address });
    lines.push(line);
    return line;
  }
  async function visitor(): Promise<Browser> {
    const browser = new Browser(world.origin, { 'x-forwarded-for': HERS });
    await browser.ask('GET', '/api/auth/check-user');
    return browser;
  }
  const gone = (line: Line) => new Promise((resolve) => line.socket.on('disconnect', resolve));
  const statusOn = async (line: Line) => (await line.ask('GET', '/api/device')).status;

  test('over HTTP signs in the sockets at that address; whoever planted the cookie gets nothing of it', async () => {
    const browser = await visitor();
    const [own, planted] = [await open(browser.cookie, HERS), await open(browser.cookie, ELSEWHERE)];
    const ended = gone(planted);
    expect((await browser.ask('POST', '/api/auth/login', login())).status).toBe(200);
    await ended;
    expect(await statusOn(own)).toBe(200);
    expect((await browser.ask('GET', '/api/device')).status).toBe(200);
  });

  test('over a socket signs in that socket alone', async () => {
    const browser = await visitor();
    const [own, beside] = [await open(browser.cookie, HERS), await open(browser.cookie, HERS)];
    const ended = gone(beside);
    expect((await own.ask('POST', '/api/auth/login', login())).status).toBe(200);
    await ended;
    expect(await statusOn(own)).toBe(200);
    expect(await statusOn(await open(browser.cookie, HERS))).toBe(401);
  });

  test('nothing of all this was a failure of the server', () => {
    expect(world.log.failures).toEqual([]);
  });
});
