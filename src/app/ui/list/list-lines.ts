// Groups of rows as one flat list of lines.

/** Rows under a title; without a label the rows stand alone. */
export type ListGroup<T> = { key: string; label?: string; count?: number; items: T[] };

/** A line of the flat list. `index` counts rows over all groups, `first` opens its group. */
export type ListLine<T> =
  | { kind: 'group'; key: string; group: ListGroup<T> }
  | { kind: 'item'; key: string; item: T; index: number; first: boolean };

/** Flattens groups; empty groups leave no title behind. */
export function flatten<T>(groups: ListGroup<T>[], keyOf: (item: T) => string): ListLine<T>[] {
  const lines: ListLine<T>[] = [];
  let index = 0;
  for (const group of groups) {
    if (group.items.length === 0) continue;
    if (group.label !== undefined) lines.push({ kind: 'group', key: `group ${group.key}`, group });
    group.items.forEach((item, i) => {
      lines.push({ kind: 'item', key: `${group.key} ${keyOf(item)}`, item, index, first: i === 0 });
      index += 1;
    });
  }
  return lines;
}

/** How much larger than 16 px the reader's text is. */
export function remScale(): number {
  return (Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16) / 16;
}
