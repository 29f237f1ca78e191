// The places of lines in px. Rows have one height and titles another, so nothing is measured, and no line is counted.
import type { ListLines } from './list-lines.ts';

/** Heights in px. */
export interface LineHeights {
  readonly row: number;
  readonly title: number;
}

/** The places of the lines of a list, in px from its top. */
export interface LinePlaces {
  /** The height of all lines. */
  readonly height: number;
  startOf(line: number): number;
  sizeOf(line: number): number;
  /** The line at a place; the first or the last one where the place is outside of the list. */
  lineAt(place: number): number;
}

/** The places of these lines. */
export function placesOf({ count, titles }: Pick<ListLines, 'count' | 'titles'>, heights: LineHeights): LinePlaces {
  const { row, title } = heights;
  const startOf = (line: number) => line * row + titles.filter((one) => one < line).length * (title - row);
  return {
    height: startOf(count),
    startOf,
    sizeOf: (line) => (titles.includes(line) ? title : row),
    lineAt(place) {
      const above = titles.findLast((one) => startOf(one) <= place);
      const rowsFrom = above === undefined ? 0 : startOf(above) + title;
      const line = (above ?? -1) + 1 + Math.floor((place - rowsFrom) / row);
      return Math.max(0, Math.min(count - 1, Math.max(line, above ?? 0)));
    },
  };
}
