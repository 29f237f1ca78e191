// The request for the session that the first script sends on a device without a stored user.
// @vitest-environment jsdom
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { api } from '#app/api/client.ts';
import { askEarly, takeEarly } from '#app/auth/early-session.ts';
import { guard } from '#app/auth/guard.ts';
import { rememberUser } from '#app/auth/me.ts';

const ADDRESS = '/api/auth/check-user';
const mia = { id: '0193a1b2-0000-7000-8000-000000000001', email: 'mia@acme.example', firstName: 'Mia' };
const fetched = vi.fn<typeof fetch>();
const signedIn = () => Promise.resolve(new Response(JSON.stringify({ user: mia, setUp: false, version: '1' })));

beforeEach(() => {
  fetched.mockReset().mockImplementation(signedIn);
  vi.stubGlobal('fetch', fetched);
});
afterEach(() => {
  takeEarly(ADDRESS);
  rememberUser(null);
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('the guard takes its answer, once', async () => {
  askEarly();
  expect(fetched.mock.calls.map(([url]) => url)).toEqual([ADDRESS]);
  expect(await guard(new QueryClient(), '/')).toMatchObject({ user: { firstName: 'Mia' } });
  expect(fetched).toHaveBeenCalledTimes(1);
  await guard(new QueryClient(), '/');
  expect(fetched).toHaveBeenCalledTimes(2);
});

test('another request drops it: a sign-in makes its answer wrong', async () => {
  askEarly();
  fetched.mockResolvedValueOnce(new Response('{}'));
  await api.auth.oauthLogin({ code: 'c', state: 's' });
  await guard(new QueryClient(), '/');
  expect(fetched.mock.calls.map(([url]) => url)).toEqual([ADDRESS, '/api/auth/oauth-login', ADDRESS]);
});

test('is not sent with a stored user, and not without a connection', () => {
  rememberUser(mia);
  askEarly();
  rememberUser(null);
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  askEarly();
  expect(fetched).not.toHaveBeenCalled();
});

test('an answer that may be out of date is not used', () => {
  vi.useFakeTimers();
  askEarly();
  vi.advanceTimersByTime(10_001);
  expect(takeEarly(ADDRESS)).toBeNull();
});

test('a failure is that of the request that takes it, and the next one asks anew', async () => {
  fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  askEarly();
  await expect(guard(new QueryClient(), '/')).rejects.toMatchObject({ code: 'E_NETWORK' });
  expect(await guard(new QueryClient(), '/')).toMatchObject({ user: { firstName: 'Mia' } });
});
