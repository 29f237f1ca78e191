// The focus of a row by its position; a row out of sight is scrolled to first.
import type { ListLines } from './list-lines.ts';
import type { ListRows } from './list-types.ts';

/** The element of a row, which carries its position. */
export const ROW = '[data-position]';
/** The link or button in a row, which takes the focus. */
export const TARGET = '[data-row]';
/** The time in which a row may be loaded and drawn after a key led to it, ms. */
const LOADED_MS = 5000;

/** The lines of a list, and the way to one of them. */
export interface FocusableLines {
  lines: ListLines;
  scrollToLine: (line: number) => void;
}

/** The position of a row by its element. */
export const positionIn = (row: HTMLElement): number => Number(row.dataset['position']);

/** The record at a position; undefined while it is not loaded. */
export function itemAt<T>(
  { rows, lines }: { rows: Pick<ListRows<T>, 'rowAt'>; lines: ListLines },
  position: number,
): T | undefined {
  const line = lines.at(lines.lineOf(position));
  return line?.kind === 'row' ? rows.rowAt(line.group, line.index) : undefined;
}

/** The position of the row that takes the focus once it is drawn, by the element of its list. */
const pending = new WeakMap<HTMLElement, number>();

/** The position that is to have the focus, while its row is not drawn yet: the next `j` or `k` counts from it. */
export const pendingPosition = (root: HTMLElement): number | undefined => pending.get(root);

/** No row is waited for any more. */
export const clearPending = (root: HTMLElement): void => void pending.delete(root);

/** A person went on to another element meanwhile. The title of a page takes the focus by itself and does not count. */
function isElsewhere(from: Element | null): boolean {
  const { activeElement } = document;
  return activeElement instanceof HTMLElement && activeElement !== from && activeElement.tabIndex >= 0;
}

/** Focuses the row at a position, once it is loaded and drawn. */
export function focusPosition(root: HTMLElement, options: FocusableLines, position: number): void {
  const find = () => root.querySelector<HTMLElement>(`[data-position="${position}"] ${TARGET}`);
  const focus = (el: HTMLElement) => {
    el.focus({ preventScroll: true });
    el.scrollIntoView({ block: 'nearest' });
  };
  clearPending(root);
  const drawn = find();
  if (drawn) {
    focus(drawn);
    return;
  }
  pending.set(root, position);
  options.scrollToLine(options.lines.lineOf(position));
  const from = document.activeElement;
  const end = performance.now() + LOADED_MS;
  const wait = () => {
    if (pending.get(root) !== position) return;
    const el = find();
    if (!root.isConnected || isElsewhere(from) || performance.now() > end) clearPending(root);
    else if (el) focus(el);
    else requestAnimationFrame(wait);
  };
  requestAnimationFrame(wait);
}
