// A list of check rows: those that belong first, then all others in pages; a search goes over both.
import type { QueryKey } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ListDescription, ListRows } from '#app/ui/list/list-types.ts';
import { ListView } from '#app/ui/list/list-view.tsx';
import { Unanswered } from '#app/features/shell/query-state.tsx';
import { type PagesOptions, useListPages } from './use-list-pages.ts';

interface CheckListProps<T, P extends T, E extends Error, K extends QueryKey> {
  list: ListDescription<T>;
  /** Those that belong, as they were when the page or the search was opened: no row moves under a finger. */
  first: { label: string; rows: readonly T[] };
  /** All others. */
  others: PagesOptions<P, E, K>;
  notLoaded: string;
  placeId: string;
  searchId: string;
  /** The sentence for no rows at all. */
  empty: string;
}

const noNavigation = () => undefined;

/** The rows; keep `list` stable between renders that change no check box. */
export function CheckList<T, P extends T, E extends Error, K extends QueryKey>(props: CheckListProps<T, P, E, K>) {
  const { list, first, others, notLoaded, placeId, searchId, empty } = props;
  const pages = useListPages(others);
  const rest = pages.rows;
  const { label, rows: own } = first;
  const rows = useMemo(
    (): ListRows<T> => ({
      groups: [{ key: 'first', label, size: own.length, count: own.length }, ...(rest?.groups ?? [])],
      rowAt: (group, index) => (group === 0 ? own[index] : rest?.rowAt(group - 1, index)),
      isStale: (group, index) => group > 0 && (rest?.isStale?.(group - 1, index) ?? false),
      onVisible: (spans) =>
        rest?.onVisible?.(spans.filter(({ group }) => group > 0).map((span) => ({ ...span, group: span.group - 1 }))),
    }),
    [label, own, rest],
  );
  const isEmpty = own.length === 0 && rest !== null && pages.total === 0;
  return (
    <>
      {isEmpty ? (
        <p className="px-4 py-4 text-text2">{empty}</p>
      ) : (
        <ListView list={list} rows={rows} placeId={placeId} searchId={searchId} onNavigate={noNavigation} />
      )}
      {rest === null && pages.missing && <Unanswered title={notLoaded} query={pages.missing} />}
    </>
  );
}
