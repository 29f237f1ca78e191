// The row with the focus: it stays on the page out of sight, and the focus goes with its record.
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { keysOf } from './list-lines.ts';
import { positionOf } from './list-position.ts';
import type { ListBodyProps } from './list-types.ts';
import { type FocusableLines, ROW, TARGET, itemAt, positionIn } from './row-focus.ts';

type Options<T> = Pick<ListBodyProps<T>, 'list' | 'rows' | 'placeId'> & Pick<FocusableLines, 'lines'>;

interface Focused {
  key: string;
  position: number;
}

const rowUnder = (e: Event): HTMLElement | null => (e.target instanceof Element ? e.target.closest(ROW) : null);

/** The position of the record now; -1 where it is not in the list, or not loaded. */
function positionNow<T>(options: Options<T>, { key, position }: Focused): number {
  const { list, rows } = options;
  const item = itemAt(options, position);
  return item !== undefined && list.keyOf(item) === key ? position : keysOf(list, rows).indexOf(key);
}

/**
 * Returns the line of the row with the focus; -1 for none. Where its record is gone the row in its place takes the focus,
 * and the title of the page where no row is left.
 */
export function useFocusedRow<T>(root: RefObject<HTMLElement | null>, options: Options<T>): number {
  const { lines, placeId } = options;
  const latest = useRef(options);
  latest.current = options;
  const focused = useRef<Focused | null>(null);
  useEffect(() => {
    const el = root.current;
    const enter = (e: Event) => {
      const row = rowUnder(e);
      const position = row ? positionIn(row) : -1;
      const item = row ? itemAt(latest.current, position) : undefined;
      focused.current = item === undefined ? null : { key: latest.current.list.keyOf(item), position };
    };
    // A row that is taken off the page loses the focus too, and is not connected afterwards.
    const leave = (e: Event) => {
      const row = rowUnder(e);
      queueMicrotask(() => {
        if (row?.isConnected === true && el?.contains(document.activeElement) !== true) focused.current = null;
      });
    };
    el?.addEventListener('focusin', enter);
    el?.addEventListener('focusout', leave);
    return () => {
      el?.removeEventListener('focusin', enter);
      el?.removeEventListener('focusout', leave);
      // The list is gone with its last row, or another page takes its place and focuses its own title first.
      if (focused.current !== null && document.activeElement === document.body)
        document.querySelector('h1')?.focus({ preventScroll: true });
    };
  }, [root]);
  const was = focused.current;
  const position = was ? positionNow(options, was) : -1;
  useLayoutEffect(() => {
    const el = root.current;
    if (!el || !was || focused.current !== was || position === was.position) return;
    if (document.activeElement !== document.body && !el.contains(document.activeElement)) return;
    const at = position < 0 ? Math.min(was.position, lines.rows - 1) : position;
    const next = el.querySelector<HTMLElement>(`[data-position="${at}"] ${TARGET}`) ?? el.querySelector(TARGET);
    const item = itemAt(options, at);
    focused.current = item === undefined ? null : { key: options.list.keyOf(item), position: at };
    positionOf(placeId).active = at;
    next?.focus({ preventScroll: true });
  });
  return position < 0 ? -1 : lines.lineOf(position);
}
