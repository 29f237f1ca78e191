// New alarms: said once, politely, to those who listen to the page; a pill for those who have scrolled; and the number on
// the app's icon.
import { useEffect, useRef, useState } from 'react';
import { useScroller } from '#app/ui/layout/screen.tsx';
import { NewRowsPill } from '#app/ui/status/new-rows-pill.tsx';
import { useFreshness } from '#app/realtime/freshness.ts';
import { type HeldAlarm, useOpenAlarms } from './alarm-queries.ts';
import { type Alarm, standingOf, titleOf } from './alarm-format.ts';

const GATHERED_MS = 500;
/** Further down than this, what comes on top is out of sight, px. */
const TOP = 100;

const openOf = (held: readonly HeldAlarm[]): Alarm[] =>
  held.map(({ alarm }) => alarm).filter((alarm) => standingOf(alarm, Date.now()) === 'open');

/** Calls back with alarms that are open and were not known before; the first that are known are not new. */
function useCame(held: readonly HeldAlarm[] | undefined, tell: (came: Alarm[]) => void): void {
  const known = useRef<Set<string> | null>(null);
  const latest = useRef(tell);
  latest.current = tell;
  useEffect(() => {
    if (held === undefined) return;
    const before = known.current;
    known.current = new Set(held.map(({ alarm }) => alarm.id));
    const came = before === null ? [] : openOf(held).filter((alarm) => !before.has(alarm.id));
    if (came.length > 0) latest.current(came);
  }, [held]);
}

/** A live region nobody sees. */
export function NewAlarms() {
  const { query, held } = useOpenAlarms();
  const unsaid = useRef<Alarm[]>([]);
  const [words, setWords] = useState('');
  useBadge(query, held);
  useCame(held, (came) => {
    // What comes while the last is not yet said is said with it.
    const waits = unsaid.current.length > 0;
    unsaid.current.push(...came);
    if (!waits) setTimeout(() => setWords(wordsFor(unsaid.current.splice(0))), GATHERED_MS);
  });
  return (
    <div className="sr-only" role="status">
      {words}
    </div>
  );
}

const wordsFor = (came: readonly Alarm[]): string =>
  came.length === 1 && came[0] ? `New alarm: ${titleOf(came[0])}` : `${came.length} new alarms`;

// Set anew with every fresh answer, since a push may have set it in between; what is only remembered sets nothing.
function useBadge(query: ReturnType<typeof useOpenAlarms>['query'], held: HeldAlarm[] | undefined): void {
  const { fresh } = useFreshness(query);
  const count = held && fresh ? new Set(openOf(held).map(({ system }) => system.id)).size : null;
  useEffect(() => {
    if (count === null) return;
    const set = count > 0 ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.();
    set?.catch(() => undefined);
  }, [count, query.dataUpdatedAt]);
}

/** "1 new", while the page is scrolled: leads to the top, where new alarms stand. Put it last in the page. */
export function NewPill({ held }: { held: readonly HeldAlarm[] | undefined }) {
  const scroller = useScroller();
  const [count, setCount] = useState(0);
  useCame(held, (came) => {
    if (scroller && scroller.scrollTop > TOP) setCount((before) => before + came.length);
  });
  useEffect(() => {
    const seen = () => scroller && scroller.scrollTop <= TOP && setCount(0);
    scroller?.addEventListener('scroll', seen, { passive: true });
    return () => scroller?.removeEventListener('scroll', seen);
  }, [scroller]);
  if (count === 0) return null;
  return <NewRowsPill onPress={() => scroller?.scrollTo(0, 0)}>{count} new</NewRowsPill>;
}
