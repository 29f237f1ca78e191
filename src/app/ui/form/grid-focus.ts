// The focus in a grid: one stop for Tab, and arrow keys, Home and End from there.
import { type FocusEvent, type KeyboardEvent, type RefObject, useState } from 'react';
import { readingKey } from '#app/ui/primitives/direction.ts';

const TARGET = '[data-column]';

/** The attributes of an element that takes the focus. */
interface GridTarget {
  'data-stop': string;
  'data-column': number;
  tabIndex: number;
}

interface GridFocus {
  onKeyDown: (e: KeyboardEvent) => void;
  onFocus: (e: FocusEvent) => void;
  /** For an element in this column of a row, which is named. */
  target: (row: string, column: number) => GridTarget;
}

const columnOf = (el: HTMLElement): number => Number(el.dataset['column']);

const linesIn = (root: HTMLElement): HTMLElement[][] =>
  [...root.querySelectorAll('[role=row]')].map((row) => [...row.querySelectorAll<HTMLElement>(TARGET)]);

/** The element of a line that is nearest to a column. */
const nearest = (line: readonly HTMLElement[] | undefined, column: number): HTMLElement | undefined =>
  line?.toSorted((a, b) => Math.abs(columnOf(a) - column) - Math.abs(columnOf(b) - column))[0];

function next(root: HTMLElement, from: HTMLElement, e: KeyboardEvent): HTMLElement | undefined {
  const lines = linesIn(root);
  const row = lines.findIndex((line) => line.includes(from));
  const line = lines[row] ?? [];
  switch (readingKey(e.key)) {
    case 'ArrowRight':
      return line[line.indexOf(from) + 1];
    case 'ArrowLeft':
      return line[line.indexOf(from) - 1];
    case 'ArrowDown':
      return nearest(lines[row + 1], columnOf(from));
    case 'ArrowUp':
      return nearest(lines[row - 1], columnOf(from));
    case 'Home':
      return (e.ctrlKey ? lines[0] : line)?.[0];
    case 'End':
      return (e.ctrlKey ? lines.at(-1) : line)?.at(-1);
    default:
      return undefined;
  }
}

/** Handlers for the grid, and the attributes of the elements in it. Rows have `role="row"`. */
export function useGridFocus(root: RefObject<HTMLElement | null>): GridFocus {
  // Before the first focus every element is a stop, so that Tab enters the grid at its beginning.
  const [stop, setStop] = useState<string | null>(null);
  return {
    onFocus: ({ target }) => setStop((target instanceof HTMLElement && target.dataset['stop']) || stop),
    onKeyDown: (e) => {
      const from = e.target;
      if (!root.current || !(from instanceof HTMLElement) || !from.matches(TARGET)) return;
      const to = next(root.current, from, e);
      if (!to) return;
      e.preventDefault();
      to.focus();
      to.scrollIntoView({ block: 'nearest' });
    },
    target: (row, column) => {
      const id = `${row} ${column}`;
      return { 'data-stop': id, 'data-column': column, tabIndex: stop === null || stop === id ? 0 : -1 };
    },
  };
}
