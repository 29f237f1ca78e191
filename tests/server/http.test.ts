// The HTTP transport under bad input: bodies, cookies, anti-forgery tokens, origins, paths and methods that are not what they should be.
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Browser, DAY, databases, makeWorld, type World } from '#tests/world.ts';

describe.each(databases)('the HTTP transport on %s', (engine) => {
  let world: World;
  beforeAll(async () => {
    world = await makeWorld(engine);
  });
  afterAll(() => world.close());
  const schedule = { name: 'Weekly', intervalUnit: 'Weeks' };
  const json = { 'content-type': 'application/json' };

  test.each([
    ['malformed JSON', '{"name":'],
    ['JSON that is a list', '[1,2]'],
    ['JSON that is null', 'null'],
    ['text', 'hello'],
    ['a thousand brackets', '['.repeat(1000)],
    ['a hundred thousand brackets', `{"name":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
  ])('%s is a 400 in the envelope', async (_what, body) => {
    const { status, body: text } = await world.alice.ask('POST', '/schedule', body, json);
    expect([status, typeof text.code, typeof text.message]).toEqual([400, 'string', 'string']);
  });

  test('a body of another type is a 400, an empty one of any type is none at all', async () => {
    const xml = { 'content-type': 'text/xml' };
    expect((await world.alice.ask('POST', '/schedule', '<a/>', xml)).body.code).toBe('E_BAD_BODY');
    const empty = { 'content-type': 'application/x-www-form-urlencoded' };
    expect((await world.alice.ask('POST', '/schedule', '', empty)).body.details).toContainEqual(
      expect.stringMatching(/^name: /),
    );
    expect((await world.alice.ask('POST', '/schedule', '', json)).body.code).toBe('E_INVALID_NEW_RECORD');
  });

  test('values in the query and in a form are text, out of which numbers and truths are read; in JSON they are what they are', async () => {
    const { body } = await world.alice.ask('POST', '/schedule?alarmAfter=3', { name: 'From the query' });
    expect(body.alarmAfter).toBe(3);
    const path = `/schedule/${body.id}`;
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    expect((await world.alice.ask('PATCH', `${path}?alarmAfter=4`)).body.alarmAfter).toBe(4);
    expect((await world.alice.ask('PATCH', path, 'alarmAfter=5', form)).body.alarmAfter).toBe(5);
    expect((await world.alice.ask('PATCH', `${path}?alarmAfter=many`)).body.code).toBe('E_INVALID_VALUES_TO_SET');
    for (const at of [path, `${path}?alarmAfter=6`]) {
      const strict = await world.alice.ask('PATCH', at, { alarmAfter: '6' });
      expect([strict.status, strict.body.details]).toEqual([400, [expect.stringMatching(/^alarmAfter: /)]]);
    }
    const system = `/system/${world.acme.system}`;
    const set = await world.alice.ask('PATCH', `${system}?active=false&keyConnected=false`, {});
    expect([set.status, set.body.active, set.body.keyConnected]).toEqual([200, false, false]);
    const line = await world.alice.line();
    expect((await line.ask('PATCH', `/api${system}?active=true`, {})).body.active).toBe(true);
    expect((await line.ask('PATCH', `/api${system}`, { active: 'true' })).status).toBe(400);
  });

  test('bad input is refused by the word for what is made, set, or looked for', async () => {
    const system = world.acme.system;
    const grants = { group: world.engineers, permissions: ['moon.read'] };
    const codeOf = async (...asked: [string, string, object?]) => (await world.alice.ask(...asked)).body.code;
    expect(await codeOf('POST', '/group', { name: 'Odd', permissions: [{ model: 'moon', action: 'read' }] })).toBe(
      'E_INVALID_NEW_RECORD',
    );
    const set = { permissions: [{ model: 'moon', action: 'read' }] };
    expect(await codeOf('PATCH', `/group/${world.engineers}`, set)).toBe('E_INVALID_VALUES_TO_SET');
    expect(await codeOf('POST', '/grouppermission', grants)).toBe('E_INVALID_NEW_RECORD');
    expect(await codeOf('DELETE', '/grouppermission', grants)).toBe('E_INVALID_CRITERIA');
    expect(await codeOf('DELETE', '/grouppermission', {})).toBe('E_INVALID_CRITERIA');
    expect(await codeOf('DELETE', '/system/1')).toBe('E_INVALID_CRITERIA');
    expect(await codeOf('PATCH', `/system/${system}`, { name: '' })).toBe('E_INVALID_VALUES_TO_SET');
    expect(await codeOf('GET', `/backup/notify?system=${system}&date=never`)).toBe('E_INVALID_CRITERIA');
  });

  test('a caller without the permission gets that error before those of the input, and a client needs no permission', async () => {
    for (const path of [
      `/system/${world.acme.system}/get-upload-keys`,
      `/organization/${world.acme.organization}/get-upload-keys`,
      '/backup/notify',
    ]) {
      const answers = [await world.charlie.ask('GET', path), await world.rosie.ask('GET', path)];
      expect([path, ...answers.map(({ status }) => status)]).toEqual([path, 403, 400]);
    }
  });

  test('whatever is a list tells how long it is', async () => {
    for (const path of ['/permission', '/device', '/organization/health-status', '/backup/recent']) {
      const { body, headers } = await world.alice.ask('GET', path);
      expect([path, headers['x-total-count']]).toEqual([path, String(body.length)]);
    }
  });

  test('keys that would reach the prototype are unknown keys', async () => {
    for (const key of ['__proto__', 'constructor', 'toString']) {
      const { status, body } = await world.alice.ask('POST', '/schedule', `{"name":"x","${key}":{"a":1}}`, json);
      expect([status, body.details]).toEqual([400, [`${key}: is not a known parameter`]]);
    }
    expect(({} as Record<string, unknown>)['a']).toBeUndefined();
  });

  describe('anti-forgery', () => {
    const forged = { 'x-xsrf-token': 'forged.token' };
    test.each([
      ['missing', { 'x-xsrf-token': '' }],
      ['wrong', forged],
      ['foreign', null],
    ])('a token that is %s refuses every change, signing in too', async (_what, headers) => {
      const token = headers ?? { 'x-xsrf-token': world.bob.browser.cookies.get('XSRF-TOKEN') ?? '' };
      const attempts = [
        await world.alice.ask('POST', '/schedule', schedule, token),
        await world.alice.ask('PATCH', `/system/${world.acme.system}`, { notes: 'x' }, token),
        await world.alice.ask('DELETE', `/system/${world.acme.system}`, undefined, token),
        await world.alice.ask('POST', '/auth/login', { email: 'x', password: 'y' }, token),
        await world.alice.ask('GET', `/system/${world.acme.system}/rescan-alarm`, undefined, token),
        await world.alice.ask('GET', `/system/${world.acme.system}/get-upload-keys`, undefined, token),
        await world.alice.ask('GET', `/organization/${world.acme.organization}/get-upload-keys`, undefined, token),
        await world.alice.ask('POST', '/auth/logout', {}, token),
      ];
      expect(attempts.map(({ status, body }) => [status, body.code])).toEqual(attempts.map(() => [403, 'E_CSRF']));
      expect((await world.alice.ask('GET', `/system/${world.acme.system}`, undefined, token)).status).toBe(200);
    });

    test('a token of another session in both places does not fit this one', async () => {
      const token = world.bob.browser.cookies.get('XSRF-TOKEN') ?? '';
      const cookie = `bw_session=${world.alice.browser.cookies.get('bw_session')}; XSRF-TOKEN=${token}`;
      const { status } = await world.alice.ask('POST', '/schedule', schedule, { cookie, 'x-xsrf-token': token });
      expect(status).toBe(403);
    });

    test('a browser without any cookie gets a token with the refusal, and its second try is let in', async () => {
      const browser = new Browser(world.origin);
      const login = { email: world.bob.email, password: 'correct-horse-battery' };
      expect((await browser.ask('POST', '/api/auth/login', login)).body.code).toBe('E_CSRF');
      expect((await browser.ask('POST', '/api/auth/login', login)).status).toBe(200);
      expect((await browser.ask('POST', '/api/auth/logout', {})).status).toBe(200);
    });

    test('a bearer that is no key of ours changes nothing: the session needs its token, and cookies are handed out', async () => {
      for (const authorization of ['Bearer nonsense', 'Bearer eyJhbGciOiJub25lIn0.e30.', 'Basic YTpi', 'Bearer']) {
        const without = { authorization, 'x-xsrf-token': '' };
        const refused = await world.alice.ask('POST', '/schedule', schedule, without);
        expect([authorization, refused.status, refused.body.code]).toEqual([authorization, 403, 'E_CSRF']);
        expect((await world.alice.ask('GET', '/session', undefined, { authorization })).status).toBe(200);
        const browser = new Browser(world.origin, { authorization });
        const login = { email: world.bob.email, password: 'correct-horse-battery' };
        expect((await browser.ask('POST', '/api/auth/login', login)).body.code).toBe('E_CSRF');
        expect((await browser.ask('POST', '/api/auth/login', login)).status).toBe(200);
      }
    });

    test('a key of our form that nobody has is nobody, whatever session comes with it', async () => {
      const headers = { authorization: 'Bearer bw_nosuchkey', 'x-xsrf-token': '' };
      for (const [method, path, body] of [
        ['POST', '/schedule', schedule],
        ['POST', '/auth/login', { email: world.bob.email, password: 'correct-horse-battery' }],
        ['GET', `/system/${world.acme.system}`, undefined],
      ] as const) {
        const { status, body: text } = await world.alice.ask(method, path, body, headers);
        expect([method, path, status, text.code]).toEqual([method, path, 401, 'E_UNAUTHORIZED']);
      }
    });

    test('another origin is refused, with the right token as well', async () => {
      const headers = { origin: 'https://evil.example.com' };
      expect((await world.alice.ask('POST', '/schedule', schedule, headers)).body.code).toBe('E_CSRF');
      expect((await world.alice.ask('POST', '/schedule', schedule, { origin: 'null' })).body.code).toBe('E_CSRF');
      expect((await world.alice.ask('POST', '/schedule', schedule, { origin: world.origin })).status).toBe(200);
    });
  });

  test('the page of another site cannot put a fresh session in the place of one that the browser keeps back', async () => {
    const cookiesOf = async (method: string, headers: Record<string, string>) => {
      const answer = await new Browser(world.origin).ask(method, '/api/auth/check-user', undefined, headers);
      return answer.headers['set-cookie'];
    };
    const foreign: Record<string, string>[] = [
      { origin: 'https://evil.example.com' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
    ];
    for (const headers of foreign) expect([headers, await cookiesOf('POST', headers)]).toEqual([headers, undefined]);
    // A link in a mail: with it the browser sends what it has.
    expect(await cookiesOf('GET', { 'sec-fetch-site': 'cross-site' })).toContain('bw_session=');
    expect(await cookiesOf('POST', { origin: world.origin, 'sec-fetch-site': 'same-origin' })).toContain('bw_session=');
  });

  test('a session that has expired, or never was, is signed out; asking who one is says nobody', async () => {
    const person = await world.signIn(world.bob.id);
    const line = await person.line();
    const path = `/system/${world.acme.system}`;
    world.clock.advance(91 * DAY);
    expect([(await person.ask('GET', path)).status, (await line.ask('GET', `/api${path}`)).status]).toEqual([401, 401]);
    expect((await person.ask('GET', '/auth/check-user')).body.user).toBeNull();
    world.clock.advance(-91 * DAY);
    expect((await person.ask('GET', path)).status).toBe(200);
    expect((await world.nobody.ask('GET', path, undefined, { cookie: 'bw_session=nosuchsession' })).status).toBe(401);
    expect((await world.nobody.ask('GET', path, undefined, { cookie: `bw_session=${'x'.repeat(5000)}` })).status).toBe(
      401,
    );
  });

  test('what is not there is a 404 in the envelope, for every method and place', async () => {
    for (const [method, path] of [
      ['GET', '/api/nosuch'],
      ['POST', '/api/system/nosuch/verb'],
      ['GET', '/api'],
      ['GET', '/nosuch'],
      ['POST', '/'],
      ['OPTIONS', '/api/system'],
      ['GET', '/api/system/%E0%A4%A'],
      ['GET', '/api/%00'],
    ] as const) {
      const { status, body } = await world.alice.browser.ask(method, path);
      expect([method, path, status, body]).toEqual([method, path, 404, { code: 'E_NOT_FOUND', message: 'Not Found' }]);
    }
    expect((await world.nobody.ask('GET', '/nosuch')).status).toBe(401);
  });

  test('answers are JSON without caching, HEAD is a GET without a body, PUT is a PATCH', async () => {
    const path = `/system/${world.acme.system}`;
    const { headers } = await world.alice.ask('GET', path);
    expect([headers['content-type'], headers['cache-control']]).toEqual([
      'application/json; charset=utf-8',
      'no-store',
    ]);
    const head = await world.alice.ask('HEAD', path);
    expect([head.status, head.body]).toEqual([200, '']);
    expect((await world.alice.ask('PUT', path, { notes: 'by put' })).body.notes).toBe('by put');
    expect((await world.alice.ask('GET', `${path}/`)).body.notes).toBe('by put');
  });

  test('bytes that are no HTTP close one connection and harm nobody else', async () => {
    const { hostname, port } = new URL(world.origin);
    const text = await new Promise<string>((resolve) => {
      const socket = connect(Number(port), hostname, () => socket.end('\0\0\0garbage\r\n\r\n'));
      let text = '';
      socket.on('data', (chunk) => (text += String(chunk)));
      socket.on('close', () => resolve(text));
      socket.on('error', () => undefined);
    });
    expect(text).toMatch(/^(HTTP\/1\.1 400|$)/);
    expect((await world.alice.browser.ask('GET', '/healthz')).status).toBe(200);
    expect((await world.alice.browser.ask('GET', '/readyz')).body).toEqual({ ok: true, outages: [], store: 'ok' });
  });

  test('nothing of all this was a failure of the server', () => {
    expect(world.log.failures).toEqual([]);
  });
});
