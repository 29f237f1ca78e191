// The rate of acts: so many at once, then evenly as time goes on.
import { expect, test } from 'vitest';
import { Rate } from '#server/kernel/limits.ts';
import { Clock } from '#tests/ground.ts';

test('what was taken grows again evenly, up to the most', () => {
  const clock = new Clock('2026-11-21T03:00:00.000Z');
  const rate = new Rate(3, 60, clock.now);
  const taken = (key: string) => {
    try {
      rate.take(key);
      return 'taken';
    } catch (error) {
      return (error as { retryAfterSeconds: number }).retryAfterSeconds;
    }
  };
  const times = (count: number, key = 'a') => Array.from({ length: count }, () => taken(key));
  expect(times(5)).toEqual(['taken', 'taken', 'taken', 20, 20]);
  expect(times(1, 'b')).toEqual(['taken']);
  clock.advance(19_000);
  expect(times(1)).toEqual([1]);
  clock.advance(1000);
  expect(times(2)).toEqual(['taken', 20]);
  clock.advance(3_600_000);
  expect(times(4)).toEqual(['taken', 'taken', 'taken', 20]);
  clock.advance(-3_600_000);
  expect(times(1)).toEqual([20]);
  clock.advance(20_000);
  expect(times(1)).toEqual(['taken']);
});
