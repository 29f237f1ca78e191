// The alarms of a person in an outage: the list of open ones is only a part of them.
// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '#app/api/query-client.ts';
import { useAlarmsView } from '#app/features/alarms/alarms-view.ts';
import { AppQueries, RETRIES_MS, signInAs } from './queries.tsx';

const alarm = (id: string, by: string | null) => ({
  id,
  kind: 'overdue',
  since: '2026-11-21T02:00:00.000Z',
  resolvedAt: null,
  snoozedUntil: null,
  acknowledgedAt: by && '2026-11-21T02:10:00.000Z',
  acknowledgedBy: by && { id: by, name: 'Mia' },
});
let total: number;
let isReached: boolean;
const asked: string[] = [];

beforeEach(() => {
  isReached = true;
  asked.length = 0;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
  vi.stubGlobal('fetch', async (url: string) => {
    const where = new URL(url, 'http://localhost').searchParams.get('where') ?? '';
    asked.push(where);
    const isMine = where.includes('acknowledgedBy');
    if (isMine && !isReached) return Response.json({ code: 'E_INTERNAL', message: '' }, { status: 500 });
    const rows = isMine ? [alarm('taken', 'mia')] : [alarm('newest', null)];
    return Response.json(rows, { headers: { 'x-total-count': String(isMine ? 1 : total) } });
  });
  signInAs({ alarm: ['read', 'update'] });
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** The ids of Mine, and whether they may not be all. */
async function mine(): Promise<[string[], boolean]> {
  const { result } = renderHook(() => useAlarmsView({ view: 'mine' }), { wrapper: AppQueries });
  await act(() => vi.advanceTimersByTimeAsync(RETRIES_MS));
  const { sections, missing } = result.current;
  return [sections.mine.map((item) => item.alarm.id), missing !== undefined];
}

test('alarms of the person that the list lacks are requested', async () => {
  total = 1500;
  expect(await mine()).toEqual([['taken'], false]);
});

test('the view says that some may be missing while they cannot be read', async () => {
  total = 1500;
  isReached = false;
  expect(await mine()).toEqual([[], true]);
});

test('requested alarms are dropped once the list has them all', async () => {
  total = 1500;
  const { result } = renderHook(() => useAlarmsView({ view: 'mine' }), { wrapper: AppQueries });
  await act(() => vi.advanceTimersByTimeAsync(RETRIES_MS));
  expect(result.current.sections.mine).toHaveLength(1);
  total = 1;
  await act(async () => void queryClient.invalidateQueries());
  await act(() => vi.advanceTimersByTimeAsync(RETRIES_MS));
  expect(result.current.sections.mine).toEqual([]);
});

test('nothing is requested while the list has them all', async () => {
  total = 1;
  expect(await mine()).toEqual([[], false]);
  expect(asked.filter((where) => where.includes('acknowledgedBy'))).toEqual([]);
});
