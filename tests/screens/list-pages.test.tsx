// The pages of a list: a later one that fails is not left as empty places without a word.
// @vitest-environment jsdom
import { type RenderHookResult, act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { api } from '#app/api/client.ts';
import { queryClient } from '#app/api/query-client.ts';
import { dismissFlash, flashNow } from '#app/device/flash.ts';
import { useListPages } from '#app/features/lists/use-list-pages.ts';
import { AppQueries, RETRIES_MS } from './queries.tsx';

const TOTAL = 200;

let isFailing: boolean;
const parts = [{ key: 'all', where: {}, sort: 'name ASC' }];
type Pages = Parameters<typeof useListPages>[0];
const usePages = (awaited?: Pages['awaited']) =>
  useListPages({
    parts,
    pageOf: (_part, page) => api.group.list.queryOptions(page),
    enabled: true,
    ...(awaited && { awaited }),
  });
let hook: RenderHookResult<ReturnType<typeof usePages>, Pages['awaited']>;

beforeEach(async () => {
  isFailing = true;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
  vi.stubGlobal('fetch', async (url: string) => {
    const skip = Number(new URL(url, 'https://backwatch.example').searchParams.get('skip') ?? 0);
    if (skip > 0 && isFailing) return Response.json({ code: 'E_SERVER', message: '' }, { status: 500 });
    const rows = Array.from({ length: 60 }, (_, index) => ({ id: `${skip + index}`, name: `group ${skip + index}` }));
    return Response.json(rows, { headers: { 'x-total-count': `${TOTAL}` } });
  });
  hook = renderHook(usePages, {
    wrapper: AppQueries,
  });
  await wait(100);
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  dismissFlash();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const scrollTo = (first: number) =>
  act(() => hook.result.current.rows?.onVisible?.([{ group: 0, first, last: first + 9 }]));
const nameAt = (index: number) => hook.result.current.rows?.rowAt(0, index)?.name;

test('a page that did not load is said to be missing until it loads, and can be asked for again', async () => {
  await scrollTo(130);
  await wait(RETRIES_MS);
  expect([nameAt(0), nameAt(130)]).toEqual(['group 0', undefined]);
  expect(flashNow()).toMatchObject({ visible: true, kind: 'negative', timeout: 0, action: { word: 'Try again' } });
  expect(flashNow().messages[0]).toBe('Some rows did not load');
  isFailing = false;
  act(() => flashNow().action?.run());
  await wait(RETRIES_MS);
  expect(nameAt(130)).toBe('group 130');
  expect(flashNow().visible).toBe(false);
});

test('a page that did not load is not spoken of where other rows are in sight', async () => {
  await scrollTo(130);
  await wait(RETRIES_MS);
  await scrollTo(0);
  await wait(100);
  expect(flashNow().visible).toBe(false);
});

test('a row that was scrolled past is at hand for a selection, and is not drawn', async () => {
  isFailing = false;
  await scrollTo(90);
  await wait(100);
  await scrollTo(190);
  await wait(100);
  const { rows } = hook.result.current;
  expect([rows?.rowAt(0, 61), rows?.loadedAt?.(0, 61)?.name]).toEqual([undefined, 'group 61']);
});

test('rows wait for the query that decides on their groups, unless it fails', async () => {
  isFailing = false;
  const loading = { isPending: true, isError: false, error: null, isEnabled: true, data: undefined };
  hook.rerender({ ...loading, fetchStatus: 'fetching' });
  await wait(100);
  expect(hook.result.current.rows).toBeNull();
  hook.rerender({ ...loading, isPending: false, isError: true, fetchStatus: 'idle' });
  expect(nameAt(0)).toBe('group 0');
});
