// Groups of rows as one sequence of lines, without an object per row.
import type { ListDescription, ListGroup, ListRows, RowSpan } from './list-types.ts';

/** A line: the title of a group, or a row. `position` counts rows over all groups. */
export type ListLine =
  | { readonly kind: 'title'; readonly group: number }
  | { readonly kind: 'row'; readonly group: number; readonly index: number; readonly position: number };

/** The lines of a list. */
export interface ListLines {
  readonly count: number;
  /** The number of lines that are rows. */
  readonly rows: number;
  /** The lines that are titles, ascending. */
  readonly titles: readonly number[];
  at(line: number): ListLine | undefined;
  /** The line on which the row with this position stands. */
  lineOf(position: number): number;
  /** The rows between two lines, both included, group by group. */
  spans(first: number, last: number): RowSpan[];
}

interface Stretch {
  group: number;
  /** Its first line, the title included. */
  line: number;
  title: 0 | 1;
  size: number;
  /** The position of its first row. */
  position: number;
}

/** The lines of groups; empty groups leave no title behind. */
export function linesOf(groups: readonly ListGroup[], withTitles = true): ListLines {
  const stretches: Stretch[] = [];
  let [count, rows] = [0, 0];
  groups.forEach(({ size, label }, group) => {
    if (size === 0) return;
    const title = withTitles && label !== undefined ? 1 : 0;
    stretches.push({ group, line: count, title, size, position: rows });
    count += title + size;
    rows += size;
  });
  const stretchAt = (line: number) => stretches.findLast((one) => one.line <= line);
  return {
    count,
    rows,
    titles: stretches.filter(({ title }) => title === 1).map(({ line }) => line),
    at(line) {
      const found = line < count ? stretchAt(line) : undefined;
      if (!found) return undefined;
      const index = line - found.line - found.title;
      if (index < 0) return { kind: 'title', group: found.group };
      return { kind: 'row', group: found.group, index, position: found.position + index };
    },
    lineOf(position) {
      const found = stretches.findLast((one) => one.position <= position);
      return found ? found.line + found.title + position - found.position : 0;
    },
    spans(first, last) {
      const within = stretches.filter(({ line, title, size }) => line <= last && line + title + size > first);
      return within.map(({ group, line, title, size }) => ({
        group,
        first: Math.max(0, first - line - title),
        last: Math.min(size - 1, Math.max(0, last - line - title)),
      }));
    },
  };
}

/** The number of rows over all groups. */
export const sizeOf = (groups: readonly ListGroup[]): number => groups.reduce((sum, { size }) => sum + size, 0);

/** The groups up to `limit` rows in all. The figures in the titles stay those of the whole. */
export function limitGroups(groups: readonly ListGroup[], limit: number): readonly ListGroup[] {
  if (sizeOf(groups) <= limit) return groups;
  let left = limit;
  return groups.map((group) => {
    const size = Math.min(group.size, left);
    left -= size;
    return { ...group, size };
  });
}

/** Rows that are all at hand, in their groups. */
export function rowsOf<T>(groups: readonly (Omit<ListGroup, 'size'> & { items: readonly T[] })[]): ListRows<T> {
  return {
    groups: groups.map(({ items, ...group }) => ({ ...group, size: items.length })),
    rowAt: (group, index) => groups[group]?.items[index],
  };
}

/** The keys of all rows by position; undefined for a row that is not loaded. */
export function keysOf<T>(list: ListDescription<T>, rows: ListRows<T>): readonly (string | undefined)[] {
  return rows.groups.flatMap(({ size }, group) =>
    Array.from({ length: size }, (_, index) => {
      const row = rows.rowAt(group, index);
      return row === undefined ? undefined : list.keyOf(row);
    }),
  );
}

/** The size of the reader's text relative to 16 px. */
export function remScale(): number {
  return (Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16) / 16;
}
