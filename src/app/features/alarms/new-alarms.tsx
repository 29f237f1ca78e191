// New alarms: announced once to screen readers, a pill while the page is scrolled, and the number on the app's icon.
import { useEffect, useRef, useState } from 'react';
import { useScroller } from '#app/ui/layout/screen.tsx';
import { NewRowsPill } from '#app/ui/status/new-rows-pill.tsx';
import * as m from '#text/messages.js';
import { useFreshness } from '#app/realtime/freshness.ts';
import { type AlarmItem, useOpenAlarms } from './alarm-queries.ts';
import { type Alarm, statusOf, titleOf } from './alarm-format.ts';
import { addressOf } from './alarm-subject.ts';

/** New alarms within this time share one announcement. */
const ANNOUNCE_DELAY_MS = 500;
/** Scrolled further than this, px, new rows on top are out of sight. */
const TOP_PX = 100;

const openOf = (held: readonly AlarmItem[]): Alarm[] =>
  held.map(({ alarm }) => alarm).filter((alarm) => statusOf(alarm, Date.now()) === 'open');

/** Calls back with open alarms that were not in the list before. Those of the first answer are not new. */
function useNewAlarms(held: readonly AlarmItem[] | undefined, onNew: (alarms: Alarm[]) => void): void {
  const known = useRef<Set<string> | null>(null);
  const latest = useRef(onNew);
  latest.current = onNew;
  useEffect(() => {
    if (held === undefined) return;
    const before = known.current;
    known.current = new Set(held.map(({ alarm }) => alarm.id));
    const added = before === null ? [] : openOf(held).filter((alarm) => !before.has(alarm.id));
    if (added.length > 0) latest.current(added);
  }, [held]);
}

/** An invisible live region. */
export function NewAlarms() {
  const { query, held } = useOpenAlarms();
  const pending = useRef<Alarm[]>([]);
  const [message, setMessage] = useState('');
  useBadge(query, held);
  useNewAlarms(held, (added) => {
    // Alarms that arrive before the announcement share it.
    const waits = pending.current.length > 0;
    pending.current.push(...added);
    if (!waits) setTimeout(() => setMessage(announcementOf(pending.current.splice(0))), ANNOUNCE_DELAY_MS);
  });
  return (
    <div className="sr-only" role="status">
      {message}
    </div>
  );
}

const announcementOf = (added: readonly Alarm[]): string =>
  added.length === 1 && added[0]
    ? m.alarms_new_announced({ title: titleOf(added[0]) })
    : m.alarms_new_announced_count({ count: added.length });

// Every fresh answer sets the badge again, since a push may have changed it. Cached data sets nothing.
function useBadge(query: ReturnType<typeof useOpenAlarms>['query'], held: AlarmItem[] | undefined): void {
  const { fresh } = useFreshness(query);
  const count = held && fresh ? new Set(openOf(held).map(addressOf)).size : null;
  useEffect(() => {
    if (count === null) return;
    const set = count > 0 ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.();
    set?.catch(() => undefined);
  }, [count, query.dataUpdatedAt]);
}

/** "1 new" while the page is scrolled; pressing it scrolls to the top. Place it last in the page. */
export function NewPill({ held }: { held: readonly AlarmItem[] | undefined }) {
  const scroller = useScroller();
  const [count, setCount] = useState(0);
  useNewAlarms(held, (added) => {
    if (scroller && scroller.scrollTop > TOP_PX) setCount((before) => before + added.length);
  });
  useEffect(() => {
    const seen = () => scroller && scroller.scrollTop <= TOP_PX && setCount(0);
    scroller?.addEventListener('scroll', seen, { passive: true });
    return () => scroller?.removeEventListener('scroll', seen);
  }, [scroller]);
  if (count === 0) return null;
  return <NewRowsPill onPress={() => scroller?.scrollTo(0, 0)}>{m.alarms_new({ count })}</NewRowsPill>;
}
