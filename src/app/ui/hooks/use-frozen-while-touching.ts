// Live updates must not move or change the element under a finger.
import { useEffect, useReducer, useRef } from 'react';

/** Time for the click event that follows pointerup, ms. */
const tapMs = 300;
/** Unfreezes the value where neither pointerup nor pointercancel arrives, ms. */
const longestMs = 10_000;
/** A label younger than this cannot have been read before the press, ms. */
const readMs = 700;

/** The value, frozen from pointerdown anywhere on the page until the finger is up again. */
export function useFrozenWhileTouching<T>(value: T): T {
  const [, rerender] = useReducer((count: number) => count + 1, 0);
  const touched = useRef(false);
  const shown = useRef(value);
  if (!touched.current) shown.current = value;
  useEffect(() => {
    const ended = new AbortController();
    let timer = 0;
    const freeIn = (ms: number) => {
      window.clearTimeout(timer);
      timer = window.setTimeout(() => {
        touched.current = false;
        rerender();
      }, ms);
    };
    const down = () => {
      touched.current = true;
      freeIn(longestMs);
    };
    const up = (ms: number) => () => touched.current && freeIn(ms);
    window.addEventListener('pointerdown', down, { signal: ended.signal, capture: true });
    window.addEventListener('pointerup', up(tapMs), { signal: ended.signal, capture: true });
    window.addEventListener('pointercancel', up(tapMs), { signal: ended.signal, capture: true });
    window.addEventListener('click', up(0), { signal: ended.signal });
    return () => {
      ended.abort();
      window.clearTimeout(timer);
    };
  }, []);
  return shown.current;
}

/** Returns whether `what` has been shown for 700 ms. A press before that was meant for the previous label. */
export function useSettled(what: string): () => boolean {
  const stood = useRef({ what, since: 0 });
  if (stood.current.what !== what) stood.current = { what, since: Date.now() };
  return () => Date.now() - stood.current.since > readMs;
}
