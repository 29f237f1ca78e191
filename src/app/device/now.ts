// The clock of the screens: one tick for all ages on a page.
import { useEffect, useState } from 'react';

/** Calls `tick` every `everyMs` and whenever the page is looked at again; returns the function that ends it. */
export function followClock(tick: () => void, everyMs: number): () => void {
  const timer = setInterval(tick, everyMs);
  document.addEventListener('visibilitychange', tick);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', tick);
  };
}

/** The present moment, epoch ms, anew every `everyMs` and whenever the page is looked at again. */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => followClock(() => setNow(Date.now()), everyMs), [everyMs]);
  return now;
}
