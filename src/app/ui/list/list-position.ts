// Where a list was left: how far it was scrolled, and which row was opened.
import { useLayoutEffect } from 'react';

interface Left {
  top: number;
  /** The position of the row that was opened or focused last; -1 for none. */
  active: number;
  /** It was opened by key, so it takes the focus back. */
  byKey: boolean;
}

const left = new Map<string, Left>();

/** What is known of a list; an entry is made when there is none. */
export function positionOf(id: string): Left {
  const known = left.get(id);
  if (known) return known;
  const fresh = { top: 0, active: -1, byKey: false };
  left.set(id, fresh);
  return fresh;
}

/** Scrolls to where the list with this id was left, and follows it from there. */
export function useKeptPosition(scroller: HTMLElement | null, id: string): void {
  useLayoutEffect(() => {
    if (!scroller) return undefined;
    const position = positionOf(id);
    scroller.scrollTo(0, position.top);
    const follow = () => {
      position.top = scroller.scrollTop;
    };
    scroller.addEventListener('scroll', follow, { passive: true });
    return () => scroller.removeEventListener('scroll', follow);
  }, [scroller, id]);
}
