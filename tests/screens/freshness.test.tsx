// The age of what is on screen.
// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { markServerContact, setConnectionState, useFreshness } from '#app/realtime/freshness.ts';

const asOf = (...times: number[]) =>
  renderHook(() => useFreshness(...times.map((dataUpdatedAt) => ({ dataUpdatedAt, isError: dataUpdatedAt === 0 }))))
    .result.current;

test('is that of the oldest answer there is, also where another was never fetched', () => {
  expect(asOf(5000, 3000).asOf).toBe(3000);
  expect(asOf(5000, 0)).toEqual({ fresh: false, asOf: 5000 });
  expect(asOf(0, 0)).toEqual({ fresh: false, asOf: null });
});

test('a screen renders again when its answers become stale, and not with each answer of the server', () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-21T03:12:00.000Z') });
  onTestFinished(() => void vi.useRealTimers());
  act(() => setConnectionState('enrolled', Date.now()));
  const answer = { dataUpdatedAt: Date.now(), isError: false };
  let renders = 0;
  const { result } = renderHook(() => {
    renders += 1;
    return useFreshness(answer);
  });
  const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms));
  for (let contact = 0; contact < 20; contact += 1) {
    wait(5000);
    act(() => markServerContact(Date.now(), contact));
  }
  expect({ renders, fresh: result.current.fresh }).toEqual({ renders: 1, fresh: true });
  wait(160_000);
  expect({ renders, fresh: result.current.fresh }).toEqual({ renders: 2, fresh: false });
  act(() => markServerContact(Date.now(), 21));
  expect(result.current.fresh).toBe(true);
  act(() => setConnectionState('offline', Date.now()));
  expect(result.current.fresh).toBe(false);
});
