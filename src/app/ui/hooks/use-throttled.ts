// A value that changes at most once in a given time.
import { useEffect, useRef, useState } from 'react';

/** The latest value, at most one change in `ms`. A change within that time appears when the time is over. */
export function useThrottled<T>(value: T, ms: number): T {
  const [shown, setShown] = useState(value);
  const shownAt = useRef(0);
  useEffect(() => {
    const timer = setTimeout(
      () => {
        shownAt.current = Date.now();
        setShown(value);
      },
      shownAt.current + ms - Date.now(),
    );
    return () => clearTimeout(timer);
  }, [value, ms]);
  return shown;
}
