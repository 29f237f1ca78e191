// The tab with all backups of a system by day, newest first, and missed and failed ones in their places.
import { useMemo, useState } from 'react';
import { useMedia } from '#app/ui/hooks/use-media.ts';
import { rowsOf } from '#app/ui/list/list-lines.ts';
import { ListMore } from '#app/ui/list/list-more.tsx';
import { ListView } from '#app/ui/list/list-view.tsx';
import { Mark } from '#app/ui/primitives/mark.tsx';
import { Empty } from '#app/ui/status/empty.tsx';
import { mayIn } from '#app/auth/can-in.ts';
import { useMe } from '#app/auth/me.ts';
import { openUpload } from '#app/features/upload/upload-opened.ts';
import { useFreshness } from '#app/realtime/freshness.ts';
import { Unanswered } from '#app/features/shell/query-state.tsx';
import { useHasTableRoom } from '#app/features/shell/pane-size.ts';
import { tenseOf } from '#app/realtime/tense.ts';
import * as m from '#text/messages.js';
import { Primary, openAlarmsOf } from '#app/features/systems/system-actions.tsx';
import { type PageActions, type Held, SystemPage } from '#app/features/systems/system-frame.tsx';
import { AgePlate } from '#app/features/watch/home-widgets.tsx';
import { type Entry, daysOf } from './backup-days.ts';
import { uniqueRows, useBackups } from './backup-pages.ts';
import { BackupSheet } from './backup-sheet.tsx';
import { backupsList } from './backups-list.tsx';

/** The tab Backups of a system. */
export function BackupsScreen() {
  const wide = useMedia('(min-width: 64rem)');
  const hasRoom = useHasTableRoom();
  const me = useMe();
  const actions = (held: Held): PageActions => ({
    primary: <Primary held={held} wide={wide} />,
    // Without an open alarm it is the main button of a manual system.
    ...(me !== null &&
      mayIn(me, 'system.update', held.system.organizationId) &&
      (held.system.backupMethod !== 'manual' || openAlarmsOf(held).length > 0) && {
        squares: [{ icon: 'plus', label: m.uploads_title(), onPress: () => openUpload(held.system.id) }],
      }),
  });
  return (
    <SystemPage title={m.backups_title()} actions={actions}>
      {(held) => <ByDay key={held.system.id} held={held} table={hasRoom} />}
    </SystemPage>
  );
}

const noNavigation = () => undefined;

function ByDay({ held: { system, now, fresh: systemFresh }, table }: { held: Held; table: boolean }) {
  const query = useBackups(system.id);
  const { fresh, asOf } = useFreshness(query);
  const [open, setOpen] = useState<{ entry: Entry; row: HTMLElement } | null>(null);
  const { hasNextPage: more, isFetchingNextPage: loading, isFetchNextPageError: failed } = query;
  const pages = query.data?.pages;
  const days = useMemo(() => daysOf(system, uniqueRows(pages ?? []), !more, now), [system, pages, more, now]);
  const rows = useMemo(() => rowsOf(days), [days]);
  const list = useMemo(
    () => backupsList({ system, now, fresh, onOpen: (entry, row) => setOpen({ entry, row }) }),
    [system, now, fresh],
  );
  if (pages === undefined) return <Unanswered title={m.shell_not_loaded_backups()} query={query} />;
  if (days.length === 0)
    return (
      <Empty art={<Mark kind="none" size={56} hollow />} title={m.backups_empty({ tense: tenseOf(!fresh) })}>
        {m.backups_empty_detail()}
      </Empty>
    );
  const after = more ? (
    <ListMore busy={loading} failed={failed} onMore={() => void query.fetchNextPage()}>
      {failed ? m.backups_older_failed() : loading ? m.backups_older_loading() : m.backups_older()}
    </ListMore>
  ) : (
    <p className="px-4 py-4 text-text3">{m.backups_end({ count: pages[0]?.total ?? 0 })}</p>
  );
  return (
    <>
      <AgePlate fresh={fresh || !systemFresh} asOf={asOf} />
      <ListView
        list={list}
        rows={rows}
        table={table}
        placeId={`backups-${system.id}`}
        onNavigate={noNavigation}
        after={after}
      />
      <BackupSheet
        entry={open?.entry ?? null}
        anchor={open?.row ?? null}
        system={system}
        onClose={() => setOpen(null)}
      />
    </>
  );
}
