// The clock of the screens: one tick for all ages on a page.
import { useEffect, useState } from 'react';

/** The present moment, epoch ms, anew every `everyMs` and whenever the page is looked at again. */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const tick = () => setNow(Date.now());
    const timer = setInterval(tick, everyMs);
    document.addEventListener('visibilitychange', tick);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', tick);
    };
  }, [everyMs]);
  return now;
}
