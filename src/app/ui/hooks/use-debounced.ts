// A value that waits for a pause in its changes.
import { useEffect, useState } from 'react';

/** The value of `ms` ago at the latest change: typing is followed once it pauses. */
export function useDebounced<T>(value: T, ms: number): T {
  const [shown, setShown] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setShown(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return shown;
}
