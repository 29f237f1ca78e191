// The tab with all backups of a system: by day, newest first, with missed and failed ones in their places; or in another order.
import { useMemo, useState } from 'react';
import { useMedia } from '#app/ui/hooks/use-media.ts';
import { rowsOf } from '#app/ui/list/list-lines.ts';
import { ListMore } from '#app/ui/list/list-more.tsx';
import { Mark } from '#app/ui/primitives/mark.tsx';
import { Empty } from '#app/ui/status/empty.tsx';
import { api } from '#app/api/client.ts';
import { mayIn } from '#app/auth/can-in.ts';
import { useMe } from '#app/auth/me.ts';
import { saveCsv } from '#app/features/lists/csv-action.ts';
import { LimitedSort } from '#app/features/lists/list-empty.tsx';
import { sortLimitMessage } from '#app/features/lists/list-errors.ts';
import { without } from '#app/features/lists/list-search.ts';
import { RecordList } from '#app/features/lists/record-list.tsx';
import { useListSearch } from '#app/features/lists/use-list-search.ts';
import { openUpload } from '#app/features/upload/upload-opened.ts';
import { useFreshness } from '#app/realtime/freshness.ts';
import { Unanswered } from '#app/features/shell/query-state.tsx';
import { useHasTableRoom } from '#app/features/shell/pane-size.ts';
import { tenseOf } from '#app/realtime/tense.ts';
import * as m from '#text/messages.js';
import { Primary, openAlarmsOf } from '#app/features/systems/system-actions.tsx';
import { type PageActions, type Held, SystemPage } from '#app/features/systems/system-frame.tsx';
import { AgePlate } from '#app/features/watch/home-widgets.tsx';
import { type Entry, daysOf, undated } from './backup-days.ts';
import { backupsOf, endText, uniqueRows, useBackups } from './backup-pages.ts';
import { BackupSheet } from './backup-sheet.tsx';
import { backupSorts } from './backup-sorts.ts';
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
      {(held) => <Backups key={held.system.id} held={held} table={hasRoom} />}
    </SystemPage>
  );
}

const noNavigation = () => undefined;

function Backups({ held: { system, now, fresh: systemFresh }, table }: { held: Held; table: boolean }) {
  const order = useListSearch(backupSorts);
  const { sort } = order.search;
  const { query, shown } = useBackups(system.id, sort);
  const { fresh, asOf } = useFreshness(query);
  const [open, setOpen] = useState<{ entry: Entry; row: HTMLElement } | null>(null);
  const { hasNextPage: more, isFetchingNextPage: loading, isFetchNextPageError: failed } = query;
  const pages = query.data?.pages;
  const groups = useMemo(() => {
    const backups = uniqueRows(pages ?? []);
    return shown === undefined ? daysOf(system, backups, !more) : undated(backups);
  }, [system, pages, more, shown]);
  const rows = useMemo(() => rowsOf(groups), [groups]);
  const list = useMemo(
    () =>
      backupsList({ system, now, fresh, byDay: shown === undefined, onOpen: (entry, row) => setOpen({ entry, row }) }),
    [system, now, fresh, shown],
  );
  const sortLimit = sortLimitMessage(query.error);
  if (pages === undefined && sortLimit)
    return (
      <LimitedSort
        title={m.shell_not_loaded_backups()}
        message={sortLimit}
        usual={order.sorts[0]}
        onSort={() => order.onSearch(without(order.search, 'sort'))}
      />
    );
  if (pages === undefined) return <Unanswered title={m.shell_not_loaded_backups()} query={query} />;
  if (groups.length === 0)
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
    <p className="px-4 py-4 text-text3">{endText(pages)}</p>
  );
  return (
    <>
      <AgePlate fresh={fresh || !systemFresh} asOf={asOf} />
      <RecordList
        id="backups"
        list={list}
        rows={rows}
        table={table}
        order={order}
        onDownload={() => void saveCsv('backups', api.backup.list.queryOptions(backupsOf(system.id, sort)))}
        placeId={`backups-${system.id} ${shown}`}
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
