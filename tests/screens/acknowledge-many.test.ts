// Up to three alarms are acknowledged at a press; more are listed first.
// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { acknowledge } from '#app/features/alarms/alarm-actions.ts';
import type { Alarm } from '#app/features/alarms/alarm-format.ts';
import { useAcknowledge } from '#app/features/alarms/use-acknowledge.tsx';

vi.mock('#app/features/alarms/alarm-actions.ts', () => ({ acknowledge: vi.fn() }));
vi.mock('#app/features/alarms/acknowledge-sheet.tsx', () => ({ default: () => null }));

test.each([
  [1, true],
  [3, true],
  [4, false],
  [40, false],
])('of %i alarms it is sent at once: %j', (count, isSent) => {
  vi.mocked(acknowledge).mockClear();
  const onDone = vi.fn();
  const { result } = renderHook(() => useAcknowledge(onDone));
  const alarms = Array.from({ length: count }, (_, index) => ({ id: String(index) }) as Alarm);
  act(() => result.current[0](alarms));
  expect(vi.mocked(acknowledge).mock.calls).toEqual(isSent ? [[alarms]] : []);
  expect(onDone).toHaveBeenCalledTimes(isSent ? 1 : 0);
  // The sheet is asked for where nothing was sent.
  expect(result.current[1] === false).toBe(isSent);
});
