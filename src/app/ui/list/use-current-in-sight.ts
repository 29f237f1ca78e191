// Scrolls to the open row of a list when another one is opened from outside of the list.
import { type RefObject, useEffect, useRef } from 'react';
import { keysOf } from './list-lines.ts';
import { TARGET, type FocusableLines } from './row-focus.ts';
import type { ListBodyProps } from './list-types.ts';

type Options<T> = Pick<ListBodyProps<T>, 'list' | 'rows' | 'currentKey'> & FocusableLines;

/** At first the list stays at its stored position. */
export function useCurrentInSight<T>(root: RefObject<HTMLElement | null>, options: Options<T>): void {
  const latest = useRef(options);
  latest.current = options;
  const { currentKey } = options;
  const shown = useRef(currentKey);
  useEffect(() => {
    if (currentKey === undefined || shown.current === currentKey) return;
    shown.current = currentKey;
    const drawn = root.current?.querySelector(`[aria-current]${TARGET}`);
    if (drawn) drawn.scrollIntoView({ block: 'nearest' });
    else {
      const { list, rows, lines, scrollToLine } = latest.current;
      const position = keysOf(list, rows).indexOf(currentKey);
      if (position >= 0) scrollToLine(lines.lineOf(position));
    }
  }, [root, currentKey]);
}
