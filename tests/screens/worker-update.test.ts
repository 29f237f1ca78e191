// An update that another page of the browser accepted, and an address that the worker left for a cold start.
// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { applyUpdate } from '#app/device/update.ts';
import { openFromOutside, startWorker } from '#app/device/worker.ts';
import { openStore } from '#app/offline/idb.ts';

const workerStore = openStore('backwatch-worker', 'state');
const seen = vi.hoisted(() => ({ on: new Map<string, () => void>(), skips: 0, reloads: 0 }));
vi.mock('#app/device/reload.ts', () => ({ reloadPage: () => (seen.reloads += 1), isReloading: () => false }));
vi.mock('workbox-window', () => ({
  Workbox: class {
    addEventListener(name: string, listener: () => void): void {
      seen.on.set(name, listener);
    }
    messageSkipWaiting(): void {
      seen.skips += 1;
    }
    async register(): Promise<void> {}
    async update(): Promise<void> {}
  },
}));

beforeEach(() => {
  vi.stubEnv('PROD', true);
  vi.stubGlobal('navigator', { serviceWorker: { controller: {}, addEventListener: vi.fn(), startMessages: vi.fn() } });
  Object.assign(seen, { skips: 0, reloads: 0 });
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('an update that another page activated is loaded here by a press, although no worker waits any more', () => {
  vi.spyOn(performance, 'now').mockReturnValue(60_000);
  startWorker();
  seen.on.get('controlling')?.();
  seen.on.get('waiting')?.();
  applyUpdate();
  expect([seen.skips, seen.reloads]).toEqual([1, 0]);
  seen.on.get('controlling')?.();
  expect(seen.reloads).toBe(1);
  startWorker();
  seen.on.get('controlling')?.();
  applyUpdate();
  expect([seen.skips, seen.reloads]).toEqual([1, 2]);
});

test('an address that the worker left is opened once, also where the browser loaded the page at it', async () => {
  const go = vi.fn();
  const leave = (url: string) => workerStore.set('open', { url, ts: Date.now() });
  const loadedWith = (url: string) =>
    vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ name: location.origin + url } as PerformanceEntry]);
  loadedWith('/admin/alarms?alarm=a1');
  await leave('/admin/alarms?alarm=a1');
  openFromOutside(go);
  await vi.waitFor(async () => expect(await workerStore.get('open')).toBeUndefined());
  expect(go).not.toHaveBeenCalled();
  loadedWith('/');
  await leave('/admin/alarms?alarm=a1');
  openFromOutside(go);
  await vi.waitFor(() => expect(go).toHaveBeenCalledExactlyOnceWith('/admin/alarms?alarm=a1'));
});
