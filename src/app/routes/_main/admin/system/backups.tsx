// The route admin/system/backups: every backup of a system by day, newest first, and what went wrong in its place.
import { useInfiniteQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { useEffect, useMemo, useRef, useState } from 'react';
import { Button } from '#app/ui/primitives/button.tsx';
import { Empty } from '#app/ui/status/empty.tsx';
import { GroupTitle } from '#app/ui/list/list-row.tsx';
import { Mark } from '#app/ui/primitives/mark.tsx';
import { useScroller } from '#app/ui/layout/screen.tsx';
import { VirtualList } from '#app/ui/list/virtual-list.tsx';
import { useMedia } from '#app/ui/hooks/use-media.ts';
import { api } from '#app/api/client.ts';
import type { Answer } from '../../../../api/types.ts';
import { maxAgeMs } from '#app/offline/restore-cache.ts';
import { useFreshness } from '#app/realtime/freshness.ts';
import { useCan } from '#app/auth/me.ts';
import { Unanswered } from '#app/features/shell/query-state.tsx';
import { AgePlate } from '#app/features/watch/home-widgets.tsx';
import { type Entry, daysOf } from '#app/features/backups/backup-days.ts';
import { BackupRow } from '#app/features/backups/backup-row.tsx';
import { BackupSheet } from '#app/features/backups/backup-sheet.tsx';
import { type Acts, type Held, SystemPage } from '#app/features/systems/system-frame.tsx';
import { Primary } from '#app/features/systems/system-actions.tsx';

const PAGE = 60;
const ROW_HEIGHT = 68;

type Page = Answer<'backup', 'list'>;
const criteria = (id: string) => ({ where: { system: id }, sort: 'date DESC', limit: PAGE });

export const Route = createFileRoute('/_main/admin/system/backups')({
  staticData: { title: 'Backups' },
  validateSearch: (search: Record<string, unknown>): { id?: string } =>
    typeof search['id'] === 'string' ? { id: search['id'] } : {},
  component: Backups,
});

function Backups() {
  const wide = useMedia('(min-width: 64rem)');
  const acts = (held: Held): Acts => ({ primary: <Primary held={held} wide={wide} /> });
  return (
    <SystemPage title="Backups" acts={acts}>
      {(held) => <ByDay key={held.system.id} held={held} />}
    </SystemPage>
  );
}

function useBackups(id: string) {
  return useInfiniteQuery({
    queryKey: ['backup', 'pages', criteria(id)],
    queryFn: ({ pageParam, signal }) => api.backup.list({ ...criteria(id), skip: pageParam }, { signal }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => {
      const held = pages.reduce((sum, page) => sum + page.rows.length, 0);
      return last.rows.length > 0 && held < last.total ? held : undefined;
    },
    enabled: useCan('backup.read'),
    meta: { persist: true },
    gcTime: maxAgeMs,
  });
}

function ByDay({ held: { system, now, fresh: systemFresh } }: { held: Held }) {
  const query = useBackups(system.id);
  const { fresh, asOf } = useFreshness(query);
  const [open, setOpen] = useState<{ entry: Entry; row: HTMLElement } | null>(null);
  const { hasNextPage: more, isFetchingNextPage: loading } = query;
  const pages = query.data?.pages;
  const groups = useMemo(() => daysOf(system, once(pages ?? []), !more, now), [system, pages, more, now]);
  if (pages === undefined) return <Unanswered what="backups" query={query} />;
  if (groups.length === 0)
    return (
      <Empty
        art={<Mark kind="none" size={56} hollow />}
        title={fresh ? 'No backup has arrived yet' : 'No backup had arrived'}
      >
        What its client sends stands here by day.
      </Empty>
    );
  return (
    <>
      {systemFresh && !fresh && asOf !== null && <AgePlate asOf={asOf} />}
      <VirtualList
        label={`Backups of ${system.name}`}
        groups={groups}
        keyOf={(entry) => entry.id}
        rowHeight={ROW_HEIGHT}
        renderGroup={({ label, count = 0 }) => <GroupTitle {...(count > 1 && { count })}>{label}</GroupTitle>}
        renderItem={(entry) => (
          <BackupRow
            entry={entry}
            system={system}
            now={now}
            fresh={fresh}
            onOpen={(opened, row) => setOpen({ entry: opened, row })}
          />
        )}
      />
      {more && (
        <Older loading={loading} failed={query.isFetchNextPageError} onMore={() => void query.fetchNextPage()} />
      )}
      {!more && <p className="px-4 py-4 text-text3">{all(pages[0]?.total ?? 0)}</p>}
      <BackupSheet
        entry={open?.entry ?? null}
        anchor={open?.row ?? null}
        system={system}
        onClose={() => setOpen(null)}
      />
    </>
  );
}

const all = (total: number): string => (total === 1 ? 'That is the only one.' : `All ${total} backups.`);

// A backup that arrives while older pages are read moves the rest by one: the same one may stand on two pages.
function once(pages: readonly Page[]): Page['rows'] {
  return [...new Map(pages.flatMap((page) => page.rows).map((row) => [row.id, row])).values()];
}

function Older({ loading, failed, onMore }: { loading: boolean; failed: boolean; onMore: () => void }) {
  const foot = useRef<HTMLDivElement>(null);
  const scroller = useScroller();
  const latest = useRef(onMore);
  latest.current = onMore;
  useEffect(() => {
    const el = foot.current;
    if (!el || failed || loading || typeof IntersectionObserver === 'undefined') return undefined;
    const watch = new IntersectionObserver(([seen]) => seen?.isIntersecting && latest.current(), {
      root: scroller ?? null,
      rootMargin: '400px',
    });
    watch.observe(el);
    return () => watch.disconnect();
  }, [scroller, failed, loading]);
  return (
    <div ref={foot} className="px-3 py-4">
      <Button kind="quiet" wide busy={loading} onPress={onMore}>
        {failed ? 'Could not load older ones. Try again' : loading ? 'Loading older ones' : 'Show older'}
      </Button>
    </div>
  );
}
