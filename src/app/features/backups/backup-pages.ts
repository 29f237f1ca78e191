// The backups of one system, newest first, a page at a time.
import { useInfiniteQuery } from '@tanstack/react-query';
import { api } from '#app/api/client.ts';
import type { Answer } from '#app/api/types.ts';
import { useCan } from '#app/auth/me.ts';
import { maxAgeMs } from '#app/offline/restore-cache.ts';

const PAGE = 60;

type Page = Answer<'backup', 'list'>;
const criteria = (id: string) => ({ where: { system: id }, sort: 'date DESC', limit: PAGE });

/** The pages read so far; stored on the device. */
export function useBackups(id: string) {
  return useInfiniteQuery({
    queryKey: ['backup', 'pages', criteria(id)],
    queryFn: ({ pageParam, signal }) => api.backup.list({ ...criteria(id), skip: pageParam }, { signal }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => {
      const loaded = pages.reduce((sum, page) => sum + page.rows.length, 0);
      return last.rows.length > 0 && loaded < last.total ? loaded : undefined;
    },
    enabled: useCan('backup.read'),
    meta: { persist: true },
    gcTime: maxAgeMs,
  });
}

/** The rows of the pages. A backup that arrives meanwhile moves the rest by one, so the same row may be on two pages. */
export function uniqueRows(pages: readonly Page[]): Page['rows'] {
  return [...new Map(pages.flatMap((page) => page.rows).map((row) => [row.id, row])).values()];
}
