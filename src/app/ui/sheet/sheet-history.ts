// A sheet, or a choice of several rows, is a history entry: Back closes exactly it, and closing it leaves no entry behind.
import { useCallback, useEffect, useRef } from 'react';

const key = 'openSheets';
let count = 0;

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
    if (me.timer) window.clearTimeout(me.timer);
    else {
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
    then?.();
    return;
  }
  if (then) window.addEventListener('popstate', () => then(), { once: true });
  window.history.go(at - ids.length);
}
