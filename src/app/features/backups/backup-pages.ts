// The backups of one system in an order, a page at a time.
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { api } from '#app/api/client.ts';
import type { Answer } from '#app/api/types.ts';
import { useCan } from '#app/auth/me.ts';
import { maxAgeMs } from '#app/offline/restore-cache.ts';
import * as m from '#text/messages.js';
import { backupSort } from './backup-sorts.ts';

const PAGE = 60;
/** The largest `skip` that the server accepts. */
const MAX_SKIP = 10_000;

type Page = Answer<'backup', 'list'>;

/** The list call of all of them. */
export const backupsOf = (id: string, sort: string | undefined) => ({ where: { system: id }, sort: backupSort(sort) });

const countOf = (pages: readonly Page[]): number => pages.reduce((sum, { rows }) => sum + rows.length, 0);

/** The sentence below the last row that can be read. */
export function endText(pages: readonly Page[]): string {
  const [shown, total] = [countOf(pages), pages.at(-1)?.total ?? 0];
  return shown > MAX_SKIP && shown < total ? m.backups_limited({ shown, total }) : m.backups_end({ count: total });
}

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
      const loaded = countOf(pages);
      return last.rows.length > 0 && loaded < last.total && loaded <= MAX_SKIP ? loaded : undefined;
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
