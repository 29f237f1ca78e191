// The guard of protected routes, and the way back after the login.
// @vitest-environment jsdom
import { QueryClient, dehydrate } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ApiError } from '#app/api/errors.ts';
import { alreadyIn, fromOf, guard, isOwnPath } from '#app/auth/guard.ts';
import { meQuery } from '#app/auth/me.ts';
import type { KeyValueStore } from '#app/offline/idb.ts';
import { restoreCache } from '#app/offline/restore-cache.ts';

const mia = { id: '0193a1b2-0000-7000-8000-000000000001', firstName: 'Mia' };
let client: QueryClient;
const answer = (body: object, status = 200) => new Response(JSON.stringify(body), { status });
const fetched = vi.fn<typeof fetch>();

beforeEach(() => {
  client = new QueryClient();
  fetched.mockReset();
  vi.stubGlobal('fetch', fetched);
});
afterEach(() => {
  vi.useRealTimers();
  client.clear();
  vi.unstubAllGlobals();
});

const hold = (user: object | null, at = Date.now()) =>
  client.setQueryData<unknown>(meQuery.queryKey, { user, setUp: false, version: '1' }, { updatedAt: at });

const queriesOf = (user: object) => {
  const before = new QueryClient();
  before.setQueryData<unknown>(meQuery.queryKey, { user, setUp: false, version: '1' });
  return dehydrate(before).queries.map((query) => ({ ...query, meta: { persist: true } }));
};

describe('a protected route', () => {
  test('asks the server when nobody is known, and lets in whom it names', async () => {
    fetched.mockResolvedValue(answer({ user: mia, setUp: false, version: '1' }));
    expect(await guard(client, '/admin/alarms')).toMatchObject({ user: { firstName: 'Mia' } });
    expect(fetched).toHaveBeenCalledTimes(1);
  });

  test('leads to the login with the wanted path when the server knows nobody', async () => {
    fetched.mockResolvedValue(answer({ user: null, setUp: false, version: '1' }));
    expect(await guard(client, '/admin/alarms?view=mine')).toEqual({
      user: null,
      from: '/admin/alarms?view=mine',
      setUp: false,
    });
  });

  test('lets the stored user in without a connection', async () => {
    hold(mia, Date.now() - 8 * 3600_000);
    fetched.mockRejectedValue(new TypeError('Failed to fetch'));
    expect(await guard(client, '/')).toMatchObject({ user: { firstName: 'Mia' } });
  });

  test('without a connection waits for a slow disk before it gives up', async () => {
    const queries = queriesOf(mia);
    let read = (_saved: unknown): void => undefined;
    const store = { get: () => new Promise((resolve) => (read = resolve)) } as unknown as KeyValueStore;
    expect(await restoreCache(client, { buster: 'mine', store, limitMs: 1 })).toBe('late');
    fetched.mockRejectedValue(new TypeError('Failed to fetch'));
    const verdict = guard(client, '/');
    await expect.poll(() => fetched).toHaveBeenCalled();
    read({ buster: 'mine', queries });
    expect(await verdict).toMatchObject({ user: { firstName: 'Mia' } });
  });

  test('does not wait for a server that never answers when the disk knows the user', async () => {
    fetched.mockReturnValue(new Promise(() => undefined));
    let read = (_saved: unknown): void => undefined;
    const store = { get: () => new Promise((resolve) => (read = resolve)) } as unknown as KeyValueStore;
    await restoreCache(client, { buster: 'mine', store, limitMs: 1 });
    const verdict = guard(client, '/');
    read({ buster: 'mine', queries: queriesOf(mia) });
    expect(await verdict).toMatchObject({ user: { firstName: 'Mia' } });
  });

  test('gives up after 10 s without an answer, and uses one that comes later at the next try', async () => {
    vi.useFakeTimers();
    let respond = (_answer: Response): void => undefined;
    fetched.mockReturnValue(new Promise((resolve) => (respond = resolve)));
    const failed = guard(client, '/').catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(9999);
    expect(client.isFetching()).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(await failed).toMatchObject({ code: 'E_TIMEOUT' });
    respond(answer({ user: mia, setUp: false, version: '1' }));
    await vi.advanceTimersByTimeAsync(0);
    expect(await guard(client, '/')).toMatchObject({ user: { firstName: 'Mia' } });
  });

  test('says that there is no connection when nobody is known', async () => {
    fetched.mockRejectedValue(new TypeError('Failed to fetch'));
    await expect(guard(client, '/')).rejects.toMatchObject({
      status: 0,
      code: 'E_NETWORK',
    } satisfies Partial<ApiError>);
  });

  test('does not trust an answer that named nobody: it asks again', async () => {
    hold(null);
    fetched.mockResolvedValue(answer({ user: mia, setUp: false, version: '1' }));
    expect(await guard(client, '/')).toMatchObject({ user: { firstName: 'Mia' } });
  });
});

describe('the login page', () => {
  test('knows who is signed in already', async () => {
    fetched.mockResolvedValue(answer({ user: mia, setUp: false, version: '1' }));
    expect(await alreadyIn(client)).toMatchObject({ firstName: 'Mia' });
  });

  test('opens without a connection', async () => {
    fetched.mockRejectedValue(new TypeError('Failed to fetch'));
    expect(await alreadyIn(client)).toBeNull();
  });
});

describe('the way back', () => {
  test('is the wanted path, the home screen included', () => {
    expect(fromOf('/')).toBe('/');
  });

  test.each(['/auth/login', '/auth/logout', '/x?next=/auth/login', '/blogins'])('%s is none', (path) => {
    expect(fromOf(path)).toBeUndefined();
  });

  test.each(['//evil.example', '/\\evil.example', 'https://evil.example/'])('%s leads off this site', (path) => {
    expect(isOwnPath(path)).toBe(false);
    expect(fromOf(path)).toBeUndefined();
  });

  test('is the path with its query', () => {
    expect(fromOf('/admin/system?id=1')).toBe('/admin/system?id=1');
  });
});
