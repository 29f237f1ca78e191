// Live updates never move what is under a finger, and never change what it is about to press.
import { useEffect, useReducer, useRef } from 'react';

/** A tap is told a little after the finger has left, ms. */
const tapMs = 300;
/** A finger whose end was never told holds the page no longer than this, ms. */
const longestMs = 10_000;
/** What has stood there for less than this was not what the thumb meant, ms. */
const readMs = 700;

/** The value as it was when a finger went down anywhere on the page, until the finger is up again. */
export function useStill<T>(value: T): T {
  const [, again] = useReducer((count: number) => count + 1, 0);
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
        again();
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

/** Answers whether `what` has stood there long enough to be read; a press before that is of what stood there before. */
export function useSettled(what: string): () => boolean {
  const stood = useRef({ what, since: 0 });
  if (stood.current.what !== what) stood.current = { what, since: Date.now() };
  return () => Date.now() - stood.current.since > readMs;
}
