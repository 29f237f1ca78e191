// The backups of one system in an order, a page at a time.
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { api } from '#app/api/client.ts';
import type { Answer } from '#app/api/types.ts';
import { useCan } from '#app/auth/me.ts';
import { maxAgeMs } from '#app/offline/restore-cache.ts';
import { backupSort } from './backup-sorts.ts';

const PAGE = 60;

type Page = Answer<'backup', 'list'>;

/** The list call of all of them. */
export const backupsOf = (id: string, sort: string | undefined) => ({ where: { system: id }, sort: backupSort(sort) });

/**
 * The pages read so far, and the order that they are in: while another one loads, the rows before it stay. Those in the
 * usual order are stored on the device.
 */
export function useBackups(id: string, sort: string | undefined) {
  const criteria = { ...backupsOf(id, sort), limit: PAGE };
  const query = useInfiniteQuery({
    queryKey: ['backup', 'pages', criteria],
    queryFn: ({ pageParam, signal }) => api.backup.list({ ...criteria, skip: pageParam }, { signal }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => {
      const loaded = pages.reduce((sum, page) => sum + page.rows.length, 0);
      return last.rows.length > 0 && loaded < last.total ? loaded : undefined;
    },
    enabled: useCan('backup.read'),
    placeholderData: keepPreviousData,
    ...(sort === undefined && { meta: { persist: true }, gcTime: maxAgeMs }),
  });
  const shown = useRef(sort);
  if (!query.isPlaceholderData) shown.current = sort;
  return { query, shown: shown.current };
}

/** The rows of the pages. A backup that arrives meanwhile moves the rest by one, so the same row may be on two pages. */
export function uniqueRows(pages: readonly Page[]): Page['rows'] {
  return [...new Map(pages.flatMap((page) => page.rows).map((row) => [row.id, row])).values()];
}
