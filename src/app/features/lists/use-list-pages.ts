// Binds a list to the server: groups of rows in pages. Only the pages in sight are fetched.
import { type QueryKey, type UseQueryOptions, useQueries } from '@tanstack/react-query';
import { startTransition, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { sizeOf } from '#app/ui/list/list-lines.ts';
import type { ListGroup, ListRows, RowSpan } from '#app/ui/list/list-types.ts';
import type { Rows } from '#app/api/types.ts';
import { queryClient } from '#app/api/query-client.ts';
import { readErrorMessage } from '#app/api/error-messages.ts';
import { dismissFlash, flash, flashNow } from '#app/device/flash.ts';
import { useFresh, useFreshness, useLiveState, usePolling } from '#app/realtime/freshness.ts';
import { checkNow } from '#app/features/shell/live-panel.tsx';
import { isHalted, isLoading } from '#app/features/shell/query-state.tsx';
import * as m from '#text/messages.js';

const PAGE = 60;
/** The number of rows to prefetch above and below those in sight. */
const AHEAD = 45;

/** The query of one group. */
export interface ListPart {
  readonly key: string;
  /** The title of the group; without it the rows have none. */
  readonly label?: string;
  /** The title while the rows are only cached; `label` when left out. */
  readonly pastLabel?: string;
  readonly where: Record<string, unknown>;
  readonly sort: string;
}

/** The limits of one page. */
export interface PageInput {
  limit: number;
  skip: number;
}

/** The limits of a page of a group; the first one is 0. */
export const limitsOf = (page: number): PageInput => ({ limit: PAGE, skip: page * PAGE });

/** The source of the rows of a list. */
export interface PagesOptions<T, E extends Error, K extends QueryKey> {
  /** Must be stable between renders. */
  parts: readonly ListPart[];
  /** The query of one page. */
  pageOf: (part: ListPart, page: PageInput) => UseQueryOptions<Rows<T>, E, Rows<T>, K>;
  /** False without the permission to read it. */
  enabled: boolean;
  /** A query that the parts depend on: while it loads nothing is drawn that its answer could move. */
  awaited?: PageQuery & { data: unknown };
}

type PageQuery = {
  isPending: boolean;
  isError: boolean;
  error: unknown;
  fetchStatus: 'fetching' | 'paused' | 'idle';
  isEnabled: boolean;
};

/** The state of a paged list. */
export interface ListPages<T> {
  /** Null while there is nothing to show; `missing` says why. */
  rows: ListRows<T> | null;
  total: number;
  missing: PageQuery | undefined;
  /** True if the rows are fresh, so that texts use the present tense. */
  fresh: boolean;
  /** Time of the oldest answer among the first pages, epoch ms. */
  asOf: number | null;
}

interface Wanted {
  part: number;
  page: number;
}

const idOf = ({ part, page }: Wanted): string => `${part} ${page}`;

/** The pages that hold these rows and a few rows around them, without the first ones: those are always asked for. */
function pagesOf(spans: readonly RowSpan[], sizes: readonly number[]): Wanted[] {
  const pages = spans.flatMap(({ group: part, first, last }) => {
    const from = Math.max(1, Math.floor((first - AHEAD) / PAGE));
    const end = Math.floor(Math.min(last + AHEAD, Math.max(0, (sizes[part] ?? 0) - 1)) / PAGE);
    return Array.from({ length: Math.max(0, end - from + 1) }, (_, step) => ({ part, page: from + step }));
  });
  return [...new Map(pages.map((one) => [idOf(one), one])).values()];
}

const firstPagesOf = (parts: readonly ListPart[]): Wanted[] => parts.map((_, part) => ({ part, page: 0 }));
const isSame = (a: readonly Wanted[], b: readonly Wanted[]): boolean => a.map(idOf).join() === b.map(idOf).join();

/** The same array as before while all of its elements are the same. */
function useSame<T>(next: readonly T[]): readonly T[] {
  const held = useRef(next);
  const { current } = held;
  if (current.length !== next.length || next.some((one, index) => one !== current[index])) held.current = next;
  return held.current;
}

const groupOf = ({ key, label, pastLabel = label }: ListPart, size: number, present: boolean): ListGroup => ({
  key,
  size,
  ...(label !== undefined && { label: (present ? label : pastLabel) ?? label, count: size }),
});

const useGroups = (parts: readonly ListPart[], sizes: readonly number[], present: boolean): readonly ListGroup[] =>
  useMemo(() => parts.map((part, index) => groupOf(part, sizes[index] ?? 0, present)), [parts, sizes, present]);

/** The row of a page as it was loaded last. An invalidated page counts as well: each backup invalidates all pages of systems. */
const rowIn = <T>({ queryKey }: { queryKey: QueryKey }, index: number): T | undefined =>
  queryClient.getQueryData<Rows<T>>(queryKey)?.rows[index % PAGE];

/** The latest rows whose first pages had all arrived. */
function useLastComplete<T>(rows: ListRows<T>, complete: boolean): ListRows<T> | null {
  const last = useRef<ListRows<T> | null>(null);
  if (complete) last.current = rows;
  return last.current;
}

/** While a later page in sight has failed, a flash says so: the places of its rows stay empty. */
function useFailureFlash(pages: readonly (PageQuery & { data: unknown })[]): void {
  const error = pages.find(({ isError, data }) => isError && data === undefined)?.error;
  useEffect(() => {
    if (!error) return;
    const action = { word: m.actions_try_again(), run: checkNow };
    flash('negative', [m.lists_rows_not_loaded(), readErrorMessage(error)], { timeout: 0, action });
    const { serial } = flashNow();
    return () => {
      if (flashNow().serial === serial) dismissFlash();
    };
  }, [error]);
}

/** Fetches the pages in sight and returns rows by place. While a new search loads, the rows before it stay. */
export function useListPages<T, E extends Error, K extends QueryKey>(options: PagesOptions<T, E, K>): ListPages<T> {
  const { parts, pageOf, enabled, awaited } = options;
  const state = useLiveState();
  const polling = usePolling(false);
  const [seen, setSeen] = useState<{ parts: readonly ListPart[]; pages: readonly Wanted[] }>({ parts, pages: [] });
  const wanted = useMemo(() => [...firstPagesOf(parts), ...(seen.parts === parts ? seen.pages : [])], [parts, seen]);
  const results = useQueries({
    queries: wanted.map(({ part, page }) => ({
      ...pageOf(parts[part] as ListPart, limitsOf(page)),
      enabled,
      refetchInterval: polling,
    })),
  });
  const firsts = results.slice(0, parts.length);
  useFailureFlash(results.slice(parts.length));
  const missing: PageQuery[] = firsts.filter((result) => result.data === undefined);
  if (awaited && isLoading(awaited)) missing.push(awaited);
  const { fresh, asOf } = useFreshness(...firsts);
  const data = useSame(results.map((result) => result.data));
  const freshPages = useFresh(results);
  const sizes = useSame(parts.map((_, part) => data[part]?.total ?? 0));
  const onVisible = useCallback(
    (spans: readonly RowSpan[]) => {
      const pages = pagesOf(spans, sizes);
      // After the frame that shows the rows.
      startTransition(() =>
        setSeen((was) => (was.parts === parts && isSame(was.pages, pages) ? was : { parts, pages })),
      );
    },
    [parts, sizes],
  );
  const present = fresh || missing.length > 0;
  const groups = useGroups(parts, sizes, present);
  const rows = useMemo((): ListRows<T> => {
    const places = new Map(wanted.map((one, index) => [idOf(one), index]));
    const placeOf = (part: number, index: number) => places.get(idOf({ part, page: Math.floor(index / PAGE) })) ?? -1;
    const rowAt = (part: number, index: number) => data[placeOf(part, index)]?.rows[index % PAGE];
    const pageWith = (part: number, index: number) =>
      pageOf(parts[part] as ListPart, limitsOf(Math.floor(index / PAGE)));
    return {
      groups,
      rowAt,
      loadedAt: (part, index) => rowAt(part, index) ?? rowIn<T>(pageWith(part, index), index),
      isStale: (part, index) => freshPages[placeOf(part, index)] === false,
      onVisible,
    };
  }, [groups, wanted, data, freshPages, onVisible, pageOf, parts]);
  const before = useLastComplete(rows, missing.length === 0);
  // The rows of another search stay only while an answer to this one can come.
  const settling = state === 'enrolled' && enabled && !missing.some(isHalted) && before !== null;
  const shown = missing.length === 0 ? rows : settling ? before : null;
  return {
    rows: shown,
    total: shown === null ? 0 : sizeOf(shown.groups),
    missing: missing.find(isHalted) ?? missing[0],
    fresh: fresh || (missing.length > 0 && settling),
    asOf,
  };
}
