// Alarms: the open ones, those of the signed-in person, and all of them by day.
import { type ReactNode, useState } from 'react';
import { useMe } from '#app/auth/me.ts';
import { useNow } from '#app/device/now.ts';
import { reader } from '#app/device/reader.ts';
import { useTitle } from '#app/features/shell/error-pages.tsx';
import { checked } from '#app/features/shell/live-panel.tsx';
import { Page } from '#app/features/shell/page.tsx';
import { Unanswered } from '#app/features/shell/query-state.tsx';
import { glanceOf } from '#app/features/watch/glance-format.ts';
import { AgePlate } from '#app/features/watch/home-widgets.tsx';
import { useFreshness } from '#app/realtime/freshness.ts';
import { SectionTitle } from '#app/ui/layout/rows.tsx';
import { PullToRefresh } from '#app/ui/list/pull-to-refresh.tsx';
import { Button } from '#app/ui/primitives/button.tsx';
import { Icon } from '#app/ui/primitives/icon.tsx';
import { Mark } from '#app/ui/primitives/mark.tsx';
import { Segment } from '#app/ui/primitives/segment.tsx';
import { Empty } from '#app/ui/status/empty.tsx';
import { formatDay, formatTime } from '#text/format.ts';
import * as m from '#text/messages.js';
import { bySeverity, isAlarmKind, isUnclaimed } from './alarm-format.ts';
import { groupAlarms } from './alarm-groups.tsx';
import { AlarmHistory, KindChips } from './alarm-history.tsx';
import { AlarmList } from './alarm-list.tsx';
import {
  ALARMS_PAGE,
  type AlarmItem,
  useAlarmItems,
  useAllAlarms,
  useCounts,
  useLastResolved,
  useOpenAlarms,
} from './alarm-queries.ts';
import { NewPill } from './new-alarms.tsx';

/** The server answers at most this many rows. */
const MOST = 1000;

/** The search of the address. Unknown values are left out. */
export interface AlarmsSearch {
  view?: 'open' | 'mine' | 'all';
  /** One kind of alarm. */
  kind?: string;
  /** One day, such as 2026-11-20. */
  day?: string | undefined;
}

interface AlarmsPageProps {
  search: AlarmsSearch;
  /** Replaces the search of the address. */
  onSearch: (search: AlarmsSearch) => void;
}

/** The screen of alarms: open, mine, all. */
export function AlarmsPage({ search, onSearch }: AlarmsPageProps) {
  const kind = isAlarmKind(search.kind) ? search.kind : undefined;
  const view = search.view ?? 'open';
  const me = useMe();
  const now = useNow(30_000);
  const open = useOpenAlarms();
  const [limit, setLimit] = useState(ALARMS_PAGE);
  const all = useAllAlarms({ kind, day: search.day }, limit);
  const lastResolved = useLastResolved();
  const total = open.query.data && lastResolved.data && open.query.data.total + lastResolved.data.total;
  const allItems = useAlarmItems(all.data?.rows);
  const shown = view === 'all' ? { query: all, held: allItems } : open;
  // While an older page loads, the age is that of the rows on screen.
  const { fresh, asOf } = useFreshness(shown.query.isPlaceholderData ? open.query : shown.query);
  const seen = { now, fresh, asOf };
  useTitle(m.alarms_title());
  const sections = sectionsOf(open.held ?? [], now, me?.id ?? null);
  const options = [
    {
      value: 'open' as const,
      label: openLabel(open.held && unresolved(sections.open), open.isPart),
    },
    { value: 'mine' as const, label: mineLabel(open.held && unresolved(sections.mine)) },
    { value: 'all' as const, label: allLabel(total) },
  ];
  const dock = (
    <>
      {view === 'all' && <KindChips kind={kind} onKind={(next) => onSearch({ view, ...(next && { kind: next }) })} />}
      <Segment
        label={m.alarms_list_which()}
        options={options}
        value={view}
        onChange={(next) => onSearch(next === 'open' ? {} : { view: next })}
      />
    </>
  );
  return (
    <Page title={m.alarms_title()} dock={dock} dockKind="bare">
      <PullToRefresh onRefresh={checked} />
      {!fresh && asOf !== null && <AgePlate asOf={asOf} />}
      {shown.held === undefined && <Unanswered title={m.alarms_not_loaded()} query={shown.query} />}
      {shown.held && view === 'open' && (
        <Open
          {...sections}
          seen={seen}
          total={total}
          resolvedAt={lastResolved.data?.rows[0]?.resolvedAt}
          onAll={() => onSearch({ view: 'all' })}
        />
      )}
      {shown.held && view === 'mine' && <Mine mine={sections.mine} seen={seen} />}
      {allItems && view === 'all' && (
        <AlarmHistory
          items={allItems}
          filter={{ kind, day: search.day }}
          page={{
            total: all.data?.total ?? 0,
            busy: all.isPlaceholderData,
            onOlder: limit < MOST ? () => setLimit(limit + ALARMS_PAGE) : undefined,
          }}
          seen={seen}
          onClear={() => onSearch({ view })}
        />
      )}
      <NewPill held={open.held} />
    </Page>
  );
}

const openLabel = (count: number | undefined, isPart: boolean): string =>
  count === undefined ? m.alarms_open_tab() : m.alarms_counted_open({ count: isPart ? `${count}+` : count });
const mineLabel = (count: number | undefined): string =>
  count === undefined ? m.alarms_mine() : m.alarms_counted_mine({ count });
const allLabel = (count: number | undefined): string =>
  count === undefined ? m.alarms_all() : m.alarms_counted_all({ count });

/** Alarms resolved a moment ago are still shown, and do not count. */
const unresolved = (items: readonly AlarmItem[]): number =>
  items.filter(({ alarm }) => alarm.resolvedAt === null).length;

interface Sections {
  open: AlarmItem[];
  /** Acknowledged or snoozed, by anybody. */
  others: AlarmItem[];
  mine: AlarmItem[];
}

function sectionsOf(items: readonly AlarmItem[], now: number, myId: string | null): Sections {
  const sorted = items.toSorted((a, b) => bySeverity(a.alarm, b.alarm));
  const isOpen = ({ alarm }: AlarmItem) => isUnclaimed(alarm, now);
  const isMine = ({ alarm, queued }: AlarmItem) => queued !== null || alarm.acknowledgedBy?.id === myId;
  return {
    open: sorted.filter(isOpen),
    others: sorted.filter((one) => !isOpen(one)),
    mine: sorted.filter(isMine),
  };
}

interface Seen {
  now: number;
  fresh: boolean;
  asOf: number | null;
}

interface NoneOpenProps {
  seen: Seen;
  /** The time at which the last alarm was resolved. */
  resolvedAt: string | null | undefined;
  action: ReactNode;
}

/** No open alarm is not yet "all fine": systems may wait, be late or not be watched, so the counts complete the text. */
function NoneOpen({ seen: { now, fresh }, resolvedAt, action }: NoneOpenProps) {
  const counts = useCounts();
  const known = useFreshness(counts).fresh && fresh;
  const input = { counts: counts.isEnabled ? counts.data : null, alarms: [], fresh: known, now };
  const { kind, hollow, sentence } = glanceOf(input);
  const last =
    resolvedAt &&
    m.alarms_last_resolved({ date: formatDay(resolvedAt, reader()), time: formatTime(resolvedAt, reader()) });
  return (
    <Empty
      // A cached empty list is no evidence: it shows no green mark.
      art={<Mark kind={known ? kind : 'offline'} size={64} hollow={hollow} />}
      title={m.alarms_none_open({ tense: fresh ? 'present' : 'past' })}
      action={action}
    >
      {counts.isEnabled && `${sentence}. `}
      {last}
    </Empty>
  );
}

interface OpenProps extends Sections, Omit<NoneOpenProps, 'action'> {
  /** Count of all alarms, resolved ones included. */
  total: number | undefined;
  onAll: () => void;
}

function Open({ open, others, seen, total, resolvedAt, onAll }: OpenProps) {
  const label = m.alarms_acknowledged_group();
  const groups = [
    { label: m.alarms_open_group(), alarms: groupAlarms(open) },
    {
      label,
      title: <SectionTitle end={others.length}>{label}</SectionTitle>,
      alarms: others,
    },
  ];
  const more = (
    <Button kind="quiet" onPress={onAll}>
      {total === undefined ? m.alarms_show_all() : m.alarms_show_all_count({ count: total })}
    </Button>
  );
  return (
    <>
      {open.length === 0 && others.length === 0 && <NoneOpen seen={seen} resolvedAt={resolvedAt} action={more} />}
      <AlarmList groups={groups.filter((group) => group.alarms.length > 0)} {...seen} />
    </>
  );
}

function Mine({ mine, seen }: { mine: AlarmItem[]; seen: Seen }) {
  if (mine.length === 0) {
    return (
      <Empty art={<Icon name="user" size={56} className="text-text3" />} title={m.alarms_mine_empty()}>
        {m.alarms_mine_empty_detail()}
      </Empty>
    );
  }
  return <AlarmList groups={[{ label: m.alarms_mine_label(), alarms: mine }]} {...seen} />;
}
