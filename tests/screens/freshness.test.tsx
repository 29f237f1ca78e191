// The age of what is on screen.
// @vitest-environment jsdom
import { renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useFreshness } from '#app/realtime/freshness.ts';

const asOf = (...times: number[]) =>
  renderHook(() => useFreshness(...times.map((dataUpdatedAt) => ({ dataUpdatedAt, isError: dataUpdatedAt === 0 }))))
    .result.current;

test('is that of the oldest answer there is, also where another was never fetched', () => {
  expect(asOf(5000, 3000).asOf).toBe(3000);
  expect(asOf(5000, 0)).toEqual({ fresh: false, asOf: 5000 });
  expect(asOf(0, 0)).toEqual({ fresh: false, asOf: null });
});
