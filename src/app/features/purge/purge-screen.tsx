// The tab with what retention keeps and what it would remove, each backup with its reason. Nothing is removed from here.
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { rowsOf } from '#app/ui/list/list-lines.ts';
import { Icon } from '#app/ui/primitives/icon.tsx';
import { Empty } from '#app/ui/status/empty.tsx';
import { api } from '#app/api/client.ts';
import type { RetentionRule } from '#contract/retention.ts';
import { useCan } from '#app/auth/me.ts';
import { reader } from '#app/device/reader.ts';
import { backupSorts, sortBackups } from '#app/features/backups/backup-sorts.ts';
import { saveRows } from '#app/features/lists/csv-action.ts';
import type { CsvRow } from '#app/features/lists/download-csv.ts';
import { RecordList } from '#app/features/lists/record-list.tsx';
import { useListSearch } from '#app/features/lists/use-list-search.ts';
import { ruleSentence } from '#app/features/retentions/retention-rule.ts';
import { Unanswered, isLoading } from '#app/features/shell/query-state.tsx';
import { type Held, SystemPage } from '#app/features/systems/system-frame.tsx';
import type { System } from '#app/features/systems/system-format.ts';
import { formatBytes, formatNumber } from '#text/format.ts';
import { useHasTableRoom } from '#app/features/shell/pane-size.ts';
import * as m from '#text/messages.js';
import { purgeList, reasonText } from './purge-list.tsx';
import { type PlanLine, purgePlan } from './purge-plan.ts';
import css from './purge-screen.module.css';

/** The largest page of the server. */
const MOST = 1000;

/** The tab Purge of a system. */
export function PurgeScreen() {
  return <SystemPage title={m.systems_tab_purge()}>{(held) => <Purge key={held.system.id} held={held} />}</SystemPage>;
}

const noNavigation = () => undefined;

function Purge({ held: { system, now } }: { held: Held }) {
  const hasRoom = useHasTableRoom();
  const input = { where: { system: system.id }, sort: 'date DESC', limit: MOST, select: 'date,file,size,key,fileset' };
  const query = useQuery({ ...api.backup.list.queryOptions(input), enabled: useCan('backup.read') });
  const retention = useQuery({
    ...api.retention.get.queryOptions({ id: system.retention?.id ?? '' }, { persist: true }),
    enabled: useCan('retention.read') && system.retention !== null,
  });
  const readers = useQuery({
    ...api.fileset.list.queryOptions({
      where: { system: system.id, nameField: { '>': 0 } },
      limit: MOST,
      select: 'id',
    }),
    enabled: useCan('fileset.read'),
  });
  const filesets = readers.data?.rows;
  const backups = query.data?.rows;
  const rule = system.retention && retention.data;
  const list = useMemo(() => purgeList(now), [now]);
  const order = useListSearch(backupSorts);
  const { sort } = order.search;
  const plan = useMemo(() => {
    const purged = new Set(system.purgeList.map(({ id }) => id));
    const known = new Set(backups?.map(({ id }) => id));
    // Retention removes the oldest, which may be behind the first page.
    const others = system.purgeList.filter(({ id }) => !known.has(id));
    const readNames = filesets && new Set(filesets.map(({ id }) => id));
    const { purge, retain } = purgePlan(
      [...(backups ?? []), ...others],
      purged,
      rule,
      system.organization.timeZone,
      (id) => readNames?.has(id) ?? true,
    );
    const inOrder = (lines: readonly PlanLine[]) => sortBackups(lines, sort, ({ backup }) => backup);
    return { purge: inOrder(purge), retain: inOrder(retain) };
  }, [system, backups, rule, sort, filesets]);
  const rows = useMemo(
    () =>
      rowsOf([
        { key: 'purge', label: m.purge_to_remove(), items: plan.purge, count: system.purgeList.length },
        { key: 'keep', label: m.purge_kept(), items: plan.retain, count: plan.retain.length },
      ]),
    [plan, system],
  );
  const awaited = [query, retention, readers].find(isLoading) ?? query;
  if (backups === undefined || isLoading(awaited))
    return <Unanswered title={m.shell_not_loaded_backups()} forbidden={m.purge_forbidden()} query={awaited} />;
  if (backups.length === 0)
    return (
      <Empty art={<Icon name="archive" size={56} className="text-text3" />} title={m.purge_none()}>
        {m.purge_none_detail()}
      </Empty>
    );
  const more = (query.data?.total ?? 0) - plan.purge.length - plan.retain.length;
  const missing = more > 0 ? m.purge_more({ count: more }) : '';
  const retained = Math.max(0, (query.data?.total ?? 0) - system.purgeList.length);
  return (
    <>
      <Summary system={system} retained={retained} />
      <RecordList
        id="purge"
        note={`${ruleText(system, rule)} ${m.purge_nothing_yet()}`}
        list={list}
        rows={rows}
        table={hasRoom}
        order={order}
        onDownload={() => void saveRows('purge', [...plan.purge, ...plan.retain].map(rowAt(now)), missing)}
        placeId={`purge-${system.id} ${sort}`}
        onNavigate={noNavigation}
      />
      {missing && <p className="px-4 py-4 text-text3">{missing}</p>}
    </>
  );
}

function ruleText({ retention }: System, rule: RetentionRule | null | undefined): string {
  if (retention === null) return m.purge_no_retention();
  return rule ? ruleSentence(rule, reader()) : retention.name;
}

/** `reason`: in the words of the list. */
const rowAt =
  (now: number) =>
  (line: PlanLine): CsvRow => {
    const { date, file, size } = line.backup;
    return { date, file, size, purged: line.isGone, reason: reasonText(line.reason, now) };
  };

/** Two numbers and a bar of their bytes. */
function Summary({
  system: { keepSize, purgeSize, purgeList: purged },
  retained,
}: {
  system: System;
  retained: number;
}) {
  const bytes = (size: number) => formatBytes(size, reader());
  const share = keepSize + purgeSize === 0 ? 1 : keepSize / (keepSize + purgeSize);
  return (
    <section className={css['summary']}>
      <div className={css['figures']}>
        <p>
          <b>{formatNumber(retained, reader())}</b>
          {m.purge_kept_size({ size: bytes(keepSize) })}
        </p>
        <p>
          <b>{formatNumber(purged.length, reader())}</b>
          {m.purge_purged_size({ size: bytes(purgeSize) })}
        </p>
      </div>
      <div className={css['bar']} aria-hidden="true">
        <i style={{ flexGrow: Math.round(share * 1000) }} />
        {purged.length > 0 && <i className={css['gone']} style={{ flexGrow: Math.round((1 - share) * 1000) }} />}
      </div>
    </section>
  );
}
