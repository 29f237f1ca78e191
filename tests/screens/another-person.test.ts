// Another person signs in on another page of the same browser: this page holds answers of the person before.
// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '#app/api/query-client.ts';
import { meQuery } from '#app/auth/me.ts';
import { startLive } from '#app/realtime/start.ts';

const reloads = vi.hoisted(() => ({ count: 0 }));
vi.mock('#app/device/reload.ts', () => ({ reloadPage: () => (reloads.count += 1) }));
vi.mock('#app/auth/sign-out.ts', () => ({ isLeaving: () => false, onStopPersisting: () => undefined }));
vi.mock('#app/realtime/socket.ts', () => ({
  createLive: () => ({ wake: vi.fn(), socketId: () => null, loggedOut: vi.fn(), authenticated: vi.fn() }),
}));

const signIn = (id: string | null) =>
  queryClient.setQueryData(meQuery.queryKey, { user: id === null ? null : { id, language: null } } as never);

beforeAll(() => {
  startLive();
});
beforeEach(() => {
  queryClient.clear();
  signIn('mia');
  queryClient.setQueryData(['system', 'list', {}], { rows: [], total: 0 });
  reloads.count = 0;
});
afterEach(() => {
  vi.restoreAllMocks();
});
const settled = () => new Promise((resolve) => setTimeout(resolve, 50));

test('the page is loaded anew, whether it saw the session end before or not', async () => {
  signIn('ben');
  await vi.waitFor(() => expect(reloads.count).toBe(1));
  signIn(null);
  signIn('ben');
  await vi.waitFor(() => expect(reloads.count).toBe(2));
});

test('the same person, and whoever signs in on this page, go on without that', async () => {
  signIn(null);
  signIn('mia');
  // As each sign-in does for another person.
  queryClient.clear();
  signIn('ben');
  await settled();
  expect(reloads.count).toBe(0);
});
