// A value that changes no more often than it should be said.
import { useEffect, useRef, useState } from 'react';

/** The value, at once where it has not changed for `ms`; else as it is when they are over. */
export function usePaced<T>(value: T, ms: number): T {
  const [said, say] = useState(value);
  const saidAt = useRef(0);
  useEffect(() => {
    const soon = setTimeout(
      () => {
        saidAt.current = Date.now();
        say(value);
      },
      saidAt.current + ms - Date.now(),
    );
    return () => clearTimeout(soon);
  }, [value, ms]);
  return said;
}
