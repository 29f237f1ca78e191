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

/** Focuses the row at a position, once it is drawn. */
export function focusPosition(root: HTMLElement, options: FocusableLines, position: number): void {
  const find = () => root.querySelector<HTMLElement>(`[data-position="${position}"] ${TARGET}`);
  const focus = (el: HTMLElement) => {
    el.focus({ preventScroll: true });
    el.scrollIntoView({ block: 'nearest' });
  };
  const drawn = find();
  if (drawn) {
    focus(drawn);
    return;
  }
  options.scrollToLine(options.lines.lineOf(position));
  let left = PATIENCE;
  const wait = () => {
    const el = find();
    left -= 1;
    if (el) focus(el);
    else if (left > 0) requestAnimationFrame(wait);
  };
  requestAnimationFrame(wait);
}
