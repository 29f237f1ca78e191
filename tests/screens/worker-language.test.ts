// A language that is chosen right after the first visit: its pages come with a worker that may not be registered yet.
// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadPagesAgain, startWorker } from '#app/device/worker.ts';

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
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubEnv('PROD', true);
  vi.stubGlobal('navigator', { serviceWorker: container });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

test('a page that a worker took over before it registered its own finds the pages of another language', async () => {
  startWorker();
  container.controller = {};
  await loadPagesAgain();
  expect(calls).toEqual(['register', 'update']);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(calls).toEqual(['register', 'update']);
});
