// The socket transport under messages that are no requests: each is answered once, and nothing a client sends harms the server.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { io } from 'socket.io-client';
import { makeWorld, type Line, type World } from '#tests/world.ts';

describe('the socket transport', () => {
  let world: World;
  let line: Line;
  beforeAll(async () => {
    world = await makeWorld('sqlite');
    line = await world.alice.line();
  });
  afterAll(() => world.close());

  const url = '/api/system';
  test.each([
    ['message', null],
    ['message', 5],
    ['message', url],
    ['message', [url]],
    ['url', { data: {} }],
    ['url', { url: '' }],
    ['url', { url: 5 }],
    ['url', { url: 'api/system' }],
    ['url', { url: `/${'x'.repeat(20_000)}` }],
    ['method', { url, method: 5 }],
    ['method', { url, method: ['get'] }],
    ['headers', { url, headers: [] }],
    ['headers', { url, headers: 'if-match' }],
    ['params', { url, params: 'name' }],
    ['params', { url, params: { limit: 1 }, data: { limit: 1 } }],
    ['params', { url, params: {}, data: {} }],
  ])('the %s of what is no virtual request is named', async (field, message) => {
    const answer = await line.raw('get', message);
    expect(answer).toEqual({
      statusCode: 400,
      headers: { 'x-request-id': expect.any(String) },
      body: {
        code: 'E_PARSE_VIRTUAL_REQUEST',
        message: 'Failed to parse incoming socket.io request.',
        details: [expect.stringMatching(`^${field}: must .`)],
      },
    });
  });

  test('every field that is wrong is named', async () => {
    const { body } = await line.raw('get', { url: 5, method: 5, headers: 5, params: 5, data: 5 });
    expect(body.details.map((detail: string) => detail.split(':')[0])).toEqual([
      'url',
      'method',
      'headers',
      'params',
      'params',
    ]);
  });

  test('the error of a message without an acknowledgement comes as an event', async () => {
    line.socket.emit('get', null);
    line.socket.emit('get');
    await line.caughtUp();
    const faults = line.events.filter(({ event }) => event === 'sails:parseError');
    const fault = {
      status: 400,
      code: 'E_PARSE_VIRTUAL_REQUEST',
      message: 'Failed to parse incoming socket.io request.',
      details: ['message: must be an object'],
    };
    expect(faults.map(({ payload }) => payload)).toEqual([fault, fault]);
  });

  test('a method that is none is refused', async () => {
    expect((await line.raw('trace', { url: '/api/system' })).statusCode).toBe(405);
    expect((await line.raw('options', { url: '/api/system' })).statusCode).toBe(404);
  });

  test.each(['/system', '/apisystem', '/API/system', '/', '/nosuch', '/auth/check-user'])(
    'what HTTP has not below /api is not here either: %s',
    async (url) => {
      const [socket, http] = [await line.ask('GET', url), await world.alice.browser.ask('GET', url)];
      expect([socket.status, socket.body]).toEqual([404, { code: 'E_NOT_FOUND', message: 'Not Found' }]);
      expect([http.status, http.body]).toEqual([socket.status, socket.body]);
    },
  );

  test.each(['params', 'data'])('the URL gives way to %s', async (name) => {
    const message = { url: '/api/schedule?name=from-url&alarmAfter=5', [name]: { name: `from-${name}` } };
    const { body } = await line.raw('post', message);
    expect([body.name, body.alarmAfter]).toEqual([`from-${name}`, 5]);
  });

  test('headers of a message change neither who asks nor from where', async () => {
    const stranger = await world.nobody.line();
    const headers = {
      Cookie: world.alice.browser.cookie,
      cookie: world.alice.browser.cookie,
      Origin: 'x',
      authorization: `Bearer ${world.rosie.key}`,
    };
    expect((await stranger.raw('get', { url: '/api/system', headers })).statusCode).toBe(401);
  });

  // More of them than that, and the client that sends them runs out of stack before the server sees one.
  test('a header of any value is read as text, whatever the case of its name', async () => {
    const path = `/api/schedule/${world.schedule}`;
    for (const value of [5, true, [], { toString: 1 }, { 'if-match': '*' }]) {
      const answer = await line.raw('patch', { url: path, data: { alarmAfter: 2 }, headers: { 'IF-Match': value } });
      expect([value, answer.statusCode, answer.body.issues]).toEqual([
        value,
        400,
        [{ path: 'If-Match', code: 'invalid_format', format: 'datetime' }],
      ]);
    }
    for (const headers of [null, {}, { 'If-Match': null }, { 'if-match': '*' }])
      expect((await line.raw('patch', { url: path, data: { alarmAfter: 2 }, headers })).statusCode).toBe(200);
    expect(world.log.failures).toEqual([]);
  });

  test('a thousand brackets are a 400', async () => {
    let deep: unknown = [];
    for (let level = 0; level < 1000; level += 1) deep = [deep];
    expect((await line.ask('POST', '/api/schedule', { name: deep })).status).toBe(400);
  });

  test('a handshake of another origin is refused, one without an origin is let in', async () => {
    const refused = await new Promise<string>((resolve) => {
      const socket = io(world.origin, {
        forceNew: true,
        reconnection: false,
        extraHeaders: { origin: 'https://evil.example.com' },
      });
      socket.on('connect', () => (socket.close(), resolve('connected')));
      socket.on('connect_error', () => (socket.close(), resolve('refused')));
    });
    expect(refused).toBe('refused');
    expect(line.socket.connected).toBe(true);
  });

  describe('a request for a connection', () => {
    const at = (query: string) => `${world.origin}/socket.io/?transport=polling&${query}`;
    const asked = async (query: string, headers: Record<string, string>, more: RequestInit = {}) =>
      (await fetch(at(query), { headers, ...more })).status;
    const evil = { origin: 'https://evil.example.com' };
    const here = () => ({ origin: world.origin });

    test.each(['EIO=4', 'EIO=3'])(
      'of this site, or of none, is let in (%s); of another it is not',
      async (protocol) => {
        const own: Record<string, string>[] = [{}, here(), { 'sec-fetch-site': 'same-origin' }];
        const foreign: Record<string, string>[] = [
          evil,
          { 'sec-fetch-site': 'cross-site' },
          { 'sec-fetch-site': 'same-site' },
        ];
        for (const headers of own) expect([headers, await asked(protocol, headers)]).toEqual([headers, 200]);
        for (const headers of foreign) expect([headers, await asked(protocol, headers)]).toEqual([headers, 403]);
      },
    );

    test('as a script, which any site may read, is refused', async () => {
      expect(await asked('EIO=4&j=0', {})).toBe(403);
      expect(await asked('EIO=3&j=0', here())).toBe(403);
    });

    test('that is open already is looked at each time', async () => {
      const { sid } = JSON.parse((await (await fetch(at('EIO=4'))).text()).slice(1)) as { sid: string };
      const joining = { method: 'POST', body: '40' };
      expect(await asked(`EIO=4&sid=${sid}`, evil, joining)).toBe(400);
      expect(await asked(`EIO=4&sid=${sid}&j=0`, here(), joining)).toBe(400);
      expect(await asked(`EIO=4&sid=${sid}`, here(), joining)).toBe(200);
    });
  });

  test('a message beyond all measure ends its own socket and no other', async () => {
    const other = await world.bob.line();
    const gone = new Promise((resolve) => other.socket.on('disconnect', resolve));
    other.socket.emit('post', { url: '/api/schedule', data: { name: 'x'.repeat(1_100_000) } });
    await gone;
    expect((await line.ask('GET', '/api/system')).status).toBe(200);
    expect(world.log.failures).toEqual([]);
  });
});
