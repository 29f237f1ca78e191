// A sheet, or a choice of several rows, is a history entry: Back closes exactly it, and closing it leaves no entry behind.
import { useCallback, useEffect, useRef } from 'react';

const key = 'openSheets';
const SWALLOWED_MS = 2000;
let count = 0;
/** Entries of closed sheets that are not gone yet: `history.go` ends later than the call. */
let leaving = 0;
let whenGone: (() => void)[] = [];

/**
 * Runs a navigation at once, or as soon as the entries of closed sheets are gone. Pushed before that, it would be undone
 * by the browser, which then goes back from the pushed page instead of from the sheet.
 */
export function afterSheets(navigate: () => void): void {
  if (leaving === 0) navigate();
  else whenGone.push(navigate);
}

function left(): void {
  leaving -= 1;
  if (leaving > 0) return;
  const waiting = whenGone;
  whenGone = [];
  for (const navigate of waiting) navigate();
}

function openIds(): number[] {
  const state: unknown = window.history.state;
  const ids = typeof state === 'object' && state !== null ? (state as Record<string, unknown>)[key] : undefined;
  return Array.isArray(ids) ? ids.filter((id): id is number => typeof id === 'number') : [];
}

/** While `open`, Back calls `onClose`. Returns a function that closes and then runs what follows, entry gone. */
export function useBackCloses(open: boolean, onClose: () => void): (then: () => void) => void {
  const close = useRef(onClose);
  close.current = onClose;
  const mine = useRef({ id: 0, timer: 0, after: null as (() => void) | null });
  useEffect(() => {
    if (!open) return undefined;
    const me = mine.current;
    if (me.timer) {
      window.clearTimeout(me.timer);
      left();
    } else {
      count += 1;
      me.id = Date.now() + count;
      window.history.pushState({ ...window.history.state, [key]: [...openIds(), me.id] }, '');
    }
    me.timer = 0;
    const pop = () => {
      if (!openIds().includes(me.id)) close.current();
    };
    window.addEventListener('popstate', pop);
    return () => {
      window.removeEventListener('popstate', pop);
      leaving += 1;
      // Strict effects run twice; a timer lets the second run find the entry still there.
      me.timer = window.setTimeout(() => drop(me), 0);
    };
  }, [open]);
  return useCallback((then: () => void) => {
    mine.current.after = then;
    close.current();
  }, []);
}

function drop(me: { id: number; timer: number; after: (() => void) | null }): void {
  me.timer = 0;
  const then = me.after;
  me.after = null;
  const ids = openIds();
  const at = ids.indexOf(me.id);
  if (at < 0) {
    left();
    then?.();
    return;
  }
  const aborter = new AbortController();
  const gone = () => {
    aborter.abort();
    window.clearTimeout(timer);
    left();
    then?.();
  };
  // A browser that swallows the step must not hold every navigation for ever.
  const timer = window.setTimeout(gone, SWALLOWED_MS);
  window.addEventListener('popstate', gone, { signal: aborter.signal });
  window.history.go(at - ids.length);
}
