// The queries that the route of Watch sends before the screen is drawn.
// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '#app/api/query-client.ts';
import { meQuery } from '#app/auth/me.ts';
import { countsQuery, prefetchWatch } from '#app/features/watch/watch-queries.ts';

const fetched = vi.fn<typeof fetch>();
const asked = () => fetched.mock.calls.map(([url]) => String(url).split('?')[0]);
const signIn = (permissions: Record<string, string[]>) =>
  queryClient.setQueryData<unknown>(meQuery.queryKey, { user: { permissions }, setUp: false, version: '1' });

beforeEach(() => {
  fetched.mockReset().mockImplementation(() => Promise.resolve(new Response('[]')));
  vi.stubGlobal('fetch', fetched);
});
afterEach(() => {
  queryClient.clear();
  vi.unstubAllGlobals();
});

test('asks for what the person may read', () => {
  signIn({ alarm: ['read'], system: ['read'], backup: ['read'] });
  prefetchWatch(queryClient);
  expect(asked()).toEqual(['/api/alarm', '/api/system/counts', '/api/backup/recent']);
});

test('asks for nothing that the person may not read, and for nothing without a session', () => {
  prefetchWatch(queryClient);
  signIn({ system: ['read'] });
  prefetchWatch(queryClient);
  expect(asked()).toEqual(['/api/system/counts']);
});

test('leaves what the device holds to the screen, however old it is', () => {
  signIn({ system: ['read'] });
  queryClient.setQueryData<unknown>(countsQuery.queryKey, { total: 1 }, { updatedAt: 0 });
  prefetchWatch(queryClient);
  expect(asked()).toEqual([]);
});
