// The sheet of an ended session says what is true of this device: whether it rings, and which actions wait for what.
// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type QueuedAction, outbox } from '#app/offline/outbox-store.ts';
import { outboxStore } from '#app/offline/idb.ts';
import { acknowledge, hourFrom, snooze } from '#app/features/alarms/alarm-actions.ts';
import type { Alarm } from '#app/features/alarms/alarm-format.ts';
import { KeptHere } from '#app/features/auth/session-ended.tsx';

const auth = new Uint8Array([1, 2, 3]).buffer;
const held = { endpoint: 'https://push.example/1', getKey: () => auth };
const fetched = vi.fn<typeof fetch>();
const alarmOf = (name: string) => ({ id: `alarm ${name}`, kind: 'failed', system: { id: 's', name } }) as Alarm;

beforeEach(() => {
  vi.stubGlobal('fetch', fetched);
  vi.stubGlobal('PushManager', true);
  vi.stubGlobal('Notification', { permission: 'granted' });
  fetched.mockReset();
  fetched.mockRejectedValue(new TypeError('Failed to fetch'));
});
afterEach(async () => {
  cleanup();
  outbox().setUser(null);
  await outboxStore.clear();
  vi.unstubAllGlobals();
});

function subscribe(subscription: object | null): void {
  const registration = { pushManager: { getSubscription: async () => subscription } };
  const serviceWorker = { ready: Promise.resolve(registration), getRegistration: async () => registration };
  Object.defineProperty(navigator, 'serviceWorker', { value: serviceWorker, configurable: true });
}

test.each([
  [true, 'This computer still rings', 'until you turn its alarms off'],
  [false, 'This computer no longer rings', 'sign in and turn its alarms on again'],
])('where the server answers that it rings: %j, the sheet says so', async (rings, term, note) => {
  subscribe(held);
  fetched.mockImplementation(async () => new Response(JSON.stringify({ rings })));
  render(<KeptHere userId="mia" pageAt={null} />);
  expect((await screen.findByText(term)).textContent).toContain(note);
  const [url, options] = fetched.mock.calls[0] ?? [];
  expect([url, JSON.parse(String(options?.body))]).toEqual([
    '/api/push/check',
    { endpoint: held.endpoint, auth: 'AQID' },
  ]);
});

test('a device that never rang, and one that the server cannot be asked about, claim nothing', async () => {
  for (const subscription of [null, held]) {
    subscribe(subscription);
    render(<KeptHere userId="mia" pageAt={0} />);
    await screen.findByText(/^This page is from/);
    await vi.waitFor(() => expect(fetched).toHaveBeenCalledTimes(subscription ? 1 : 0));
    expect(screen.queryByText(/rings/)).toBeNull();
    cleanup();
  }
});

test('waiting actions are counted, and named by the systems that they are for', async () => {
  subscribe(null);
  outbox().setUser('mia');
  const shown = async () => {
    render(<KeptHere userId="mia" pageAt={null} />);
    const text = (await screen.findByText(/waits?$/)).textContent;
    cleanup();
    return text;
  };
  await acknowledge([alarmOf('ledger-01')]);
  expect(await shown()).toBe('1 acknowledgement waitsledger-01, sent once you sign in');
  await acknowledge([alarmOf('harbor-nas')]);
  expect(await shown()).toBe('2 acknowledgements waitledger-01 and harbor-nas, sent once you sign in');
  await snooze([alarmOf('ledger-01')], hourFrom(Date.now()));
  expect(await shown()).toBe('3 actions waitledger-01 and harbor-nas, sent once you sign in');
  await outboxStore.clear();
  const [earlier] = [{ kind: 'note', alarmId: 'a', body: {}, userId: 'mia', attempts: 0, lastError: null }];
  await outboxStore.set('x', { ...earlier, id: 'x', createdAt: new Date().toISOString() } as QueuedAction);
  expect(await shown()).toBe('1 action waitssent once you sign in');
});
