// The data of the screen of alarms: the alarms of one view, their age, and the numbers of the others.
import { useState } from 'react';
import { useMe } from '#app/auth/me.ts';
import { useNow } from '#app/device/now.ts';
import { reader } from '#app/device/reader.ts';
import { formatNumber } from '#text/format.ts';
import { useFreshness } from '#app/realtime/freshness.ts';
import type { AlarmKind } from '#contract/alarm-kind.ts';
import * as m from '#text/messages.js';
import {
  ALARMS_PAGE,
  byDay,
  useAlarmItems,
  useAllAlarms,
  useLastResolved,
  useOpenAlarms,
  useTakenAlarms,
} from './alarm-queries.ts';
import { openSections, unresolved } from './alarm-sections.tsx';
import { useResolvedLately } from './resolved-lately.ts';

/** The server answers at most this many rows. */
const MOST = 1000;

/** The search of the address. Unknown values are left out. */
export interface AlarmsSearch {
  view?: 'open' | 'mine' | 'all';
  /** One kind of alarm. */
  kind?: AlarmKind;
  /** One day, such as 2026-11-20. */
  day?: string | undefined;
  /** The id of the alarm beside the list of a desk. */
  alarm?: string | undefined;
}

/** Reads the alarms that the address asks for. */
export function useAlarmsView(search: AlarmsSearch) {
  const view = search.view ?? 'open';
  const me = useMe();
  const now = useNow(30_000);
  const open = useOpenAlarms();
  const taken = useTakenAlarms(me?.id, open.isPart);
  const [limit, setLimit] = useState(ALARMS_PAGE);
  const filter = { kind: search.kind, day: search.day };
  const all = useAllAlarms(filter, limit);
  const lastResolved = useLastResolved();
  const total = open.query.data && lastResolved.data && open.query.data.total + lastResolved.data.total;
  const allItems = useAlarmItems(all.data?.rows);
  const shown = view === 'all' ? { query: all, held: allItems } : open;
  // While an older page loads, the age is that of the rows on screen.
  const { fresh, asOf } = useFreshness(
    shown.query.isPlaceholderData ? open.query : shown.query,
    ...(view === 'mine' ? [taken.query] : []),
  );
  const held = [...new Map([...taken.held, ...(open.held ?? [])].map((item) => [item.alarm.id, item])).values()];
  const sections = openSections({ held, lately: useResolvedLately(now), now, myId: me?.id ?? null });
  return {
    view,
    filter,
    seen: { now, fresh, asOf },
    open,
    shown,
    sections,
    /** The query of this person's alarms, while they are not all there. */
    missing: open.isPart && !taken.query.data ? taken.query : undefined,
    allItems,
    /** In the order of the list. */
    items:
      view === 'all'
        ? allItems && byDay(allItems).flatMap(([, ofDay]) => ofDay)
        : view === 'mine'
          ? sections.mine
          : [...sections.open, ...sections.others, ...sections.resolved],
    total,
    resolvedAt: lastResolved.data?.rows[0]?.resolvedAt,
    page: {
      total: all.data?.total ?? 0,
      busy: all.isPlaceholderData,
      failed: all.isError,
      onOlder: limit < MOST ? () => setLimit(limit + ALARMS_PAGE) : undefined,
    },
    options: [
      { value: 'open' as const, label: openLabel(open.held && unresolved(sections.open), open.isPart) },
      { value: 'mine' as const, label: mineLabel(open.held && unresolved(sections.mine)) },
      { value: 'all' as const, label: allLabel(total) },
    ],
  };
}

/** The answer of `useAlarmsView`. */
export type AlarmsView = ReturnType<typeof useAlarmsView>;

const openLabel = (count: number | undefined, isPart: boolean): string =>
  count === undefined
    ? m.alarms_open_tab()
    : m.alarms_counted_open({ count: `${formatNumber(count, reader())}${isPart ? '+' : ''}` });
const mineLabel = (count: number | undefined): string =>
  count === undefined ? m.alarms_mine() : m.alarms_counted_mine({ count });
const allLabel = (count: number | undefined): string =>
  count === undefined ? m.alarms_all() : m.alarms_counted_all({ count });
