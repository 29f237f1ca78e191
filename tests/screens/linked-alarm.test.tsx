// The alarm that an address names: no other stands for it, and it stays open with what is typed about it.
// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '#app/api/query-client.ts';
import { dismissFlash, pastFlashes } from '#app/device/flash.ts';
import type { AlarmItem } from '#app/features/alarms/alarm-queries.ts';
import type { AlarmsView } from '#app/features/alarms/alarms-view.ts';
import { useChosenAlarm } from '#app/features/alarms/chosen-alarm.ts';
import { useLinkedAlarm } from '#app/features/alarms/linked-alarm.ts';
import { isHalted } from '#app/features/shell/query-state.tsx';
import { AppQueries, RETRIES_MS } from './queries.tsx';

const item = (id: string) => ({ alarm: { id }, queued: null }) as AlarmItem;
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

let status: number;
beforeEach(() => {
  status = 500;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
  vi.stubGlobal('fetch', async () =>
    status === 200
      ? Response.json({ id: 'named', resolvedAt: '2026-11-21T03:00:00.000Z' })
      : Response.json({ code: status === 404 ? 'E_NOT_FOUND' : 'E_SERVER', message: '' }, { status }),
  );
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  dismissFlash();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test.each([500, 404])(
  'beside the list no other alarm stands for a named one that the server answers %d to',
  async (code) => {
    status = code;
    const view = { view: 'open', items: [item('other')] } as unknown as AlarmsView;
    const useChosen = () => {
      const { item: chosen, missing } = useChosenAlarm(view, { alarm: 'named' }, true);
      return [chosen, missing?.isError];
    };
    const { result } = renderHook(useChosen, { wrapper: AppQueries });
    await wait(RETRIES_MS);
    expect(result.current).toEqual([undefined, true]);
  },
);

test('an alarm beside the list stays when it left the list and the server answers no more', async () => {
  const view = (...ids: string[]) => ({ view: 'open', items: ids.map(item) }) as unknown as AlarmsView;
  const { result, rerender } = renderHook(({ now }) => useChosenAlarm(now, { alarm: 'named' }, true), {
    wrapper: AppQueries,
    initialProps: { now: view('named', 'other') },
  });
  expect(result.current.item?.alarm.id).toBe('named');
  rerender({ now: view('other') });
  await wait(RETRIES_MS);
  expect(result.current.item?.alarm.id).toBe('named');
});

test('the sheet of an alarm that cannot be read says so, and waits no longer', async () => {
  const close = vi.fn();
  const { result } = renderHook(() => useLinkedAlarm('named', [], close, isHalted), { wrapper: AppQueries });
  await wait(RETRIES_MS);
  expect(result.current.alarm).toBeNull();
  expect(close).toHaveBeenCalled();
  expect(pastFlashes()[0]?.text).toMatch(/^Could not load alarms/);
});

test('the sheet of an alarm that leaves the list keeps it', async () => {
  status = 200;
  const { result, rerender } = renderHook(({ items }) => useLinkedAlarm('named', items, vi.fn(), isHalted), {
    wrapper: AppQueries,
    initialProps: { items: [item('named')] as readonly AlarmItem[] },
  });
  await wait(100);
  rerender({ items: [] });
  expect(result.current.alarm?.id).toBe('named');
});
