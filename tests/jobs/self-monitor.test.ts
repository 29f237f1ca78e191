// The look of the server at itself: at the start and each minute by itself, and never two at once.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SelfMonitor } from '#server/monitoring/self-monitor.ts';
import { makeTestLog } from '#tests/world.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const childrenOf = (beat: () => Promise<void>) => ({
  troubles: () => Promise.resolve([]),
  remember: () => Promise.resolve(),
  notifyAdministrators: () => Promise.resolve(),
  beat,
  clock: Date.now,
  log: makeTestLog(),
});

test('the heartbeat leaves at the start and then each minute, until the server stops', async () => {
  const beat = vi.fn(() => Promise.resolve());
  const monitor = new SelfMonitor(childrenOf(beat));
  monitor.start();
  await vi.advanceTimersByTimeAsync(0);
  expect(beat).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(59_999);
  expect(beat).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(beat).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  expect(beat).toHaveBeenCalledTimes(12);
  await monitor.stop();
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  expect(beat).toHaveBeenCalledTimes(12);
});

test('a watcher that takes longer than a minute is asked once at a time', async () => {
  let answer = (): void => undefined;
  const beat = vi.fn(() => new Promise<void>((resolve) => (answer = resolve)));
  const monitor = new SelfMonitor(childrenOf(beat));
  monitor.start();
  await vi.advanceTimersByTimeAsync(3 * 60_000);
  expect(beat).toHaveBeenCalledTimes(1);
  answer();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(beat).toHaveBeenCalledTimes(2);
  answer();
  await monitor.stop();
});
