// Cookies, counted addresses and HSTS follow from how the server is reached: decided once at the start, not by each request.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { PASSWORD } from '#tests/cast.ts';
import { makeGround, type Ground } from '#tests/test-database.ts';
import { startServer, type Running, type TestLog } from '#tests/world.ts';

const folders: string[] = [];
const running: { server: Running; ground: Ground }[] = [];
afterEach(async () => {
  for (const { server, ground } of running.splice(0)) {
    await server.close();
    await ground.gone();
  }
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

async function start(options: Parameters<typeof startServer>[1]): Promise<Running> {
  const ground = await makeGround('sqlite');
  const port = await freePort();
  // The address that it answers is the public one.
  const server = { ...(await startServer(ground, { ...options, port })), origin: `http://127.0.0.1:${port}` };
  running.push({ server, ground });
  return server;
}

const freePort = (): Promise<number> =>
  new Promise((found) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => found(port));
    });
  });

const PUBLIC = { publicUrl: 'https://backwatch.example.com' };
const logText = ({ log }: Running): string => (log as TestLog).lines.join('\n');
async function cookiesOf({ origin }: Running, headers: Record<string, string> = {}): Promise<string[]> {
  return (await fetch(`${origin}/api/auth/check-user`, { headers })).headers.getSetCookie();
}

/** Signs in, and answers the status of each attempt. */
async function attempts(server: Running, emails: readonly string[]): Promise<number[]> {
  const cookies = (await cookiesOf(server)).map((line) => line.split(';')[0] ?? '');
  const xsrf = cookies.find((cookie) => cookie.startsWith('XSRF-TOKEN='))?.slice('XSRF-TOKEN='.length) ?? '';
  const headers = { 'content-type': 'application/json', cookie: cookies.join('; '), 'x-xsrf-token': xsrf };
  const statuses: number[] = [];
  for (const email of emails) {
    const body = JSON.stringify({ email, password: PASSWORD });
    statuses.push((await fetch(`${server.origin}/api/auth/login`, { method: 'POST', headers, body })).status);
  }
  return statuses;
}
const strangers = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `nobody${index}@example.com`);

test('under an https address the session cookie is __Host-bw_session, whatever a single request came by', async () => {
  const server = await start({ ...PUBLIC, trustProxy: true });
  for (const proto of ['http', 'https']) {
    const cookies = await cookiesOf(server, { 'x-forwarded-proto': proto });
    expect(cookies.find((line) => line.startsWith('__Host-bw_session='))).toMatch(
      /; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
    expect(cookies).toHaveLength(2);
    for (const cookie of cookies) expect(cookie).toMatch(/; Secure; /);
    expect(cookies.join()).not.toMatch(/Domain/);
  }
  // A cookie of the name of before, which a page of the same site could plant, is no session.
  const planted = await cookiesOf(server, { cookie: 'bw_session=planted' });
  expect(planted.some((line) => /^__Host-bw_session=(?!planted)/.test(line))).toBe(true);
  expect(logText(server)).not.toContain('TRUST_PROXY');
});

test('on plain http it keeps its name, and goes over http', async () => {
  const server = await start({});
  const cookies = await cookiesOf(server, { 'x-forwarded-proto': 'https' });
  expect(cookies.map((line) => line.split('=')[0]).toSorted()).toEqual(['XSRF-TOKEN', 'bw_session']);
  for (const cookie of cookies) expect(cookie).not.toMatch(/Secure/);
  const statuses = await attempts(server, strangers(51));
  expect([statuses.slice(0, 50).every((status) => status === 401), statuses[50]]).toEqual([true, 429]);
});

test('behind a proxy that is not trusted, failures count by account and never by address, and the start says so', async () => {
  const server = await start(PUBLIC);
  expect(logText(server)).toMatch(/TRUST_PROXY/);
  const statuses = await attempts(server, strangers(60));
  expect([...new Set(statuses)]).toEqual([401]);
  const one = await attempts(
    server,
    Array.from({ length: 10 }, () => 'owner@example.com'),
  );
  // Eight, then one in ten seconds: the account is slowed, so that no stranger locks it.
  expect(one).toEqual([...Array.from({ length: 9 }, () => 401), 429]);
  const { body } = await fetch(`${server.origin}/api/auth/check-user`).then(async (answer) => ({
    body: await answer.json(),
  }));
  expect((body as any).secureUrl).toBe('https://backwatch.example.com');
});

test('HSTS, which holds for every port of a host, is sent on port 443 alone and without its subdomains', async () => {
  const appFolder = mkdtempSync(join(tmpdir(), 'backwatch-hsts-'));
  folders.push(appFolder);
  writeFileSync(join(appFolder, 'index.html'), 'the page');
  const server = await start({ ...PUBLIC, trustProxy: true, appFolder });
  const hsts = (host: string, proto: string) =>
    new Promise<string | undefined>((resolve, reject) => {
      const headers = { host, 'x-forwarded-proto': proto };
      get(server.origin, { headers }, (answer) => {
        answer.resume();
        expect(answer.statusCode).toBe(200);
        resolve(answer.headers['strict-transport-security']);
      }).on('error', reject);
    });
  expect(await hsts('backwatch.example.com', 'https')).toBe('max-age=31536000');
  expect(await hsts('backwatch.example.com:8443', 'https')).toBeUndefined();
  expect(await hsts('backwatch.example.com', 'http')).toBeUndefined();
});
