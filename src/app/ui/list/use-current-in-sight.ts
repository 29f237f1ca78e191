// Scrolls to the open row of a list when another one is opened from outside of the list.
import { type RefObject, useEffect, useRef } from 'react';
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
      const line = lineOfKey(latest.current, currentKey);
      if (line !== undefined) latest.current.scrollToLine(line);
    }
  }, [root, currentKey]);
}

function lineOfKey<T>({ list, rows, lines }: Options<T>, key: string): number | undefined {
  let before = 0;
  for (const [group, { size }] of rows.groups.entries()) {
    for (let index = 0; index < size; index += 1) {
      const row = rows.rowAt(group, index);
      if (row !== undefined && list.keyOf(row) === key) return lines.lineOf(before + index);
    }
    before += size;
  }
  return undefined;
}
