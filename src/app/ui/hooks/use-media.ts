// A media query as a value.
import { useCallback, useMemo, useSyncExternalStore } from 'react';

/** True while the query matches; false without a screen. */
export function useMedia(query: string): boolean {
  // Memoized: React reads the value at each render, and subscribes again whenever `subscribe` is another function.
  const list = useMemo(() => window.matchMedia?.(query), [query]);
  const subscribe = useCallback(
    (tell: () => void) => {
      list?.addEventListener('change', tell);
      return () => list?.removeEventListener('change', tell);
    },
    [list],
  );
  return useSyncExternalStore(
    subscribe,
    () => list?.matches ?? false,
    () => false,
  );
}
