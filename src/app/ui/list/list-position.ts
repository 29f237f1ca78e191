// The position of each list: how far it was scrolled, and which row was opened last.
import { useLayoutEffect } from 'react';

interface Left {
  top: number;
  /** The position of the row that was opened or focused last; -1 for none. */
  active: number;
  /** It was opened by key or with others, so it takes the focus back. */
  byKey: boolean;
}

const left = new Map<string, Left>();

/** The position of the list with this id. Creates it, at the top, when there is none. */
export function positionOf(id: string): Left {
  const known = left.get(id);
  if (known) return known;
  const fresh = { top: 0, active: -1, byKey: false };
  left.set(id, fresh);
  return fresh;
}

/** Lets the row that was selected or focused last take the focus when the list with this id is shown again. */
export function focusAgain(id: string): void {
  positionOf(id).byKey = true;
}

/** Scrolls to the last position of the list with this id, and stores each later one. */
export function useRestoredPosition(scroller: HTMLElement | null, id: string): void {
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
