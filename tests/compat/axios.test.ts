// The unmodified axios, newest and 0.19: bodies, list parameters in both serialisations, errors, and anti-forgery as it does it.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import axiosNow from 'axios';
import axiosThen from 'axios-0';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeWorld, type World } from '#tests/world.ts';

interface Response {
  status: number;
  headers: Record<string, any>;
  data: any;
}
interface Failure {
  message: string;
  code?: string;
  response: Response;
}
type Config = Record<string, unknown>;
/** The common part of both transports. */
interface Axios {
  defaults: { xsrfCookieName?: string; xsrfHeaderName?: string };
  get(url: string, config?: Config): Promise<Response>;
  head(url: string, config?: Config): Promise<Response>;
  delete(url: string, config?: Config): Promise<Response>;
  post(url: string, data?: unknown, config?: Config): Promise<Response>;
  put(url: string, data?: unknown, config?: Config): Promise<Response>;
  patch(url: string, data?: unknown, config?: Config): Promise<Response>;
  interceptors: {
    request: { use(edit: (config: any) => any): void };
    response: { use(seen: (response: Response) => Response, failed: (error: Failure) => never): void };
  };
}
const lines = [
  ['newest', axiosNow as unknown as { create(config: Config): Axios }],
  ['0.19', axiosThen as unknown as { create(config: Config): Axios }],
] as const;

let world: World;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'backwatch-shell-'));
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>the shell</title>');
  await writeFile(join(folder, 'app.js'), 'void 0;');
  world = await makeWorld('sqlite', { appFolder: folder });
});
afterAll(async () => {
  await world.close();
  await rm(folder, { recursive: true });
});

/**
 * The browser's part around axios: stores cookies, and copies the one that axios names into the header that axios
 * names.
 */
function browserOn(make: { create(config: Config): Axios }, start: ReadonlyMap<string, string> = new Map()) {
  const axios = make.create({ baseURL: world.origin });
  const cookies = new Map(start);
  const keep = ({ headers }: Response) => {
    for (const line of (headers['set-cookie'] ?? []) as string[]) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
  };
  axios.interceptors.request.use((config) => {
    if (cookies.size > 0) config.headers['Cookie'] = [...cookies].map((pair) => pair.join('=')).join('; ');
    const token = cookies.get(String(axios.defaults.xsrfCookieName));
    if (token) config.headers[String(axios.defaults.xsrfHeaderName)] = token;
    return config;
  });
  axios.interceptors.response.use(
    (response) => (keep(response), response),
    (error) => {
      if (error.response) keep(error.response);
      throw error;
    },
  );
  return { axios, cookies };
}

const failureOf = (asked: Promise<Response>): Promise<Failure> =>
  asked.then(
    () => Promise.reject(new Error('it was answered')),
    (error: Failure) => error,
  );

describe.each(lines)('axios, %s,', (which, make) => {
  let axios: Axios;
  beforeAll(() => {
    axios = browserOn(make, world.alice.browser.cookies).axios;
  });

  test('names the cookie and the header of anti-forgery as the server does', () => {
    expect([axios.defaults.xsrfCookieName, axios.defaults.xsrfHeaderName]).toEqual(['XSRF-TOKEN', 'X-XSRF-TOKEN']);
  });

  test('gets the cookie with the very refusal, and is let in at its second try', async () => {
    const { axios: fresh, cookies } = browserOn(make);
    const login = { email: world.bob.email, password: 'correct-horse-battery' };
    const refused = await failureOf(fresh.post('/api/auth/login', login));
    expect([refused.response.status, refused.response.data.code, cookies.has('XSRF-TOKEN')]).toEqual([
      403,
      'E_CSRF',
      true,
    ]);
    expect((await fresh.post('/api/auth/login', login)).data.user.id).toBe(world.bob.id);
    expect((await fresh.get('/api/auth/check-user')).data.user.id).toBe(world.bob.id);
    expect((await fresh.post('/api/auth/logout')).data).toEqual({ ok: true });
    expect((await fresh.get('/api/auth/check-user')).data.user).toBeNull();
  });

  test.each([
    ['the page itself', 'get', '/'],
    ['a place in the app', 'head', '/admin/system/settings'],
    ['the script for other origins', 'get', '/__getcookie'],
    ['a refusal of who is not signed in', 'get', '/api/system'],
    ['what is not there', 'get', '/api/nosuch'],
    ['a body that is no JSON', 'post', '/api/auth/login'],
  ] as const)('gets both cookies from %s', async (_what, method, path) => {
    const { axios: fresh, cookies } = browserOn(make);
    const config = { headers: { 'Content-Type': 'application/json' } };
    await (method === 'post' ? fresh.post(path, '{"a":', config) : fresh[method](path)).catch(() => undefined);
    expect([...cookies.keys()].toSorted()).toEqual(['XSRF-TOKEN', 'bw_session']);
  });

  test('gets no cookie from a file, and a script that calls back from /__getcookie', async () => {
    expect((await axios.get('/app.js')).headers['set-cookie']).toBeUndefined();
    const { status, headers, data } = await axios.get('/__getcookie');
    expect([status, data]).toEqual([200, '_sailsIoJSConnect();']);
    expect(headers['content-type']).toMatch(/^application\/javascript/);
  });

  test('makes, reads, changes and destroys, with and without a body', async () => {
    const { data: made } = await axios.post('/api/schedule', { name: `By axios ${which}`, alarmAfter: 3 });
    const at = `/api/schedule/${made.id}`;
    expect((await axios.get(at)).data).toEqual(made);
    expect((await axios.patch(at, { alarmAfter: 4 })).data.alarmAfter).toBe(4);
    expect((await axios.put(at, { alarmAfter: 5 })).data.alarmAfter).toBe(5);
    const { status, data, headers } = await axios.head(at);
    expect([status, data, headers['content-type']]).toEqual([200, '', 'application/json; charset=utf-8']);
    expect((await axios.delete(at, { data: {} })).data.id).toBe(made.id);
    const form = { headers: { 'Content-Type': 'application/x-www-form-urlencoded' } };
    const { data: formed } = await axios.post('/api/schedule', `name=By+a+form+${which}`, form);
    expect(formed.name).toBe(`By a form ${which}`);
    await axios.delete(`/api/schedule/${formed.id}`);
  });

  test('a call without a body is none of another type', async () => {
    const refused = await failureOf(axios.post('/api/schedule'));
    expect([refused.response.status, refused.response.data.code]).toEqual([400, 'E_INVALID_NEW_RECORD']);
  });

  test('list parameters arrive as they were meant', async () => {
    const names = async (params: Config) =>
      (await axios.get('/api/organization', { params })).data.map(({ name }: { name: string }) => name);
    const both = { name: { in: ['Acme', 'Birch'] } };
    expect(await names({ where: both, sort: 'name DESC' })).toEqual(['Birch', 'Acme']);
    expect(await names({ where: { name: { contains: 'acm' } } })).toEqual(['Acme']);
    expect(await names({ where: { or: [{ name: 'Acme' }, { name: { startsWith: 'Bi' } }] }, sort: 'name' })).toEqual([
      'Acme',
      'Birch',
    ]);
    expect(await names({ name: ['Acme', 'Birch'], sort: [{ name: 'DESC' }] })).toEqual(['Birch', 'Acme']);
    expect(await names({ where: both, sort: ['name ASC'], limit: 1, skip: 1, select: ['name'] })).toEqual(['Birch']);
    expect(await names({ where: both, omit: null, limit: 0 })).toEqual([]);
    expect(await names({ where: { createdAt: { '<=': new Date(world.clock.now()) }, name: 'Acme' } })).toEqual([
      'Acme',
    ]);
    const { headers } = await axios.get('/api/organization', { params: { where: both, limit: 1 } });
    expect(headers['x-total-count']).toBe('2');
  });

  test('a long list of ids stays a list', async () => {
    const ids = Array.from({ length: 150 }, (_, at) => `019a0000-0000-7000-8000-${String(at).padStart(12, '0')}`);
    const { data } = await axios.get('/api/organization', { params: { id: [...ids, world.acme.organization] } });
    expect(data).toHaveLength(1);
  });

  test('a URL may end in slashes and spaces', async () => {
    for (const url of [
      '/api/organization/',
      '/api/organization//',
      '/api/organization/%20',
      '/api/organization%20%20/',
    ])
      expect([url, (await axios.get(url)).data.length]).toEqual([url, 2]);
  });

  test('an error is its status, its code and its words', async () => {
    const missing = await failureOf(axios.get(`/api/system/${world.schedule}`));
    expect(missing.message).toBe('Request failed with status code 404');
    expect(missing.code).toBe(which === '0.19' ? undefined : 'ERR_BAD_REQUEST');
    expect(missing.response.data).toEqual({ code: 'E_NOT_FOUND', message: 'Not Found' });
    const unread = await failureOf(axios.get('/api/organization', { params: { where: '{"name":' } }));
    expect([unread.response.status, unread.response.data.code]).toEqual([400, 'E_INVALID_CRITERIA']);
    expect(unread.response.headers['content-type']).toBe('application/json; charset=utf-8');
  });

  test('headers that are too long are refused in the envelope, whatever they are', async () => {
    const refused = await failureOf(axios.get('/api/system', { headers: { 'X-Long': 'x'.repeat(20_000) } }));
    expect([refused.response.status, refused.response.data.code]).toEqual([431, 'E_TOO_LARGE']);
  });
});

test('a type that cannot be read is a 400, not a 415', async () => {
  for (const type of ['nonsense', ';;;', 'application/json; charset=latin9', 'text/plain'])
    expect([type, (await world.alice.ask('POST', '/schedule', '{}x', { 'content-type': type })).status]).toEqual([
      type,
      400,
    ]);
});

test('what is no HTTP is told so in the envelope', async () => {
  const { hostname, port } = new URL(world.origin);
  const text = await new Promise<string>((resolve) => {
    let text = '';
    const socket = connect(Number(port), hostname, () => socket.write('HELLO\r\n\r\n'));
    socket.on('data', (bytes) => (text += String(bytes)));
    socket.on('close', () => resolve(text));
    socket.on('error', () => undefined);
  });
  expect(text).toMatch(/^HTTP\/1\.1 400 [^]*"code":"E_BAD_BODY"/);
});

test('nothing of all this was a failure of the server', () => {
  expect(world.log.failures).toEqual([]);
});
