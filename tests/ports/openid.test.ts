// The port to a provider of identities, against a real one: how it is found, what it proves, and what it is when it is unwell.
import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openIdClient } from '#server/ports/openid-client.ts';
import type { ProviderFault } from '#server/ports/openid.ts';
import { CLIENT, startIdentityProvider, type IdentityProvider } from '#tests/oidc.ts';

const BACK = 'http://127.0.0.1:4600/auth/oauthCallback';
const mia = { sub: 'mia-1', email: 'mia@example.com', email_verified: true, given_name: 'Mia', family_name: 'Lund' };

let idp: IdentityProvider;
beforeEach(async () => {
  idp = await startIdentityProvider();
  idp.account = mia;
});
afterEach(() => idp.close());

const portTo = (more = {}) => openIdClient({ issuer: idp.issuer, ...CLIENT, waitMs: 20_000, ...more });
async function through(port: ReturnType<typeof portTo>, edit = (params: URLSearchParams) => params) {
  const { url, begun } = await port.start(BACK, false);
  const back = edit(new URLSearchParams(await idp.walk(url)));
  return port.finish(new URL(`${BACK}?${back.toString()}`), begun);
}
const faultOf = (work: Promise<unknown>): Promise<ProviderFault> =>
  work.then(
    () => Promise.reject(new Error('it was no fault')),
    (error: ProviderFault) => error,
  );

describe('who somebody is', () => {
  test('is asked for where the ID token does not say it', async () => {
    idp.open([BACK]);
    expect(await through(portTo())).toEqual({
      issuer: idp.issuer,
      subject: 'mia-1',
      email: 'mia@example.com',
      emailVerified: true,
      givenName: 'Mia',
      familyName: 'Lund',
      authenticatedAt: null,
      idToken: expect.stringMatching(/^eyJ[\w-]+\.[\w-]+\.[\w-]+$/),
    });
    expect(idp.asked).toContain('GET /me');
  });

  test('is taken from the ID token where that says it', async () => {
    idp.open([BACK], { more: { conformIdTokenClaims: false } });
    expect(await through(portTo())).toMatchObject({ email: 'mia@example.com', emailVerified: true });
    expect(idp.asked).not.toContain('GET /me');
  });

  test('is no address that the provider does not vouch for, and none at all where it tells none', async () => {
    idp.open([BACK]);
    const port = portTo();
    idp.account = { sub: 'x', email: 'x@example.com', email_verified: false };
    expect(await through(port)).toMatchObject({ email: 'x@example.com', emailVerified: false });
    idp.account = { sub: 'y', email: 'y@example.com' };
    expect(await through(port)).toMatchObject({ email: 'y@example.com', emailVerified: false });
    idp.account = { sub: 'z' };
    expect(await through(port)).toMatchObject({ email: '', emailVerified: false, givenName: '' });
  });
});

describe('this server shows itself', () => {
  test.each(['client_secret_basic', 'client_secret_post'] as const)('by %s where that is the one way', async (way) => {
    idp.open([BACK], { client: { token_endpoint_auth_method: way }, more: { clientAuthMethods: [way] } });
    expect(await through(portTo())).toMatchObject({ subject: 'mia-1' });
  });

  test('by nothing but its proof key where it has no secret', async () => {
    idp.open([BACK], { client: { token_endpoint_auth_method: 'none' } });
    expect(await through(portTo({ clientSecret: null }))).toMatchObject({ subject: 'mia-1' });
  });

  test('with a secret that is wrong it is the settings that are: not the person’s fault', async () => {
    idp.open([BACK]);
    const fault = await faultOf(through(portTo({ clientSecret: 'wrong' })));
    expect([fault.kind, fault.message]).toEqual(['away', 'OAUTH_WWW_AUTHENTICATE_CHALLENGE']);
  });
});

describe('it proves nothing', () => {
  beforeEach(() => idp.open([BACK]));
  const set = (key: string, value: string) => (params: URLSearchParams) => {
    params.set(key, value);
    return params;
  };

  test.each([
    ['a state that is another', set('state', 'another')],
    ['an issuer that is another', set('iss', 'https://evil.example')],
    ['a code that nobody gave', set('code', 'guessed')],
    ['a provider that refuses', set('error', 'access_denied')],
  ])('%s', async (_what, edit) => {
    const fault = await faultOf(through(portTo(), edit));
    expect([fault.name, fault.kind]).toEqual(['ProviderFault', 'refused']);
    expect(fault.message).not.toMatch(/evil|guessed|another/);
  });

  test('with a nonce, or a proof key, that is not of this sign-in', async () => {
    const port = portTo();
    for (const key of ['nonce', 'verifier'] as const) {
      const { url, begun } = await port.start(BACK, false);
      const back = new URL(`${BACK}?${new URLSearchParams(await idp.walk(url)).toString()}`);
      const fault = await faultOf(port.finish(back, { ...begun, [key]: 'x'.repeat(43) }));
      expect([key, fault.kind]).toEqual([key, 'refused']);
    }
  });

  test('with an ID token that the provider’s keys did not sign, or an address of somebody else', async () => {
    const port = portTo();
    const other = { kty: 'RSA', kid: 'test', alg: 'RS256', use: 'sig', e: 'AQAB', n: 'x'.repeat(342) };
    idp.instead = ({ url }, response) => url === '/jwks' && json(response, { keys: [other] });
    expect((await faultOf(through(port))).kind).toBe('refused');
    idp.instead = ({ url }, response) => url === '/me' && json(response, { ...mia, sub: 'somebody else' });
    expect((await faultOf(through(port))).kind).toBe('refused');
    // That was no trouble of the provider: it is not looked for anew.
    idp.asked.length = 0;
    await port.start(BACK, false);
    expect(idp.asked).toEqual([]);
  });
});

function json(response: ServerResponse, body: unknown): true {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  return true;
}
const respond = (status: number, type: string, body: string) => (_request: unknown, response: ServerResponse) => {
  response.writeHead(status, { 'content-type': type }).end(body);
  return true;
};

describe('a provider that is unwell', () => {
  test.each([
    ['says that it is not there', respond(503, 'text/plain', '')],
    ['answers with a page', respond(200, 'text/html', '<h1>It works</h1>')],
    ['answers with half a word', respond(200, 'application/json', '{"issuer":')],
    ['answers with something else', respond(200, 'application/json', '[1,2]')],
    ['is another one', respond(200, 'application/json', '{"issuer":"https://other.example"}')],
    ['sends elsewhere', respond(302, 'text/plain', '')],
    ['hangs up', (_request: unknown, response: ServerResponse) => response.destroy() !== undefined],
  ] as const)('%s, and is found again when it is well', async (_what, instead) => {
    idp.open([BACK]);
    idp.instead = instead;
    const port = portTo();
    const fault = await faultOf(port.start(BACK, false));
    expect([fault.name, fault.kind]).toEqual(['ProviderFault', 'away']);
    idp.instead = null;
    expect(await through(port)).toMatchObject({ subject: 'mia-1' });
  });

  test('that does not answer is waited for no longer than it may take, at each step', async () => {
    idp.open([BACK]);
    idp.instead = () => true;
    const port = portTo({ waitMs: 400 });
    expect(await faultOf(port.start(BACK, false))).toMatchObject({ kind: 'away' });
    idp.instead = null;
    const patient = portTo();
    const { url, begun } = await patient.start(BACK, false);
    const back = new URL(`${BACK}?${new URLSearchParams(await idp.walk(url)).toString()}`);
    idp.instead = ({ url: path }) => path === '/token';
    expect(await faultOf(port.finish(back, begun))).toMatchObject({ kind: 'away' });
  });

  test('that is not there at all is away, and the word for the log is the network’s', async () => {
    const gone = await startIdentityProvider();
    await gone.close();
    const port = portTo({ issuer: gone.issuer });
    expect(port.name).toBe(new URL(gone.issuer).host);
    expect(await faultOf(port.start(BACK, false))).toMatchObject({ kind: 'away', message: 'discovery: ECONNREFUSED' });
  });

  test('that says so itself when it sends the browser back is not the person’s fault', async () => {
    idp.open([BACK]);
    const edit = (params: URLSearchParams) => new URLSearchParams([...params, ['error', 'temporarily_unavailable']]);
    expect(await faultOf(through(portTo(), edit))).toMatchObject({ kind: 'away' });
  });
});

test('a provider with a place to sign out gets the proof of who was in, another one nothing', async () => {
  idp.open([BACK]);
  const url = new URL(String(await portTo().logoutUrl('the-proof')));
  expect([url.origin, url.searchParams.get('id_token_hint'), url.searchParams.get('client_id')]).toEqual([
    idp.issuer,
    'the-proof',
    CLIENT.clientId,
  ]);
  idp.open([BACK], {
    more: { features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } } },
  });
  expect(await portTo().logoutUrl('the-proof')).toBeNull();
});
