// Navigations that the worker answers with the app, and the activation of a new worker.
import { describe, expect, test, vi } from 'vitest';
import { asksToSkipWaiting, serverPaths } from '#sw/shell.ts';

// workbox reads `self` when it is imported, which node has not.
vi.hoisted(() => Object.assign(globalThis, { self: globalThis }));

const isApp = (path: string) => !serverPaths.some((pattern) => pattern.test(path));

describe('a navigation', () => {
  test.each([
    '/',
    '/?source=pwa',
    '/admin/system/settings?id=1',
    '/auth/login?from=%2Fadmin%2Fusers',
    '/auth/logout',
    '/unsubscribe?token=a.b',
    '/nowhere',
    '/storefront',
  ])('to %s is answered by the app', (path) => expect(isApp(path)).toBe(true));
  test.each([
    '/api/client/make-exe?id=1',
    '/socket.io/?EIO=4',
    '/.well-known/security.txt',
    '/robots.txt',
    '/icons/icon-192.png',
    '/__getcookie',
    '/store/download?key=a&signature=b',
    '/readyz',
    '/healthz?now',
  ])('to %s goes to the server', (path) => expect(isApp(path)).toBe(false));
});

test('only the message of a page activates the waiting worker', () => {
  expect(asksToSkipWaiting({ v: 1, type: 'SKIP_WAITING' })).toBe(true);
  expect(asksToSkipWaiting({ type: 'SKIP_WAITING' })).toBe(true);
  for (const other of [null, undefined, 'SKIP_WAITING', {}, { v: 1, type: 'push' }, { v: 2, type: 'SKIP_WAITING' }]) {
    expect(asksToSkipWaiting(other)).toBe(false);
  }
});
