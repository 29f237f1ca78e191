// A sheet, or a choice of several rows, is a history entry: Back closes exactly it, and closing it leaves no entry behind.
import { useCallback, useEffect, useRef } from 'react';
import { useIsMounted } from '#app/ui/hooks/use-is-mounted.ts';

const key = 'openSheets';
const STEP_TIMEOUT_MS = 2000;
let count = 0;
/** The number of entries of closed sheets that are not removed yet: `history.go` ends later than the call. */
let closingEntries = 0;
let pendingNavigations: (() => void)[] = [];

/**
 * Runs a navigation at once, or as soon as the entries of closed sheets are gone. Pushed before that, it would be undone
 * by the browser, which then goes back from the pushed page instead of from the sheet.
 */
export function afterSheets(navigate: () => void): void {
  if (closingEntries === 0) navigate();
  else pendingNavigations.push(navigate);
}

function entryRemoved(): void {
  closingEntries -= 1;
  if (closingEntries > 0) return;
  const waiting = pendingNavigations;
  pendingNavigations = [];
  for (const navigate of waiting) navigate();
}

function openIds(): number[] {
  const state: unknown = window.history.state;
  const ids = typeof state === 'object' && state !== null ? (state as Record<string, unknown>)[key] : undefined;
  return Array.isArray(ids) ? ids.filter((id): id is number => typeof id === 'number') : [];
}

/**
 * While `open`, Back calls `onClose`. Returns a function that closes and then runs what follows, entry gone: at once where
 * the person closed it meanwhile, and not at all once the component is gone.
 */
export function useBackCloses(open: boolean, onClose: () => void): (then: () => void) => void {
  const close = useRef(onClose);
  close.current = onClose;
  const mine = useRef({ id: 0, timer: 0, isOpen: false, after: null as (() => void) | null });
  const isMounted = useIsMounted();
  useEffect(() => {
    if (!open) return undefined;
    const me = mine.current;
    if (me.timer) {
      window.clearTimeout(me.timer);
      entryRemoved();
    } else {
      count += 1;
      me.id = Date.now() + count;
      window.history.pushState({ ...window.history.state, [key]: [...openIds(), me.id] }, '');
    }
    me.timer = 0;
    me.isOpen = true;
    const pop = () => {
      if (!openIds().includes(me.id)) close.current();
    };
    window.addEventListener('popstate', pop);
    return () => {
      window.removeEventListener('popstate', pop);
      me.isOpen = false;
      closingEntries += 1;
      // Strict effects run twice; a timer lets the second run find the entry still there.
      me.timer = window.setTimeout(() => drop(me), 0);
    };
  }, [open]);
  return useCallback(
    (then: () => void) => {
      if (mine.current.isOpen) {
        mine.current.after = then;
        close.current();
      } else if (isMounted.current) then();
    },
    [isMounted],
  );
}

function drop(me: { id: number; timer: number; after: (() => void) | null }): void {
  me.timer = 0;
  const then = me.after;
  me.after = null;
  const ids = openIds();
  const at = ids.indexOf(me.id);
  if (at < 0) {
    entryRemoved();
    then?.();
    return;
  }
  const aborter = new AbortController();
  const finish = () => {
    aborter.abort();
    window.clearTimeout(timer);
    entryRemoved();
    then?.();
  };
  // If the browser ignores the step, no popstate event comes, and navigations must not wait for it without end.
  const timer = window.setTimeout(finish, STEP_TIMEOUT_MS);
  window.addEventListener('popstate', finish, { signal: aborter.signal });
  window.history.go(at - ids.length);
}
