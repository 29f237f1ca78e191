// Alarms: the open ones, those of the signed-in person, and all of them by day.
import { useState } from 'react';
import { useMe } from '#app/auth/me.ts';
import { useNow } from '#app/device/now.ts';
import { useTitle } from '#app/features/shell/error-pages.tsx';
import { checked } from '#app/features/shell/live-panel.tsx';
import { Page } from '#app/features/shell/page.tsx';
import { Unanswered } from '#app/features/shell/query-state.tsx';
import { AgePlate } from '#app/features/watch/home-widgets.tsx';
import { useFreshness } from '#app/realtime/freshness.ts';
import { PullToRefresh } from '#app/ui/list/pull-to-refresh.tsx';
import { Segment } from '#app/ui/primitives/segment.tsx';
import * as m from '#text/messages.js';
import { isAlarmKind } from './alarm-format.ts';
import { AlarmHistory, KindChips } from './alarm-history.tsx';
import {
  ALARMS_PAGE,
  type AlarmItem,
  useAlarmItems,
  useAllAlarms,
  useLastResolved,
  useOpenAlarms,
} from './alarm-queries.ts';
import { NewPill } from './new-alarms.tsx';
import { MyAlarms, OpenAlarms, sectionsOf } from './open-alarms.tsx';

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
        <OpenAlarms
          {...sections}
          seen={seen}
          total={total}
          resolvedAt={lastResolved.data?.rows[0]?.resolvedAt}
          onAll={() => onSearch({ view: 'all' })}
        />
      )}
      {shown.held && view === 'mine' && <MyAlarms mine={sections.mine} seen={seen} />}
      {allItems && view === 'all' && (
        <AlarmHistory
          items={allItems}
          filter={{ kind, day: search.day }}
          page={{
            total: all.data?.total ?? 0,
            busy: all.isPlaceholderData,
            failed: all.isError,
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
