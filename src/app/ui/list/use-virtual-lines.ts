// The lines that are in sight of a scroller, and the title that sticks.
import {
  type Range,
  type VirtualItem,
  type Virtualizer,
  defaultRangeExtractor,
  useVirtualizer,
} from '@tanstack/react-virtual';
import { type RefObject, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { type ListLines, remScale } from './list-lines.ts';
import type { ListRows } from './list-types.ts';

const OVERSCAN = 6;

interface LinesOptions {
  lines: ListLines;
  rows: Pick<ListRows<unknown>, 'onVisible'>;
  scroller: HTMLElement | null;
  /** The element that holds the lines. */
  list: RefObject<HTMLElement | null>;
  /** Heights in px at 16 px text. */
  rowHeight: number;
  titleHeight: number;
}

/** The lines in sight, in px. */
export interface VisibleLines {
  items: readonly VirtualItem[];
  /** The line of the title that sticks; -1 where none does. */
  stuck: number;
  /** The height of all lines. */
  height: number;
  /** From the top of the scroller's content to the list. */
  margin: number;
  virtual: Virtualizer<HTMLElement, HTMLElement>;
}

/** Follows the scroller. Reads the layout only when the content above or below changes its height. */
export function useVirtualLines(options: LinesOptions): VisibleLines {
  const { lines, rows, scroller, list, rowHeight, titleHeight } = options;
  const margin = useMargin(list, scroller);
  const scale = useMemo(remScale, []);
  const stuck = useRef(-1);
  const rangeExtractor = useCallback(
    (range: Range) => {
      stuck.current = lines.titles.findLast((line) => line <= range.startIndex) ?? -1;
      const seen = defaultRangeExtractor(range);
      return stuck.current < 0 || seen.includes(stuck.current) ? seen : [stuck.current, ...seen];
    },
    [lines],
  );
  // A new function makes the virtualizer measure all lines again.
  const estimateSize = useCallback(
    (line: number) => (lines.at(line)?.kind === 'title' ? titleHeight : rowHeight) * scale,
    [lines, titleHeight, rowHeight, scale],
  );
  const virtual = useVirtualizer<HTMLElement, HTMLElement>({
    count: lines.count,
    estimateSize,
    overscan: OVERSCAN,
    scrollMargin: margin,
    rangeExtractor,
    getScrollElement: () => scroller,
    // React draws between two frames; drawing inside the scroll event doubles the work of a frame.
    useFlushSync: false,
  });
  const items = virtual.getVirtualItems();
  const first = items.find(({ index }) => index !== stuck.current)?.index ?? 0;
  const last = items.at(-1)?.index ?? -1;
  const { onVisible } = rows;
  useLayoutEffect(() => {
    if (last >= first) onVisible?.(lines.spans(first, last));
  }, [onVisible, lines, first, last]);
  return { items, stuck: stuck.current, height: virtual.getTotalSize(), margin, virtual };
}

// The distance from the top of the scroller's content to the list.
function useMargin(list: RefObject<HTMLElement | null>, scroller: HTMLElement | null): number {
  const [margin, setMargin] = useState(0);
  useLayoutEffect(() => {
    const el = list.current;
    if (!el || !scroller) return undefined;
    const measure = () =>
      setMargin(Math.round(el.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop));
    measure();
    if (typeof ResizeObserver === 'undefined') return undefined;
    const content = scroller.firstElementChild ?? scroller;
    const watch = new ResizeObserver(measure);
    watch.observe(content);
    return () => watch.disconnect();
  }, [list, scroller]);
  return margin;
}
