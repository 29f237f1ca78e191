// Single sign-on through a provider that really is one: the way there and back, and what cannot be done twice or elsewhere.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { PASSWORD } from '#tests/cast.ts';
import { advanceDate, restoreDate } from '#tests/dates.ts';
import { CLIENT } from '#tests/oidc.ts';
import { makeStage, person, type Stage } from '#tests/oidc-stage.ts';
import { Browser, DAY, HOUR, MINUTE, databases, makeWorld } from '#tests/world.ts';

describe.each(databases)('single sign-on on %s', (engine) => {
  let stage: Stage;
  let world: Stage['world'];
  let idp: Stage['idp'];
  beforeAll(async () => {
    stage = await makeStage(engine);
    ({ world, idp } = stage);
  });
  beforeEach(() => {
    // The limits of one test are over before the next.
    world.clock.advance(HOUR);
    advanceDate(HOUR);
    idp.instead = null;
  });
  afterAll(() => stage.close());
  afterAll(restoreDate);

  test('without its provider a server starts, says so, and takes passwords; it goes on when the provider is there', async () => {
    const by = await stage.browser();
    expect((await by.ask('GET', '/api/auth/check-user')).body.signOn).toBe('Example ID');
    const away = await by.ask('POST', '/api/auth/oauth', {});
    expect([away.status, away.body]).toEqual([
      502,
      { code: 'E_PROVIDER', message: 'Example ID cannot be reached or sent an unexpected response. Try again later.' },
    ]);
    expect(world.log.lines.at(-1)).toContain('discovery: OAUTH_RESPONSE_IS_NOT_CONFORM');
    const password = { email: world.bob.email, password: PASSWORD };
    expect((await by.ask('POST', '/api/auth/login', password)).status).toBe(200);
    stage.open();
    expect((await stage.through(person('bob'))).status).toBe(200);
  });

  test('a person of the provider is signed in, proven, and back where she wanted to be', async () => {
    const id = await world.newUser('erin@example.com');
    const by = await stage.browser();
    const visitor = by.cookies.get('bw_session');
    idp.account = person('erin', { email: 'Erin@Example.com' });
    const url = new URL(await stage.begin(by, '/admin/alarms?view=mine'));
    const asked = Object.fromEntries(url.searchParams);
    expect([url.origin, asked]).toEqual([
      idp.issuer,
      {
        client_id: CLIENT.clientId,
        response_type: 'code',
        redirect_uri: `${world.origin}/auth/oauthCallback`,
        scope: 'openid email profile',
        state: expect.stringMatching(/^[\w-]{43}$/),
        nonce: expect.stringMatching(/^[\w-]{43}$/),
        code_challenge: expect.stringMatching(/^[\w-]{43}$/),
        code_challenge_method: 'S256',
      },
    ]);
    const { status, body } = await stage.finish(by, await idp.walk(url.href));
    expect([status, body.user.id, body.from]).toEqual([200, id, '/admin/alarms?view=mine']);
    expect(await stage.whoIs(by)).toBe(id);
    expect(by.cookies.get('bw_session')).not.toBe(visitor);
    expect(body.user.emailConfirmedAt).toBe(world.clock.now());
    expect((await by.ask('GET', '/api/session')).body).toHaveLength(1);
    expect((await stage.through(person('erin'))).body).toMatchObject({ user: { id }, from: null });
  });

  test('a socket is signed in too, as it is by a password', async () => {
    const line = await world.charlie.line();
    idp.account = person('dave');
    const { body } = await line.ask('POST', '/api/auth/oauth', {});
    const answer = await line.ask('POST', '/api/auth/oauth-login', await idp.walk(body.url));
    expect([answer.status, answer.body.user.id]).toEqual([200, world.dave.id]);
    expect((await line.ask('GET', '/api/auth/check-user')).body.user.id).toBe(world.dave.id);
    const keyed = await world.rosie.ask('POST', '/auth/oauth', {});
    expect([keyed.status, keyed.body.code]).toEqual([403, 'E_STATE']);
    world.charlie = await world.signIn(world.charlie.id, world.charlie.email);
  });

  test('a way back works once, for ten minutes, and only in the browser that began', async () => {
    idp.account = person('bob');
    const [mine, foreign] = [await stage.browser(), await stage.browser()];
    const back = await idp.walk(await stage.begin(mine));
    // A person who sends somebody their own way back would sign that person in as themselves.
    const refused = await stage.finish(foreign, back);
    expect([refused.status, refused.body.code, await stage.whoIs(foreign)]).toEqual([403, 'E_STATE', null]);
    expect(refused.body.message).toContain('Example ID');
    expect((await stage.finish(mine, { ...back, state: 'x'.repeat(43) })).body.code).toBe('E_STATE');
    expect((await stage.finish(mine, back)).status).toBe(200);
    // Another session by now; and even in the first one it would be gone.
    expect((await stage.finish(mine, back)).body.code).toBe('E_STATE');
    const again = await stage.browser();
    const failed = { ...(await idp.walk(await stage.begin(again))), code: 'guessed' };
    expect((await stage.finish(again, failed)).body.code).toBe('E_SIGN_ON');
    expect((await stage.finish(again, failed)).body.code).toBe('E_STATE');
    const late = await idp.walk(await stage.begin(again));
    world.clock.advance(10 * MINUTE);
    expect((await stage.finish(again, late)).body.code).toBe('E_STATE');
    const intime = await idp.walk(await stage.begin(again));
    world.clock.advance(9 * MINUTE);
    expect((await stage.finish(again, intime)).status).toBe(200);
    await stage.begin(await stage.browser());
    world.clock.advance(DAY);
    await world.settle();
    expect(await stage.rows('signon')).toEqual([]);
  });

  test('of two that come back at once with the same, one is in', async () => {
    idp.account = person('bob');
    const by = await stage.browser();
    const back = await idp.walk(await stage.begin(by));
    const twins = [0, 1, 2].map(() => {
      const twin = new Browser(world.origin);
      for (const [name, value] of by.cookies) twin.cookies.set(name, value);
      return stage.finish(twin, back);
    });
    expect((await Promise.all(twins)).map(({ status }) => status).toSorted()).toEqual([200, 403, 403]);
  });

  test.each([
    ['nonce', 'another nonce'],
    ['code_challenge', 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'],
  ])('a sign-in whose %s was exchanged on its way proves nothing', async (key, value) => {
    idp.account = person('bob');
    const by = await stage.browser();
    const url = new URL(await stage.begin(by));
    url.searchParams.set(key, value);
    const answer = await stage.finish(by, await idp.walk(url.href));
    expect([answer.status, answer.body.code, await stage.whoIs(by)]).toEqual([401, 'E_SIGN_ON', null]);
  });

  test('a code that was used, a refusal, and another provider’s word sign nobody in', async () => {
    idp.account = person('bob');
    const first = await stage.browser();
    const used = await idp.walk(await stage.begin(first));
    expect((await stage.finish(first, used)).status).toBe(200);
    const attempt = async (edit: (back: Record<string, string>) => object) => {
      const by = await stage.browser();
      const { status, body } = await stage.finish(by, edit(await idp.walk(await stage.begin(by))));
      return [status, body.code, await stage.whoIs(by)];
    };
    expect(await attempt((back) => ({ ...back, code: used['code'] }))).toEqual([401, 'E_SIGN_ON', null]);
    expect(await attempt((back) => ({ ...back, iss: 'https://evil.example' }))).toEqual([401, 'E_SIGN_ON', null]);
    expect(await attempt(({ state }) => ({ state }))).toEqual([401, 'E_SIGN_ON', null]);
    const { status, body } = await stage.through(null);
    expect([status, body]).toEqual([401, { code: 'E_SIGN_ON', message: 'Example ID did not sign you in.' }]);
  });

  test('leaving says where the provider is left too, and the provider takes the proof', async () => {
    const by = await stage.browser();
    await stage.through(person('bob'), by);
    const { status, body } = await by.ask('POST', '/api/auth/oauth-logout', {});
    expect([status, body.ok, await stage.whoIs(by)]).toEqual([200, true, null]);
    const url = new URL(body.url);
    expect([url.origin, url.searchParams.get('id_token_hint')]).toEqual([
      idp.issuer,
      expect.stringMatching(/^eyJ[\w-]+\.[\w-]+\.[\w-]+$/),
    ]);
    expect((await fetch(url)).status).toBe(200);
    const bob = await world.signIn(world.bob.id);
    expect((await bob.ask('POST', '/auth/oauth-logout', {})).body).toEqual({ ok: true, url: null });
    expect((await bob.ask('GET', '/device')).status).toBe(401);
    expect((await world.nobody.ask('GET', '/auth/check-user')).status).toBe(200);
    expect((await world.nobody.ask('POST', '/auth/oauth-logout', {})).body).toEqual({ ok: true, url: null });
  });

  test('a way to another site is refused before anything begins', async () => {
    const by = await stage.browser();
    for (const from of [
      '//evil.example',
      '/\\evil.example',
      'https://evil.example',
      '/\t/evil.example',
      'alarms',
      '',
    ]) {
      const { status, body } = await by.ask('POST', '/api/auth/oauth', { from });
      expect([from, status, body.details]).toEqual([from, 400, ['from: must be a path of this app']]);
    }
  });

  test('guesses and beginnings are counted for each address; who gets in is not', async () => {
    const by = await stage.browser();
    for (let right = 0; right < 3; right += 1) expect((await stage.through(person('bob'))).status).toBe(200);
    const guesses = [];
    for (let guess = 0; guess < 51; guess += 1)
      guesses.push((await stage.finish(by, { state: 'x', code: 'x' })).body.code as string);
    expect([guesses.at(0), guesses.at(49), guesses.at(50)]).toEqual(['E_STATE', 'E_STATE', 'E_RATE']);
    const begins = [];
    for (let count = 0; count < 51; count += 1) begins.push((await by.ask('POST', '/api/auth/oauth', {})).status);
    expect([begins.at(0), begins.at(49), begins.at(50)]).toEqual([200, 200, 429]);
  });

  test('neither the log nor the database holds what opens anything', async () => {
    const by = await stage.browser();
    idp.account = person('bob');
    const url = new URL(await stage.begin(by));
    const pending = JSON.stringify(await stage.rows('signon'));
    const back = await idp.walk(url.href);
    const tokens: string[] = [];
    idp.instead = ({ url: path, headers }) => {
      if (path === '/me') tokens.push(String(headers.authorization).slice(7));
      return false;
    };
    expect((await stage.finish(by, back)).status).toBe(200);
    const secrets = [CLIENT.clientSecret, back['code'], url.searchParams.get('state'), url.searchParams.get('nonce')];
    const storedText = JSON.stringify([
      await stage.rows('session'),
      await stage.rows('identity'),
      await stage.rows('signon'),
    ]);
    // A sealed value may begin like a token by chance: a token has two parts and a point more.
    expect(`${pending}${storedText}`).not.toMatch(/eyJ[\w-]+\.[\w-]+\./);
    for (const secret of [...secrets, ...tokens].map(String)) {
      expect(secret.length).toBeGreaterThan(2);
      expect([secret, pending.includes(secret), storedText.includes(secret)]).toEqual([secret, false, false]);
    }
    // And where things go wrong, when most is logged.
    idp.instead = ({ url: path }, response) => path === '/token' && (response.writeHead(500).end('{"a"'), true);
    const failing = await stage.browser();
    const lost = await idp.walk(await stage.begin(failing));
    expect((await stage.finish(failing, lost)).body.code).toBe('E_PROVIDER');
    const log = world.log.lines.join('\n');
    expect(log).toContain('single sign-on failed');
    for (const secret of [...secrets, ...tokens, lost['code'], lost['state'], 'eyJ', 'example.com'])
      expect([secret, log.includes(String(secret))]).toEqual([secret, false]);
  });

  test('nothing of all this was a failure of the server', () => {
    expect(world.log.failures).toEqual([]);
  });
});

test('where it is not set up, nobody is told of a provider, and the calls say so', async () => {
  const world = await makeWorld('sqlite');
  const { browser } = world.charlie;
  expect((await browser.ask('GET', '/api/auth/check-user')).body.signOn).toBeNull();
  for (const [path, body] of [
    ['/api/auth/oauth', {}],
    ['/api/auth/oauth-login', { state: 'x', code: 'x' }],
  ] as const) {
    const answer = await browser.ask('POST', path, body);
    expect([answer.status, answer.body.code]).toEqual([409, 'E_NO_SIGN_ON']);
  }
  await world.close();
});
