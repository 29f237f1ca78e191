// From a bar of the fleet strip to the alarms of its day: each reader's own day, the same one however old the counts are.
// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '#app/api/query-client.ts';
import { meQuery } from '#app/auth/me.ts';
import { setAccountZone } from '#app/device/reader.ts';
import { AlarmsPage } from '#app/features/alarms/alarms-page.tsx';
import { countsQuery } from '#app/features/watch/watch-queries.ts';
import { WatchPage } from '#app/features/watch/watch-page.tsx';
import { layOut } from './layout.ts';

const NIGHTS = 28;
const WIDTH = 390;

// No call is answered: the screens show what the device holds.
beforeEach(() => {
  layOut(WIDTH);
  vi.stubGlobal(
    'fetch',
    vi.fn(() => new Promise(() => undefined)),
  );
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  setAccountZone(() => '');
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Shows a screen at the address `/` to a person who reads alarms and systems; returns its router. */
function show(what: ReactNode) {
  const user = { id: 'nora', permissions: { alarm: ['read'], system: ['read'] }, allOrganizations: true, orgIds: [] };
  queryClient.setQueryData(meQuery.queryKey, { user } as never);
  const root = createRootRoute();
  const page = createRoute({ getParentRoute: () => root, path: '/', component: () => what });
  const alarms = createRoute({ getParentRoute: () => root, path: '/admin/alarms', component: () => null });
  const router = createRouter({ routeTree: root.addChildren([page, alarms]), history: createMemoryHistory() });
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
  return router;
}

/** The counts as the server answered them at `at`. */
function countsOf(at: string) {
  const nights = Array.from({ length: NIGHTS }, () => ({ ok: 1, missed: 1, late: 0 }));
  const methods = { ok: 0, count: 0, overdue: 0 };
  const counts = { overdue: [], notBackedup: [], manual: methods, automatic: methods, nights };
  queryClient.setQueryData(countsQuery.queryKey, counts as never, { updatedAt: Date.parse(at) });
}

/** Counts of `at` are shown at `now` to a reader in `zone`: the day that opens for the bar so many before the last. */
async function dayBehind(ago: number, zone: string, at: string, now = at): Promise<unknown> {
  vi.spyOn(Date, 'now').mockReturnValue(Date.parse(now));
  setAccountZone(() => zone);
  countsOf(at);
  const router = show(<WatchPage />);
  const strip = await screen.findByRole('slider', { name: /^Fleet, last/ });
  for (let night = 0; night < ago; night += 1) fireEvent.keyDown(strip, { key: 'ArrowLeft' });
  if (ago > 0) fireEvent.keyDown(strip, { key: 'Enter' });
  else fireEvent.click(strip, { clientX: WIDTH - 20 });
  await expect.poll(() => router.state.location.pathname).toBe('/admin/alarms');
  return (router.state.location.search as { day?: string }).day;
}

test.each([
  ['America/Los_Angeles', 'at 18:00', '2026-11-21T02:00:00.000Z', '2026-11-20'],
  ['Europe/Berlin', 'at 00:30', '2026-11-20T23:30:00.000Z', '2026-11-21'],
  ['Asia/Tokyo', 'at 01:00', '2026-11-20T16:00:00.000Z', '2026-11-21'],
  ['UTC', 'at noon', '2026-11-20T12:00:00.000Z', '2026-11-20'],
])('a tap on the last bar opens today in %s %s', async (zone, _time, at, today) => {
  expect(await dayBehind(0, zone, at)).toBe(today);
});

test('the other bars open the days before, 23 and 25 hours long as well', async () => {
  expect(await dayBehind(27, 'Asia/Tokyo', '2026-11-20T16:00:00.000Z')).toBe('2026-10-25');
  cleanup();
  // At 00:30 on the day after clocks went forward, and at 23:30 on the day they went back.
  expect(await dayBehind(1, 'America/Los_Angeles', '2026-03-09T07:30:00.000Z')).toBe('2026-03-08');
  cleanup();
  expect(await dayBehind(1, 'Europe/Berlin', '2026-10-25T22:30:00.000Z')).toBe('2026-10-24');
});

test('the last bar of counts from yesterday opens yesterday', async () => {
  const [counted, now] = ['2026-11-20T22:00:00.000Z', '2026-11-21T12:00:00.000Z'];
  expect(await dayBehind(0, 'Europe/Berlin', counted, now)).toBe('2026-11-20');
});

test('a kind is chosen among the alarms of the day', async () => {
  const onSearch = vi.fn();
  show(<AlarmsPage search={{ view: 'all', day: '2026-11-20' }} onSearch={onSearch} />);
  fireEvent.click(await screen.findByRole('button', { name: 'Overdue' }));
  expect(onSearch).toHaveBeenLastCalledWith({ view: 'all', day: '2026-11-20', kind: 'overdue' });
  fireEvent.click(screen.getByRole('button', { name: 'All kinds' }));
  expect(onSearch.mock.lastCall?.[0]).toEqual({ view: 'all', day: '2026-11-20' });
});
