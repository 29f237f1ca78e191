// Another person signs in on another page of the same browser: this page holds answers of the person before.
// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '#app/api/query-client.ts';
import { meQuery } from '#app/auth/me.ts';
import { startLive } from '#app/realtime/start.ts';

const reloads = vi.hoisted(() => ({ count: 0, isLeaving: false }));
vi.mock('#app/device/reload.ts', () => ({ reloadPage: () => (reloads.count += 1) }));
vi.mock('#app/auth/sign-out.ts', () => ({ isLeaving: () => reloads.isLeaving, onStopPersisting: () => undefined }));
vi.mock('#app/realtime/socket.ts', () => ({
  createLive: () => ({ wake: vi.fn(), socketId: () => null, loggedOut: vi.fn(), authenticated: vi.fn() }),
}));

const signIn = (id: string | null) =>
  queryClient.setQueryData(meQuery.queryKey, { user: id === null ? null : { id, language: null } } as never);

beforeAll(() => {
  startLive();
});
beforeEach(() => {
  reloads.isLeaving = true;
  signIn(null);
  reloads.isLeaving = false;
  reloads.count = 0;
  signIn('mia');
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

test('the same person, and whoever signs in after a sign-out here, go on without that', async () => {
  signIn(null);
  signIn('mia');
  reloads.isLeaving = true;
  signIn(null);
  reloads.isLeaving = false;
  signIn('ben');
  await settled();
  expect(reloads.count).toBe(0);
});
