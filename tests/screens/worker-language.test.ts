// A language that is chosen early: its pages come with a newer worker, and this page may not have registered its own yet.
// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type * as Worker from '#app/device/worker.ts';

const calls = vi.hoisted(() => [] as string[]);
vi.mock('workbox-window', () => ({
  Workbox: class {
    #isRegistered = false;
    addEventListener(): void {}
    async register(): Promise<void> {
      calls.push('register');
      this.#isRegistered = true;
    }
    /** Does nothing before it is registered, as the real one. */
    async update(): Promise<void> {
      if (this.#isRegistered) calls.push('update');
    }
  },
}));

const container = { controller: null as object | null, addEventListener: vi.fn() };
let worker: typeof Worker;
beforeEach(async () => {
  calls.length = 0;
  container.controller = null;
  vi.resetModules();
  worker = await import('#app/device/worker.ts');
  vi.useFakeTimers();
  vi.stubEnv('PROD', true);
  vi.stubGlobal('navigator', { serviceWorker: container });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

test('a page that a worker took over before it registered its own registers it, and looks for a newer one', async () => {
  worker.startWorker();
  container.controller = {};
  await worker.loadPagesAgain();
  expect(calls).toEqual(['register', 'update']);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(calls).toEqual(['register', 'update']);
});

test('a language that is chosen before workers are started is looked for at their start', async () => {
  container.controller = {};
  await worker.loadPagesAgain();
  worker.startWorker();
  await vi.advanceTimersByTimeAsync(0);
  expect(calls).toEqual(['register', 'update']);
});
