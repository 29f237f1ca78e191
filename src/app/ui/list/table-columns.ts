// The columns that fit into a desk table, and the order that its headers stand for.
import type { ListColumn } from './list-types.ts';

/** Always shown: without them a row has no name. */
const ALWAYS = 2;

/** The columns that fit into `width` px. The last ones are dropped first; `scale` is the size of the text over 16 px. */
export function columnsThatFit<C extends Pick<ListColumn<never>, 'width'>>(
  columns: readonly C[],
  width: number,
  scale = 1,
): readonly C[] {
  let left = width;
  const end = columns.findIndex((column, index) => {
    left -= column.width * scale;
    return left < 0 && index >= ALWAYS;
  });
  return end < 0 ? columns : columns.slice(0, end);
}

/** The columns of a CSS grid. The check boxes take the first one, 44 px wide. */
export function gridOf(columns: readonly Pick<ListColumn<never>, 'width' | 'grow'>[], withBoxes: boolean): string {
  const tracks = columns.map(({ width, grow = 0 }) => {
    const least = `${width / 16}rem`;
    return grow > 0 ? `minmax(${least}, ${grow}fr)` : least;
  });
  return [...(withBoxes ? ['2.75rem'] : []), ...tracks].join(' ');
}

type Sortable = Pick<ListColumn<never>, 'sort'>;

/** The direction in which this order sorts a column; null for an order of another one. */
export function directionOf({ sort: sorts }: Sortable, sort: string | undefined): 'asc' | 'desc' | null {
  if (sort === undefined) return null;
  return sorts?.ascending === sort ? 'asc' : sorts?.descending === sort ? 'desc' : null;
}

/** The order after a press on the header of a column: upwards first, where the column has that. */
export function nextSort({ sort: sorts }: Sortable, direction: 'asc' | 'desc' | null): string | undefined {
  const isAscending = direction === null ? sorts?.ascending !== undefined : direction === 'desc';
  return isAscending ? sorts?.ascending : sorts?.descending;
}
