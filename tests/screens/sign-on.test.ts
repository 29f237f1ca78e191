// Single sign-on in the browser: to the provider, back with its parameters, and the message of a failure.
// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { queryClient } from '#app/api/query-client.ts';
import { ApiError } from '#app/api/errors.ts';
import { cachedSession, lastUserId, meQuery } from '#app/auth/me.ts';
import { comeBack, leaveForProvider, wantedPath } from '#app/auth/sign-on.ts';
import { signOnError } from '#app/features/auth/sign-on-errors.ts';
import { logout } from '#app/auth/sign-out.ts';

const mia = { id: '0193a1b2-0000-7000-8000-000000000001', firstName: 'Mia' };
const nobody = { user: null, ended: null, setUp: false, version: '1', signOn: 'Example ID', secureUrl: null };
const fetched = vi.fn<typeof fetch>();
const assign = vi.fn<(url: string) => void>();
const answers: Record<string, [number, object]> = {};

beforeEach(() => {
  fetched.mockReset();
  fetched.mockImplementation((url) => {
    const [status, body] = answers[String(url)] ?? [404, { code: 'E_NOT_FOUND', message: 'Not Found' }];
    return Promise.resolve(new Response(JSON.stringify(body), { status }));
  });
  vi.stubGlobal('fetch', fetched);
  vi.stubGlobal('location', { assign });
  assign.mockReset();
  for (const url of Object.keys(answers)) delete answers[url];
  answers['/api/auth/check-user'] = [200, nobody];
  sessionStorage.clear();
  localStorage.clear();
});
afterEach(() => {
  queryClient.clear();
  vi.unstubAllGlobals();
});
const sent = (url: string): unknown => {
  const call = fetched.mock.calls.find(([asked]) => asked === url);
  return call && JSON.parse(String(call[1]?.body));
};

describe('leaving for the provider', () => {
  test('stores the requested path on the server and in the tab', async () => {
    answers['/api/auth/oauth'] = [200, { url: 'https://id.example/auth?state=s' }];
    await leaveForProvider('/admin/alarms?view=mine');
    expect(sent('/api/auth/oauth')).toEqual({ from: '/admin/alarms?view=mine' });
    expect(assign.mock.calls).toEqual([['https://id.example/auth?state=s']]);
    expect(wantedPath()).toBe('/admin/alarms?view=mine');
  });

  test('without a path removes that of an earlier try', async () => {
    answers['/api/auth/oauth'] = [200, { url: 'https://id.example/auth?state=s' }];
    await leaveForProvider('/admin/alarms');
    await leaveForProvider(undefined);
    expect([sent('/api/auth/oauth'), wantedPath()]).toEqual([{ from: '/admin/alarms' }, undefined]);
  });

  test('stays on the page if the provider is not available', async () => {
    const message = 'Example ID cannot be reached or sent an unexpected response. Try again later.';
    answers['/api/auth/oauth'] = [502, { code: 'E_PROVIDER', message }];
    const error = await leaveForProvider('/').catch((thrown: unknown) => thrown);
    expect(signOnError(error)).toBe('The provider cannot be reached or sent an unexpected answer. Try again later.');
    expect(assign).not.toHaveBeenCalled();
  });
});

describe('coming back', () => {
  test('sends only the parameters of the protocol, and opens the path from the server', async () => {
    answers['/api/auth/oauth-login'] = [200, { user: mia, from: '/admin/alarms?view=mine' }];
    const search = { code: 'c', state: 's', iss: 'https://id.example', session_state: 'x', prompt: 1, scope: 'openid' };
    expect(await comeBack(search)).toBe('/admin/alarms?view=mine');
    expect(sent('/api/auth/oauth-login')).toEqual({ code: 'c', state: 's', iss: 'https://id.example' });
    expect(cachedSession()).toEqual({ ...nobody, user: mia });
    expect(lastUserId()).toBe(mia.id);
  });

  test('opens the onboarding without a requested path, like a password sign-in', async () => {
    answers['/api/auth/oauth-login'] = [200, { user: mia, from: null }];
    expect(await comeBack({ code: 'c', state: 's' })).toBe('/user/alarms');
  });

  test('reports a refusal to the server, which removes the pending sign-in', async () => {
    answers['/api/auth/oauth-login'] = [401, { code: 'E_SIGN_ON', message: 'Example ID did not sign you in.' }];
    const error = await comeBack({ state: 's', error: 'access_denied', error_description: '<b>Call 0800</b>' }).catch(
      (thrown: unknown) => thrown,
    );
    expect(sent('/api/auth/oauth-login')).toEqual({ state: 's', error: 'access_denied' });
    expect(signOnError(error)).toBe('Example ID did not sign you in. Try again.');
    expect(cachedSession()?.user).toBeNull();
  });

  test('sends the request also for an incomplete address: the server has the message', async () => {
    await comeBack({ code: 7 }).catch(() => undefined);
    expect(sent('/api/auth/oauth-login')).toEqual({ state: '' });
  });
});

test.each<[string, Error, string]>([
  [
    'no connection',
    new ApiError(0, 'E_NETWORK', { message: 'TypeError: Failed to fetch' }),
    'No connection. Nothing was changed.',
  ],
  [
    'a failing server',
    new ApiError(500, 'E_INTERNAL', { message: 'Internal Server Error' }),
    'The server reported an error. Nothing was changed.',
  ],
  [
    'a proxy without words',
    new ApiError(502, 'E_502'),
    'The connection was lost. Check whether it was done before you try again.',
  ],
  ['a defect', new Error('x is undefined'), 'Something went wrong. Nothing was changed.'],
  [
    'a refusal',
    new ApiError(403, 'E_DISABLED', { message: 'Example ID knows you, but …' }),
    'Your account is disabled. Ask an administrator.',
  ],
])('of %s it says what is so', (_what, error, words) => {
  expect(signOnError(error)).toBe(words);
});

test('the sign-out returns the provider’s sign-out page, and keeps its name', async () => {
  queryClient.setQueryData<unknown>(meQuery.queryKey, { ...nobody, user: mia });
  answers['/api/auth/oauth-logout'] = [200, { ok: true, url: 'https://id.example/end' }];
  expect(await logout()).toEqual({ dropped: 0, pushDropped: false, url: 'https://id.example/end' });
  expect(cachedSession()).toEqual(nobody);
});
