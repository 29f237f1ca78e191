// The backups of one system, newest first, a page at a time.
import { useInfiniteQuery } from '@tanstack/react-query';
import { rowOf } from '#app/api/ask.ts';
import { carry } from '#app/api/http-client.ts';
import type { Answer } from '#app/api/types.ts';
import { useCan } from '#app/auth/me.ts';
import { keepForMs } from '#app/offline/restore-cache.ts';

const PAGE = 60;

type Page = Answer<'backup', 'list'>;
const criteria = (id: string) => ({ where: { system: id }, sort: 'date DESC', limit: PAGE });

async function pageOf(id: string, skip: number, signal: AbortSignal): Promise<Page> {
  const [method, path] = rowOf('backup', 'list');
  const { body, total } = await carry(method, path, { ...criteria(id), skip }, signal);
  const rows = body as Page['rows'];
  return { rows, total: total ?? rows.length };
}

/** The pages read so far; stored on the device. */
export function useBackups(id: string) {
  return useInfiniteQuery({
    queryKey: ['backup', 'pages', criteria(id)],
    queryFn: ({ pageParam, signal }) => pageOf(id, pageParam, signal),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => {
      const held = pages.reduce((sum, page) => sum + page.rows.length, 0);
      return last.rows.length > 0 && held < last.total ? held : undefined;
    },
    enabled: useCan('backup.read'),
    meta: { persist: true },
    gcTime: keepForMs,
  });
}

/** The rows of the pages. A backup that arrives meanwhile moves the rest by one, so the same row may be on two pages. */
export function uniqueRows(pages: readonly Page[]): Page['rows'] {
  return [...new Map(pages.flatMap((page) => page.rows).map((row) => [row.id, row])).values()];
}
