// The width of an element, followed as it changes.
import { useLayoutEffect, useRef, useState, type RefObject } from 'react';

/** A ref to measure and its width in CSS pixels; `fallback` until it is on the page. A function is called once: it may read the layout. */
export function useWidth<T extends HTMLElement>(fallback: number | (() => number)): [RefObject<T | null>, number] {
  const ref = useRef<T>(null);
  const [width, setWidth] = useState(fallback);
  useLayoutEffect(() => {
    const el = ref.current;
    if (!el) return undefined;
    const read = () => setWidth((was) => Math.round(el.clientWidth) || was);
    read();
    if (typeof ResizeObserver === 'undefined') return undefined;
    const watch = new ResizeObserver(read);
    watch.observe(el);
    return () => watch.disconnect();
  }, []);
  return [ref, width];
}
