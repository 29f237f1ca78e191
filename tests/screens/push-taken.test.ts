// A browser whose push subscription belongs to the person before: it makes a new one, and tells the server of that.
// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '#app/api/query-client.ts';
import { meQuery } from '#app/auth/me.ts';
import { repair, startPush } from '#app/push/push.ts';
import { remember } from '#app/push/storage.ts';
import { pushNow } from '#app/push/store.ts';

const mia = { id: 'u1', firstName: 'Mia', pushKey: '' };
const browser = { count: 0, held: null as object | null, removed: [] as string[] };
/** Endpoints that belong to somebody else, and those that were reported. */
const server = { taken: new Set<string>(), reported: [] as [endpoint: string, previous: string | null][] };

function subscription() {
  const endpoint = `https://push.example/${(browser.count += 1)}`;
  return {
    endpoint,
    expirationTime: null,
    options: {},
    toJSON: () => ({ keys: { p256dh: 'p', auth: 'a' } }),
    unsubscribe: async () => {
      browser.removed.push(endpoint);
      browser.held = null;
      return true;
    },
  };
}

beforeAll(() => {
  vi.stubGlobal('PushManager', true);
  vi.stubGlobal('Notification', { permission: 'granted' });
  const pushManager = {
    getSubscription: async () => browser.held,
    subscribe: async () => (browser.held = subscription()),
  };
  const registration = { pushManager, active: {}, getNotifications: async () => [] };
  const serviceWorker = { ready: Promise.resolve(registration), getRegistration: async () => registration };
  Object.defineProperty(navigator, 'serviceWorker', { value: serviceWorker, configurable: true });
  vi.stubGlobal('fetch', async (url: string, { method, body }: RequestInit = {}) => {
    if (method !== 'PUT') {
      const isSession = url.endsWith('/check-user');
      return new Response(JSON.stringify(isSession ? { user: mia, setUp: false } : [{ id: 'd1' }]), { status: 200 });
    }
    const { endpoint, previousEndpoint } = JSON.parse(String(body));
    server.reported.push([endpoint, previousEndpoint]);
    const isTaken = server.taken.has(endpoint) || server.taken.has('all');
    return new Response(JSON.stringify(isTaken ? { code: 'E_ENDPOINT_IN_USE', message: 'x' } : { id: 'd1' }), {
      status: isTaken ? 409 : 200,
    });
  });
  startPush();
});
beforeEach(async () => {
  browser.removed = [];
  browser.held = subscription();
  queryClient.setQueryData(meQuery.queryKey, null as never);
  remember(mia.id, { wanted: 'on', endpoint: null, device: null });
});
afterAll(() => vi.unstubAllGlobals());

/** Signs Mia in, and waits for what her start does with push. */
async function start(): Promise<void> {
  queryClient.setQueryData(meQuery.queryKey, { user: mia, setUp: false } as never);
  await expect.poll(() => server.reported.length).toBeGreaterThan(0);
  await repair();
}

test('the taken subscription is dropped, and a new one is reported', async () => {
  const { endpoint } = browser.held as { endpoint: string };
  server.taken = new Set([endpoint]);
  server.reported = [];
  await start();
  expect(browser.removed).toEqual([endpoint]);
  const next = (browser.held as unknown as { endpoint: string }).endpoint;
  expect(next).not.toBe(endpoint);
  // At once, and not as the successor of one that is another's.
  expect(server.reported.slice(0, 2)).toEqual([
    [endpoint, null],
    [next, null],
  ]);
  expect(pushNow().state).toBe('on');
});

test('where the new one is refused too it is not made again and again', async () => {
  server.taken = new Set(['all']);
  server.reported = [];
  const before = browser.count;
  await start();
  // Once for each of the two repairs of a start, never in a circle.
  expect(browser.count - before).toBeLessThanOrEqual(3);
  expect(pushNow().state).not.toBe('on');
});
