// Says each new alarm once, politely, to those who listen to the page; and sets the number on the app's icon.
import { useEffect, useRef, useState } from 'react';
import { useOpenAlarms } from './-alarm-data.ts';
import { standingOf, titleOf } from './-alarm-words.ts';

const AT_MOST_EVERY_MS = 5000;

/** A live region nobody sees. */
export function NewAlarms() {
  const { held } = useOpenAlarms();
  const known = useRef<Set<string> | null>(null);
  const [words, setWords] = useState('');
  useEffect(() => {
    if (held === undefined) return;
    const open = held.map(({ alarm }) => alarm).filter((alarm) => standingOf(alarm, Date.now()) === 'open');
    const before = known.current;
    known.current = new Set(open.map((alarm) => alarm.id));
    setBadge(open.length);
    const fresh = before === null ? [] : open.filter((alarm) => !before.has(alarm.id));
    if (fresh.length === 0) return;
    const said = fresh.length === 1 && fresh[0] ? `New alarm: ${titleOf(fresh[0])}` : `${fresh.length} new alarms`;
    const timer = setTimeout(() => setWords(said), AT_MOST_EVERY_MS / 10);
    return () => clearTimeout(timer);
  }, [held]);
  return (
    <div className="vh" role="status">
      {words}
    </div>
  );
}

function setBadge(count: number): void {
  const set = count > 0 ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.();
  set?.catch(() => undefined);
}
