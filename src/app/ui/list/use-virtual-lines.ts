// The lines that are in sight of a scroller, and the title that sticks.
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
import { type LinePlaces, placesOf } from './line-places.ts';
import { type ListLines, remScale } from './list-lines.ts';
import { positionOf } from './list-position.ts';
import type { ListRows } from './list-types.ts';
import { type Sight, followSight } from './sight.ts';

/**
 * Rows are drawn and dropped in blocks of this height, px. Each block costs the main thread one or two frames of a
 * scroll, so few large blocks leave more frames complete than many small ones (`npm run bench -- scroll`, processor x4,
 * 1,000 systems: 39 frames a second with 100 px, 46 with 300, 51 with 600, 53 to 55 from 1,000 on). Larger ones
 * still would be tasks of more than 50 ms.
 */
const BLOCK_PX = 1000;

interface LinesOptions {
  lines: ListLines;
  rows: Pick<ListRows<unknown>, 'onVisible'>;
  scroller: HTMLElement | null;
  /** The element that holds the lines. */
  list: RefObject<HTMLElement | null>;
  /** The id of the stored position, which the first lines are drawn at. */
  placeId: string;
  /** The line of the row with the focus, which is drawn wherever it is; -1 for none. */
  focusedLine: number;
  /** Heights in px at 16 px text. */
  rowHeight: number;
  titleHeight: number;
  /** Rows are drawn this far before they come into sight, px. */
  aheadPx: number;
  /** The most rows of a block, where rows have so many parts that more would be a task of over 50 ms. */
  mostBlockRows?: number;
}

/** A line that is drawn; `start` counts px from the top of the list. */
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
  scrollToLine: (line: number) => void;
}

interface Block {
  first: number;
  last: number;
  stuck: number;
}

const NO_LINES: Block = { first: 0, last: -1, stuck: -1 };
const isSame = (a: Block, b: Block): boolean => a.first === b.first && a.last === b.last && a.stuck === b.stuck;

/** The lines in sight; none where nothing is. */
function linesIn({ top, height, margin }: Sight, { count }: ListLines, places: LinePlaces): Block {
  if (count === 0 || height === 0) return NO_LINES;
  // A list that just became shorter is scrolled back by the browser only later.
  const place = Math.min(top - margin, places.height - height);
  return { first: places.lineAt(place), last: places.lineAt(place + height), stuck: -1 };
}

/** In px. */
interface Heights {
  row: number;
  sight: number;
  ahead: number;
}

/**
 * Whole blocks of lines: those in sight and those ahead. The first line alone decides when the next block comes: rows are
 * then added and dropped in one commit. `onlyFirst`: the first lines in sight, at most one block.
 */
function blockOf(inSight: Block, lines: ListLines, heights: Heights, blockRows: number, onlyFirst: boolean): Block {
  if (inSight.last < inSight.first) return NO_LINES;
  const stuck = lines.titles.findLast((line) => line <= inSight.first) ?? -1;
  if (onlyFirst) return { first: inSight.first, last: Math.min(inSight.last, inSight.first + blockRows - 1), stuck };
  const ahead = Math.ceil(heights.ahead / heights.row);
  const first = Math.floor((inSight.first - ahead) / blockRows) * blockRows;
  const reach = first + blockRows + 2 * ahead + Math.ceil(heights.sight / heights.row);
  return {
    first: Math.max(0, first),
    // Lines that are lower than a row may reach further.
    last: Math.min(lines.count - 1, Math.max(reach, inSight.last)),
    stuck,
  };
}

/**
 * Follows the scroller. Draws again only when the scroll reaches another block or title, and reads the layout only
 * when the content changes its height. The first render has the first rows where the scroller is on the page already.
 */
export function useVirtualLines(options: LinesOptions): VisibleLines {
  const { lines, scroller, list, placeId, focusedLine, rowHeight, titleHeight, aheadPx: ahead } = options;
  const { onVisible } = options.rows;
  const scale = useMemo(remScale, []);
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const blockRows = Math.min(options.mostBlockRows ?? Infinity, Math.max(1, Math.round(BLOCK_PX / rowHeight)));
  const onlyFirst = useOnlyFirstRows(lines.count > 0);
  const places = useMemo(
    () => placesOf(lines, { row: rowHeight * scale, title: titleHeight * scale }),
    [lines, rowHeight, titleHeight, scale],
  );
  const sight = useRef<Sight | null>(null);
  if (scroller) sight.current ??= { top: positionOf(placeId).top, height: scroller.clientHeight, margin: 0 };
  const seen = sight.current ? linesIn(sight.current, lines, places) : NO_LINES;
  const heights = { row: rowHeight, sight: sight.current?.height ?? 0, ahead };
  const { first, last, stuck } = blockOf(seen, lines, heights, blockRows, onlyFirst);
  // On the page, and asked for last: the two differ while React prepares rows.
  const drawn = useRef(NO_LINES);
  const wanted = useRef(NO_LINES);
  const onSight = useRef<(next: Sight) => void>(() => undefined);
  useLayoutEffect(() => {
    drawn.current = { first, last, stuck };
    wanted.current = drawn.current;
    onSight.current = (next) => {
      sight.current = next;
      const now = linesIn(next, lines, places);
      const wants = blockOf(now, lines, { row: rowHeight, sight: next.height, ahead }, blockRows, onlyFirst);
      if (isSame(wants, wanted.current)) return;
      wanted.current = wants;
      const missing = now.first < drawn.current.first || now.last > drawn.current.last;
      // Rows ahead of the scroll are prepared between its frames, rows that are in sight at once.
      if (missing || wants.stuck !== drawn.current.stuck) redraw();
      else startTransition(redraw);
    };
  });
  useLayoutEffect(() => {
    const el = list.current;
    return el && scroller ? followSight(scroller, el, (next) => onSight.current(next)) : undefined;
  }, [scroller, list]);
  const itemOf = (index: number): DrawnLine => ({ index, start: places.startOf(index), size: places.sizeOf(index) });
  const items = Array.from({ length: last - first + 1 }, (_, step) => itemOf(first + step));
  if (stuck >= 0 && stuck < first) items.unshift(itemOf(stuck));
  const apart = last >= first && (focusedLine < first || focusedLine > last) ? focusedLine : -1;
  if (apart >= 0) items.push(itemOf(apart));
  useLayoutEffect(() => {
    if (last >= first) onVisible?.([...lines.spans(first, last), ...(apart < 0 ? [] : lines.spans(apart, apart))]);
  }, [onVisible, lines, first, last, apart]);
  const scrollToLine = useCallback(
    (line: number) => {
      const { top, height, margin } = sight.current ?? { top: 0, height: 0, margin: 0 };
      const start = margin + places.startOf(line);
      const size = places.sizeOf(line);
      // A line in sight may not be drawn yet: the list stays where it is.
      if (start >= top && start + size <= top + height) return;
      scroller?.scrollTo({ top: start - (height - size) / 2 });
    },
    [scroller, places, sight],
  );
  return { items, stuck, height: places.height, scrollToLine };
}

// True until the first rows are on the page: they come sooner without the rest.
function useOnlyFirstRows(hasRows: boolean): boolean {
  const [only, setOnly] = useState(true);
  useEffect(() => {
    if (hasRows) startTransition(() => setOnly(false));
  }, [hasRows]);
  return only;
}
