// The unmodified sails.io.js 1.2.1 with socket.io-client 2: what its own documents promise holds against this server.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeWorld, type World } from '#tests/world.ts';
import { Cable, happens, io, sailsAsk, sailsSocket, type SailsSocket } from './sails.ts';

let world: World;
const open: SailsSocket[] = [];
beforeAll(async () => {
  world = await makeWorld('sqlite');
});
afterAll(async () => {
  for (const socket of open) if (socket.isConnected()) socket.disconnect();
  await world.close();
});

async function socketOf(cookie: string, transports = ['websocket'], origin = world.origin): Promise<SailsSocket> {
  const socket = await sailsSocket(origin, cookie, transports);
  open.push(socket);
  return socket;
}
const hers = () => world.alice.browser.cookie;

test('it is the version that is spoken of', () => {
  expect(io.sails.sdk.version).toBe('1.2.1');
});

describe.each([[['polling']], [['websocket']], [['polling', 'websocket']]])('over %j', (transports) => {
  let socket: SailsSocket;
  let made = 0;
  beforeAll(async () => {
    socket = await socketOf(hers(), transports);
  });
  const name = () => `Plan ${transports.join('-')} ${(made += 1)}`;

  test('a socket with a session enrolls, as often as it likes', async () => {
    for (let time = 0; time < 2; time += 1) {
      const { body, jwr } = await sailsAsk(socket, 'get', '/api/app/subscribe');
      expect([body, jwr.body, jwr.statusCode, jwr.error]).toEqual(['OK', 'OK', 200, undefined]);
    }
  });

  test('a socket without a session connects, and gets 401 in the envelope when it asks', async () => {
    const stranger = await socketOf('', transports);
    const { body, jwr } = await sailsAsk(stranger, 'get', '/api/app/subscribe');
    expect([body.code, jwr.statusCode]).toEqual(['E_UNAUTHORIZED', 401]);
    expect(jwr.error?.message).toContain('Server responded with a 401 status code');
    expect((await sailsAsk(stranger, 'get', '/api/system')).jwr.statusCode).toBe(401);
  });

  test('every verb does what it does over HTTP', async () => {
    const wanted = name();
    const created = await sailsAsk(socket, 'post', '/api/schedule', { name: wanted, alarmAfter: 3 });
    expect([created.jwr.statusCode, created.body.name, created.body.alarmAfter]).toEqual([200, wanted, 3]);
    const at = `/api/schedule/${created.body.id}`;
    expect((await sailsAsk(socket, 'get', at)).body).toEqual(created.body);
    expect((await sailsAsk(socket, 'patch', at, { alarmAfter: 4 })).body.alarmAfter).toBe(4);
    expect((await sailsAsk(socket, 'put', at, { alarmAfter: 5 })).body.alarmAfter).toBe(5);
    const head = await sailsAsk(socket, 'head', at);
    expect([head.jwr.statusCode, head.body]).toEqual([200, undefined]);
    expect((await sailsAsk(socket, 'delete', at)).body.id).toBe(created.body.id);
    const gone = await sailsAsk(socket, 'get', at);
    expect([gone.jwr.statusCode, gone.body]).toEqual([404, { code: 'E_NOT_FOUND', message: 'Not Found' }]);
  });

  test('a list takes its parameters as data, with their types, and tells its count', async () => {
    const data = { where: { name: { in: ['Acme', 'Birch'] } }, sort: 'name DESC', limit: 1, select: ['name'] };
    const { body, jwr } = await sailsAsk(socket, 'get', '/api/organization', data);
    expect([body.map(({ name: found }: { name: string }) => found), jwr.headers['x-total-count']]).toEqual([
      ['Birch'],
      '2',
    ]);
    const bracketed = await sailsAsk(socket, 'get', '/api/organization?where[name][contains]=acm&limit=5');
    expect(bracketed.body).toHaveLength(1);
  });

  test('slashes and spaces that end a URL are nothing', async () => {
    for (const url of [
      '/api/organization/',
      '/api/organization// ',
      '/api/organization  ',
      '/api/organization/?limit=9',
    ])
      expect([url, (await sailsAsk(socket, 'get', url)).jwr.statusCode]).toEqual([url, 200]);
  });

  test('a refusal has its status, its error and its words', async () => {
    const { body, jwr } = await sailsAsk(socket, 'post', '/api/schedule', { name: '', nosuch: 1 });
    expect([jwr.statusCode, body.code]).toEqual([400, 'E_INVALID_NEW_RECORD']);
    expect(body.details).toEqual(expect.arrayContaining([expect.stringMatching(/^nosuch: /)]));
    expect(jwr.error?.message).toContain('E_INVALID_NEW_RECORD');
    expect((await sailsAsk(socket, 'get', '')).body.code).toBe('E_PARSE_VIRTUAL_REQUEST');
    expect((await sailsAsk(socket, 'get', 'api/system')).jwr.statusCode).toBe(400);
    expect((await sailsAsk(socket, 'post', '/api/schedule', [{ name: 'x' }])).body.code).toBe('E_BAD_BODY');
  });

  test('a change by one socket is received by the other, in the words of the wire, and not by the first', async () => {
    const listener = await socketOf(hers(), transports);
    const [received, own]: any[][] = [[], []];
    listener.on('schedule', (event) => received?.push(event));
    socket.on('schedule', (event) => own?.push(event));
    await sailsAsk(listener, 'get', '/api/app/subscribe');
    const { body } = await sailsAsk(socket, 'post', '/api/schedule', { name: name() });
    const changed = await sailsAsk(socket, 'patch', `/api/schedule/${body.id}`, { alarmAfter: 7 });
    await sailsAsk(socket, 'delete', `/api/schedule/${body.id}`);
    await sailsAsk(listener, 'get', '/api/auth/check-user');
    expect(received).toEqual([
      { verb: 'created', id: body.id, data: body },
      {
        verb: 'updated',
        id: body.id,
        data: expect.objectContaining({ id: body.id, alarmAfter: 7, updatedAt: changed.body.updatedAt }),
        previous: body,
      },
      { verb: 'destroyed', id: body.id, previous: changed.body },
    ]);
    expect(own).toEqual([]);
  });
});

test('a socket that reads a list receives its changes without enrolling, until its person leaves the events', async () => {
  const watcher = await socketOf(hers());
  const received: any[] = [];
  watcher.on('schedule', (event) => received.push(event.verb));
  await sailsAsk(watcher, 'get', '/api/schedule', { limit: 1 });
  await world.alice.ask('POST', '/schedule', { name: 'Seen by a watcher' });
  await sailsAsk(watcher, 'get', '/api/app/unsubscribe');
  await sailsAsk(watcher, 'get', '/api/schedule', { limit: 1 });
  await world.alice.ask('POST', '/schedule', { name: 'Not seen by a watcher' });
  await sailsAsk(watcher, 'get', '/api/auth/check-user');
  expect(received).toEqual(['created']);
});

describe('messages that are not as they should be', () => {
  test('headers of a message change neither who asks nor from where, in whatever case', async () => {
    const stranger = await socketOf('');
    for (const key of ['cookie', 'Cookie', 'COOKIE', 'authorization', 'Origin', 'host']) {
      const value = key === 'authorization' ? `Bearer ${world.rosie.key}` : hers();
      expect((await sailsAsk(stranger, 'get', '/api/system', undefined, { [key]: value })).jwr.statusCode).toBe(401);
    }
    const endless = { 'x-long': 'x'.repeat(100_000) };
    const her = await socketOf(hers());
    expect((await sailsAsk(her, 'get', '/api/auth/check-user', undefined, endless)).jwr.statusCode).toBe(200);
  });

  test('a null message, and one without an acknowledgement, gets an event and harms nobody', async () => {
    const socket = await socketOf(hers());
    const fault = happens(socket, 'sails:parseError');
    socket._raw.emit('get', null);
    expect(await fault).toMatchObject({ code: 'E_PARSE_VIRTUAL_REQUEST', status: 400 });
    socket.get('/api/system');
    socket._raw.emit('get', { url: '/api/nosuch' });
    socket._raw.emit('post', { url: '/api/schedule', data: 'text' });
    expect((await sailsAsk(socket, 'get', '/api/auth/check-user')).jwr.statusCode).toBe(200);
  });

  test('a method that the server does not know is refused, not left without an answer', async () => {
    const { body, jwr } = await sailsAsk(await socketOf(hers()), 'trace', '/api/system');
    expect([jwr.statusCode, body.code]).toEqual([405, 'E_METHOD']);
  });
});

describe('a line that breaks', () => {
  let cable: Cable;
  let socket: SailsSocket;
  beforeAll(async () => {
    cable = await Cable.to(world.origin);
    socket = await sailsSocket(cable.origin, hers(), ['websocket'], { reconnection: true, reconnectionDelay: 20 });
    open.push(socket);
  });
  afterAll(() => cable.close());

  test('a request without an answer at that moment ends with status 0 and a sentence', async () => {
    const swallowed = cable.swallow();
    const asked = sailsAsk(socket, 'get', '/api/system');
    await swallowed;
    cable.cut();
    const { body, jwr } = await asked;
    expect(body).toBeInstanceOf(Error);
    expect(body.message).toBe('The socket disconnected before the request completed.');
    expect(jwr).toEqual({ body: null, statusCode: 0, headers: {} });
  });

  test('a request made meanwhile is queued and answered, handlers stay, and enrolling again brings events back', async () => {
    await sailsAsk(socket, 'get', '/api/auth/check-user');
    const down = happens(socket, 'disconnect');
    const received: any[] = [];
    socket.on('schedule', (event) => received.push(event.data.name));
    cable.cut();
    await down;
    expect((await sailsAsk(socket, 'get', '/api/auth/check-user')).body.user.id).toBe(world.alice.id);
    await world.alice.ask('POST', '/schedule', { name: 'While nobody listened' });
    expect((await sailsAsk(socket, 'get', '/api/app/subscribe')).body).toBe('OK');
    await world.alice.ask('POST', '/schedule', { name: 'Heard again' });
    await sailsAsk(socket, 'get', '/api/auth/check-user');
    expect(received).toEqual(['Heard again']);
  });
});

describe('sessions', () => {
  test('a session that ends over HTTP is over on its sockets with the next request', async () => {
    const person = await world.signIn(world.bob.id);
    const socket = await socketOf(person.browser.cookie);
    expect((await sailsAsk(socket, 'get', '/api/app/subscribe')).jwr.statusCode).toBe(200);
    await person.ask('POST', '/auth/logout', {});
    expect((await sailsAsk(socket, 'get', '/api/app/subscribe')).jwr.statusCode).toBe(401);
  });

  test('a socket opened before the sign-in is signed in with it', async () => {
    const browser = world.nobody.browser;
    await browser.ask('GET', '/api/auth/check-user');
    const socket = await socketOf(browser.cookie);
    expect((await sailsAsk(socket, 'get', '/api/app/subscribe')).jwr.statusCode).toBe(401);
    const login = { email: world.bob.email, password: 'correct-horse-battery' };
    expect((await browser.ask('POST', '/api/auth/login', login)).status).toBe(200);
    expect((await sailsAsk(socket, 'get', '/api/app/subscribe')).jwr.statusCode).toBe(200);
  });

  test('signing in over a socket works without the anti-forgery header, which the SDK does not know', async () => {
    const socket = await socketOf('');
    const login = { email: world.bob.email, password: 'correct-horse-battery' };
    const { body, jwr } = await sailsAsk(socket, 'post', '/api/auth/login', login);
    expect([jwr.statusCode, body.user.id, 'set-cookie' in jwr.headers]).toEqual([200, world.bob.id, false]);
    expect((await sailsAsk(socket, 'get', '/api/app/subscribe')).jwr.statusCode).toBe(200);
  });
});

test('nothing of all this was a failure of the server', () => {
  expect(world.log.failures).toEqual([]);
});
