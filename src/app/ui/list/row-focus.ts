// The focus of a row by its position; a row out of sight is scrolled to first.
import type { ListLines } from './list-lines.ts';

/** The link or button in a row, which takes the focus. */
export const TARGET = '[data-row]';
/** Frames in which a row that was scrolled to must have been drawn. */
const PATIENCE = 20;

/** The lines of a list, and the way to one of them. */
export interface FocusableLines {
  lines: ListLines;
  scrollToLine: (line: number) => void;
}

/** The position of the row that takes the focus once it is drawn, by the element of its list. */
const awaited = new WeakMap<HTMLElement, number>();

/** The position where a key goes on from that was pressed before the row of the last one was drawn. */
export const awaitedPosition = (root: HTMLElement): number | undefined => awaited.get(root);

/** Ends the wait for a row: another one has the focus. */
export const endWait = (root: HTMLElement): void => void awaited.delete(root);

/** Focuses the row at a position, once it is drawn. */
export function focusPosition(root: HTMLElement, options: FocusableLines, position: number): void {
  const find = () => root.querySelector<HTMLElement>(`[data-position="${position}"] ${TARGET}`);
  const focus = (el: HTMLElement) => {
    el.focus({ preventScroll: true });
    el.scrollIntoView({ block: 'nearest' });
  };
  endWait(root);
  const drawn = find();
  if (drawn) {
    focus(drawn);
    return;
  }
  awaited.set(root, position);
  options.scrollToLine(options.lines.lineOf(position));
  let left = PATIENCE;
  const wait = () => {
    if (awaited.get(root) !== position) return;
    const el = find();
    left -= 1;
    if (el) focus(el);
    else if (left > 0) requestAnimationFrame(wait);
    else endWait(root);
  };
  requestAnimationFrame(wait);
}
