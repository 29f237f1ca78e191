// The lines that are in sight of a scroller, and the title that sticks.
import { Virtualizer, elementScroll, observeElementOffset, observeElementRect } from '@tanstack/react-virtual';
import {
  type RefObject,
  startTransition,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useReducer,
  useRef,
  useState,
} from 'react';
import { type ListLines, remScale } from './list-lines.ts';
import type { ListRows } from './list-types.ts';

/** Rows are drawn this far before they come into sight, px. */
const AHEAD_PX = 300;
/**
 * Rows are drawn and dropped in blocks of this height, px. Each block costs the main thread one or two frames of a
 * scroll, so few large blocks leave more frames complete than many small ones (`npm run bench -- scroll`, processor x4,
 * 1,000 systems: 39 frames a second with 100 px, 46 with 300, 51 with 600, 53 to 55 from 1,000 on). Larger ones
 * still would be tasks of more than 50 ms.
 */
const BLOCK_PX = 1000;

/** On the root element while a list scrolls: pauses the live dot (live-dot.module.css). */
const SCROLLING = 'data-scrolling';

interface LinesOptions {
  lines: ListLines;
  rows: Pick<ListRows<unknown>, 'onVisible'>;
  scroller: HTMLElement | null;
  /** The element that holds the lines. */
  list: RefObject<HTMLElement | null>;
  /** Heights in px at 16 px text. */
  rowHeight: number;
  titleHeight: number;
  /** The most rows of a block, where rows have so many parts that more would be a task of over 50 ms. */
  mostBlockRows?: number;
}

/** A line that is drawn; `start` counts px from the top of the scroller's content. */
interface DrawnLine {
  index: number;
  start: number;
  size: number;
}

/** The lines in sight and around it, in px. */
export interface VisibleLines {
  items: readonly DrawnLine[];
  /** The line of the title that sticks; -1 where none does. */
  stuck: number;
  /** The height of all lines. */
  height: number;
  /** From the top of the scroller's content to the list. */
  margin: number;
  scrollToLine: (line: number) => void;
}

interface Block {
  first: number;
  last: number;
  stuck: number;
}

const NO_LINES: Block = { first: 0, last: -1, stuck: -1 };

interface LineRange {
  startIndex: number;
  endIndex: number;
}

type Lines = Virtualizer<HTMLElement, HTMLElement>;

const heightsOf = ({ scrollRect }: Lines, row: number) => ({ row, sight: scrollRect?.height ?? 0 });

/** Follows the scroller until the function that it returns is called. */
function attach(virtual: Lines): () => void {
  const detach = virtual._didMount();
  return () => {
    detach();
    document.documentElement.removeAttribute(SCROLLING);
  };
}

/**
 * The lines in sight; with `blockRows` also those ahead, in whole blocks. The first line alone decides when the next
 * block comes: rows are then added and dropped in one commit.
 */
function blockOf(
  range: LineRange | null,
  lines: ListLines,
  heights: { row: number; sight: number },
  blockRows: number | null,
): Block {
  if (range === null) return NO_LINES;
  const size = blockRows ?? 1;
  const ahead = blockRows === null ? 0 : Math.ceil(AHEAD_PX / heights.row);
  const first = Math.floor((range.startIndex - ahead) / size) * size;
  const reach = blockRows === null ? 0 : first + size + 2 * ahead + Math.ceil(heights.sight / heights.row);
  return {
    first: Math.max(0, first),
    // Lines that are lower than a row may reach further.
    last: Math.min(lines.count - 1, Math.max(reach, range.endIndex)),
    stuck: lines.titles.findLast((line) => line <= range.startIndex) ?? -1,
  };
}

/**
 * Follows the scroller. Draws again only when the scroll reaches another block or title, and reads the layout only
 * when the content changes its height.
 */
export function useVirtualLines(options: LinesOptions): VisibleLines {
  const { lines, rows, scroller, list, rowHeight, titleHeight, mostBlockRows = Infinity } = options;
  const margin = useMargin(list, scroller);
  const scale = useMemo(remScale, []);
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const mostRows = Math.min(mostBlockRows, Math.max(1, Math.round(BLOCK_PX / rowHeight)));
  const blockRows = useAfterFirstRows(lines.count > 0) ? mostRows : null;
  // On the page, and asked for last: the two differ while React prepares rows.
  const drawn = useRef(NO_LINES);
  const wanted = useRef(NO_LINES);
  // A new function makes the virtualizer measure all lines again.
  const estimateSize = useCallback(
    (line: number) => (lines.at(line)?.kind === 'title' ? titleHeight : rowHeight) * scale,
    [lines, titleHeight, rowHeight, scale],
  );
  const settings = {
    count: lines.count,
    estimateSize,
    scrollMargin: margin,
    getScrollElement: () => scroller,
    observeElementRect,
    observeElementOffset,
    scrollToFn: elementScroll,
    // The library's own hook draws at every row that comes or goes, twice a frame in a quick scroll.
    onChange: (changed: Lines) => {
      document.documentElement.toggleAttribute(SCROLLING, changed.isScrolling);
      const { range } = changed;
      const next = blockOf(range, lines, heightsOf(changed, rowHeight), blockRows);
      const { first, last, stuck } = wanted.current;
      if (next.first === first && next.last === last && next.stuck === stuck) return;
      wanted.current = next;
      const missing = range !== null && (range.startIndex < drawn.current.first || range.endIndex > drawn.current.last);
      // Rows ahead of the scroll are prepared between its frames, rows that are in sight at once.
      if (missing || next.stuck !== drawn.current.stuck) redraw();
      else startTransition(redraw);
    },
  };
  const [virtual] = useState(() => new Virtualizer<HTMLElement, HTMLElement>(settings));
  virtual.setOptions(settings);
  useLayoutEffect(() => attach(virtual), [virtual]);
  useLayoutEffect(() => virtual._willUpdate());
  const height = virtual.getTotalSize();
  const { first, last, stuck } = blockOf(virtual.calculateRange(), lines, heightsOf(virtual, rowHeight), blockRows);
  useLayoutEffect(() => {
    drawn.current = { first, last, stuck };
  }, [first, last, stuck]);
  const items: DrawnLine[] = virtual.measurementsCache.slice(first, last + 1);
  const title = stuck >= 0 && stuck < first ? virtual.measurementsCache[stuck] : undefined;
  if (title) items.unshift(title);
  const { onVisible } = rows;
  useLayoutEffect(() => {
    if (last >= first) onVisible?.(lines.spans(first, last));
  }, [onVisible, lines, first, last]);
  const scrollToLine = useCallback((line: number) => virtual.scrollToIndex(line, { align: 'center' }), [virtual]);
  return { items, stuck, height, margin, scrollToLine };
}

// False until the first rows are on the page: they come sooner without those around them.
function useAfterFirstRows(hasRows: boolean): boolean {
  const [after, setAfter] = useState(false);
  useEffect(() => {
    if (hasRows) startTransition(() => setAfter(true));
  }, [hasRows]);
  return after;
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
