// A sign-out that fails halfway: the device of a signed-in user rings, or the user is warned that it may not.
// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '#app/api/query-client.ts';
import { flash, flashNow, pastFlashes } from '#app/device/flash.ts';
import { setAccountZone } from '#app/device/reader.ts';
import { meQuery } from '#app/auth/me.ts';
import { addActions, outbox } from '#app/offline/outbox-store.ts';
import { pushNow } from '#app/push/store.ts';
import { repair, startPush, turnOff } from '#app/push/push.ts';
import { outboxStore } from '#app/offline/idb.ts';
import { logout, unsent } from '#app/auth/sign-out.ts';

const mia = { id: 'u1', firstName: 'Mia', pushKey: '' };
const held = {
  endpoint: 'https://push.example/1',
  expirationTime: null,
  options: {},
  toJSON: () => ({ keys: { p256dh: 'p', auth: 'a' } }),
  unsubscribe: vi.fn(async () => true),
};
const registration = { pushManager: { getSubscription: async () => held }, getNotifications: async () => [] };
const server = { devices: new Set<string>(), logout: 200, alarm: 200, reached: true, calls: [] as string[], zone: '' };

const answer = (path: string, endpoint: string): [number, object] => {
  if (path === 'PUT /push/subscription') return (server.devices.add(endpoint), [200, { id: 'd1' }]);
  if (path === 'DELETE /push/subscription') return (server.devices.delete(endpoint), [200, { ok: true }]);
  if (path === 'POST /auth/oauth-logout') return [server.logout, { ok: true, url: null }];
  if (path.startsWith('POST /alarm/')) return [server.alarm, { outcome: 'done' }];
  return path === 'GET /device' ? [200, [{ id: 'd1' }]] : [404, {}];
};

beforeAll(() => {
  vi.stubGlobal('PushManager', true);
  vi.stubGlobal('Notification', { permission: 'granted' });
  const serviceWorker = { ready: Promise.resolve(registration), getRegistration: async () => registration };
  Object.defineProperty(navigator, 'serviceWorker', { value: serviceWorker, configurable: true });
  vi.stubGlobal('fetch', async (url: string, { method, body }: RequestInit = {}) => {
    const path = `${method} ${url.replace('/api', '')}`;
    server.calls.push(path);
    if (path !== 'DELETE /push/subscription' && !server.reached) throw new TypeError('Failed to fetch');
    const sent = JSON.parse(String(body ?? '{}')) as { endpoint: string; timeZone?: string };
    if (path === 'PUT /push/subscription') server.zone = sent.timeZone ?? '';
    const [status, said] = answer(path, sent.endpoint);
    return new Response(JSON.stringify(said), { status });
  });
  startPush();
});
beforeEach(async () => {
  Object.assign(server, { logout: 200, alarm: 200, reached: true });
  held.unsubscribe.mockClear();
  queryClient.setQueryData<unknown>(meQuery.queryKey, { user: mia, setUp: false, version: '1', signOn: null });
  await repair();
  expect([pushNow().state, server.devices.size]).toEqual(['on', 1]);
  server.calls.length = 0;
});
afterAll(() => outbox().stop());

test('a device says the zone that it is in, not that of the account', async () => {
  setAccountZone(() => 'Asia/Tokyo');
  server.zone = '';
  await repair();
  setAccountZone(() => '');
  expect(server.zone).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone);
});

test('rejected by the server leaves a device that rings', async () => {
  server.logout = 500;
  await expect(logout()).rejects.toMatchObject({ status: 500 });
  expect([pushNow().state, server.devices.size]).toEqual(['on', 1]);
  expect(held.unsubscribe).not.toHaveBeenCalled();
});

test('without a network leaves an unknown push state, repaired when the page is visible again', async () => {
  server.reached = false;
  await expect(logout()).rejects.toMatchObject({ status: 0 });
  expect([pushNow().state, server.devices.size]).toEqual(['unfinished', 0]);
  server.reached = true;
  document.dispatchEvent(new Event('visibilitychange'));
  await expect.poll(() => [pushNow().state, server.devices.size]).toEqual(['on', 1]);
});

test('removes the device on the server, then ends the session, then drops the subscription', async () => {
  held.unsubscribe.mockImplementationOnce(async () => (server.calls.push('browser'), true));
  expect(await logout()).toEqual({ dropped: 0, pushDropped: true, url: null });
  expect(server.calls.filter((call) => !call.startsWith('GET'))).toEqual([
    'DELETE /push/subscription',
    'POST /auth/oauth-logout',
    'browser',
  ]);
});

test('leaves no message of the person before on the device', async () => {
  flash('negative', 'ledger-01: the note was not saved.', { timeout: 0 });
  await logout();
  expect([flashNow().visible, pastFlashes()]).toEqual([false, []]);
});

test('an action is stored although the page was just opened and has not set its user', async () => {
  outbox().setUser(null);
  const { actions, answered } = await addActions([{ kind: 'acknowledge', alarmId: 'a1', body: {} } as never]);
  expect([actions.map(({ userId }) => userId), await answered]).toEqual([['u1'], true]);
});

const action = { kind: 'acknowledge', body: {}, createdAt: new Date().toISOString(), attempts: 0, lastError: null };
const queueActions = async () => {
  for (const id of ['act1', 'act2']) await outboxStore.set(id, { ...action, id, alarmId: id, userId: 'u1' });
};

test('reports unsent actions although the user is cleared first', async () => {
  server.alarm = 503;
  outbox().setUser('u1');
  await queueActions();
  held.unsubscribe.mockImplementationOnce(async () => {
    outbox().setUser(null);
    await expect.poll(() => outbox().waiting()).toEqual([]);
    return true;
  });
  expect(await logout()).toMatchObject({ dropped: 2 });
});

test('a page that was just opened sends or counts waiting actions before it removes anything', async () => {
  outbox().setUser(null);
  await queueActions();
  server.reached = false;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const waits = unsent();
  await vi.waitFor(async () => {
    await vi.advanceTimersByTimeAsync(1000);
    expect(outbox().waiting()).toHaveLength(2);
  });
  await vi.advanceTimersByTimeAsync(3000);
  expect(await waits).toBe(2);
  vi.useRealTimers();
  server.reached = true;
  expect(await unsent()).toBe(0);
  expect(server.calls.filter((call) => call.includes('DELETE'))).toEqual([]);
});

test('alarms that are turned off during a repair stay off', async () => {
  const repaired = repair();
  await turnOff();
  await repaired;
  expect([pushNow().state, server.devices.size]).toEqual(['off', 0]);
});
