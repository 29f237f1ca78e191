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
import { backupsOf, endText, useBackups } from './backup-pages.ts';
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
  const sorting = useListSearch(backupSorts);
  const { sort } = sorting.search;
  const { first, older, shown, more, loading, failed, onMore } = useBackups(system.id, sort);
  const { fresh, asOf } = useFreshness(first, older);
  const [open, setOpen] = useState<{ entry: Entry; row: HTMLElement } | null>(null);
  const order = shown?.sort;
  const backups = shown?.list.rows;
  const groups = useMemo(
    () => (order === undefined ? daysOf(system, backups ?? [], !more) : undated(backups ?? [])),
    [system, backups, more, order],
  );
  const rows = useMemo(() => rowsOf(groups), [groups]);
  const list = useMemo(
    () =>
      backupsList({ system, now, fresh, byDay: order === undefined, onOpen: (entry, row) => setOpen({ entry, row }) }),
    [system, now, fresh, order],
  );
  const sortLimit = sortLimitMessage(first.error);
  if (!shown && sortLimit)
    return (
      <LimitedSort
        title={m.shell_not_loaded_backups()}
        message={sortLimit}
        usual={sorting.sorts[0]}
        onSort={() => sorting.onSearch(without(sorting.search, 'sort'))}
      />
    );
  if (!shown) return <Unanswered title={m.shell_not_loaded_backups()} query={first} />;
  if (groups.length === 0)
    return (
      <Empty art={<Mark kind="none" size={56} hollow />} title={m.backups_empty({ tense: tenseOf(!fresh) })}>
        {m.backups_empty_detail()}
      </Empty>
    );
  const after = more ? (
    <ListMore busy={loading} failed={failed} onMore={onMore}>
      {failed ? m.backups_older_failed() : loading ? m.backups_older_loading() : m.backups_older()}
    </ListMore>
  ) : (
    <p className="px-4 py-4 text-text3">{endText(shown.list)}</p>
  );
  return (
    <>
      <AgePlate fresh={fresh || !systemFresh} asOf={asOf} />
      <RecordList
        id="backups"
        list={list}
        rows={rows}
        table={table}
        order={sorting}
        onDownload={() => void saveCsv('backups', api.backup.list.queryOptions(backupsOf(system.id, sort)))}
        placeId={`backups-${system.id} ${order}`}
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
