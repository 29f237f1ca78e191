// The step after a sheet runs once, also where the person closed the sheet while its call ran.
// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { useBackCloses } from '#app/ui/sheet/sheet-history.ts';

afterEach(cleanup);

const onClose = vi.fn();
const show = (open: boolean) =>
  renderHook((now: { open: boolean }) => useBackCloses(now.open, onClose), { initialProps: { open } });

test('what follows an open sheet waits until its entry is gone', async () => {
  const then = vi.fn();
  const { result, rerender } = show(true);
  act(() => result.current(then));
  expect([onClose.mock.calls.length, then.mock.calls.length]).toEqual([1, 0]);
  rerender({ open: false });
  await expect.poll(() => then.mock.calls.length).toBe(1);
});

test('what follows a sheet that was closed while its call ran is done at once, and not at its next closing', async () => {
  const then = vi.fn();
  const { result, rerender } = show(true);
  rerender({ open: false });
  act(() => result.current(then));
  expect(then).toHaveBeenCalledTimes(1);
  rerender({ open: true });
  rerender({ open: false });
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(then).toHaveBeenCalledTimes(1);
});

test('nothing follows a sheet whose page is gone', () => {
  const then = vi.fn();
  const { result, unmount } = show(true);
  unmount();
  act(() => result.current(then));
  expect(then).not.toHaveBeenCalled();
});
