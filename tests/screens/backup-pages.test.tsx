// The backups of a system that are read: the first ones, older ones on request, and others in another order.
// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '#app/api/query-client.ts';
import { useBackups } from '#app/features/backups/backup-pages.ts';
import { AppQueries, RETRIES_MS, signInAs } from './queries.tsx';

let total: number;
let isFailing: boolean;
const asked: string[] = [];
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

/** Answers `limit` backups from `skip` on; two pages share a row, as if one had arrived meanwhile. */
async function answer(url: string): Promise<Response> {
  const params = new URL(url, 'http://localhost').searchParams;
  const [limit, skip] = [Number(params.get('limit')), Number(params.get('skip') ?? 0)];
  asked.push(`${limit} from ${skip}`);
  await new Promise((resolve) => setTimeout(resolve, 20));
  if (isFailing) return Response.json({ code: 'E_INTERNAL', message: '' }, { status: 500 });
  const from = Math.max(0, skip - 1);
  const rows = Array.from({ length: Math.max(0, Math.min(limit, total - from)) }, (_, at) => ({ id: `b${from + at}` }));
  return Response.json(rows, { headers: { 'x-total-count': String(total) } });
}

beforeEach(() => {
  isFailing = false;
  asked.length = 0;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
  vi.stubGlobal('fetch', (input: string | Request) => answer(typeof input === 'string' ? input : input.url));
  signInAs({ backup: ['read'] });
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const open = (system: string) =>
  renderHook(({ sort }: { sort: string | undefined }) => useBackups(system, sort), {
    wrapper: AppQueries,
    initialProps: { sort: undefined as string | undefined },
  });
const count = ({ shown }: ReturnType<typeof useBackups>) => shown?.list.rows.length;

test('the first 60 are read, then 240 more at a time, and again on the way back to the tab', async () => {
  total = 400;
  const { result } = open('ledger');
  await wait(100);
  expect([count(result.current), result.current.more]).toEqual([60, true]);
  act(() => result.current.onMore());
  expect([count(result.current), result.current.loading]).toEqual([60, true]);
  await wait(100);
  expect([count(result.current), result.current.loading]).toEqual([300, false]);
  act(() => result.current.onMore());
  await wait(100);
  expect([count(result.current), result.current.more]).toEqual([400, false]);
  expect(asked).toEqual(['60 from 0', '300 from 0', '540 from 0']);
  cleanup();
  expect(count(open('ledger').result.current)).toBe(400);
});

test('more than 1,000 are read in several answers, and no backup stands twice', async () => {
  total = 1100;
  const { result } = open('archive');
  await wait(100);
  for (let step = 0; step < 5; step += 1) {
    act(() => result.current.onMore());
    await wait(100);
  }
  expect([count(result.current), result.current.more]).toEqual([1100, false]);
  expect(asked.slice(-2)).toEqual(['1000 from 0', '260 from 1000']);
});

test('those before stay while older ones fail, and the next press reads them', async () => {
  total = 100;
  const { result } = open('vault');
  await wait(100);
  isFailing = true;
  act(() => result.current.onMore());
  await wait(RETRIES_MS);
  expect([count(result.current), result.current.failed]).toEqual([60, true]);
  isFailing = false;
  act(() => result.current.onMore());
  await wait(5);
  expect(result.current.loading).toBe(true);
  await wait(100);
  expect([count(result.current), result.current.failed, result.current.more]).toEqual([100, false, false]);
});

test('another order begins with its first ones; those before stay until they are there, not if they fail', async () => {
  total = 100;
  const { result, rerender } = open('mail');
  await wait(100);
  act(() => result.current.onMore());
  await wait(100);
  rerender({ sort: 'oldest' });
  expect([count(result.current), result.current.shown?.sort]).toEqual([100, undefined]);
  await wait(100);
  expect([count(result.current), result.current.shown?.sort]).toEqual([60, 'oldest']);
  isFailing = true;
  rerender({ sort: 'largest' });
  await wait(RETRIES_MS);
  expect(result.current.shown).toBeUndefined();
});
