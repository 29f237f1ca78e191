// A media query as a value.
import { useSyncExternalStore } from 'react';

/** True while the query matches; false without a screen. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (tell) => {
      const list = window.matchMedia?.(query);
      list?.addEventListener('change', tell);
      return () => list?.removeEventListener('change', tell);
    },
    () => window.matchMedia?.(query).matches ?? false,
    () => false,
  );
}
