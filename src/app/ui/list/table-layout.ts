// The layout of a table that a person chose: the columns shown, their order and widths, and the height of the rows.
import type { ListColumn } from './list-types.ts';

/** The choices of one person for one table. Columns that it does not name stand as the list declares them. */
export interface TableLayout {
  /** Ids of columns in their order. */
  readonly order: readonly string[];
  /** True or false for columns that are not as the list declares them. */
  readonly shown: Readonly<Record<string, boolean>>;
  /** Widths in px at 16 px text. */
  readonly widths: Readonly<Record<string, number>>;
  readonly rows: 'dense' | 'comfortable';
}

/** The layout that a list declares. */
export const declaredLayout: TableLayout = { order: [], shown: {}, widths: {}, rows: 'dense' };

/** Narrower a column has no readable text, px. */
export const LEAST_WIDTH = 56;
const MOST_WIDTH = 800;

type Column = Pick<ListColumn<never>, 'id' | 'link' | 'width' | 'isOptional'>;

/** The columns that always stand first: up to the one with the name, else the first one. */
export const countFixed = (columns: readonly Column[]): number =>
  Math.max(
    0,
    columns.findIndex(({ link }) => link === true),
  ) + 1;

/** True for a column that is shown: as the person chose, else as the list declares. */
export const isShown = (column: Column, { shown }: Pick<TableLayout, 'shown'>): boolean =>
  shown[column.id] ?? column.isOptional !== true;

/** All columns in the order of the layout, fixed ones first; columns that the layout does not know keep their place. */
export function orderColumns<C extends Column>(columns: readonly C[], { order }: Pick<TableLayout, 'order'>): C[] {
  const fixed = columns.slice(0, countFixed(columns));
  const free = columns.slice(fixed.length);
  const known = new Map(order.map((id, index) => [id, index]));
  const placed = free
    .filter(({ id }) => known.has(id))
    .toSorted((a, b) => (known.get(a.id) ?? 0) - (known.get(b.id) ?? 0));
  // Each column of a later version stands after the same number of columns as it is declared.
  const result = [...placed];
  free.forEach((column, index) => {
    if (!known.has(column.id)) result.splice(Math.min(index, result.length), 0, column);
  });
  return [...fixed, ...result];
}

/** The columns to draw: ordered, without hidden ones, as wide as the person made them. */
export function layOut<C extends Column & { grow?: number }>(columns: readonly C[], layout: TableLayout): C[] {
  const ordered = orderColumns(columns, layout);
  const fixed = countFixed(columns);
  return ordered
    .filter((column, index) => index < fixed || isShown(column, layout))
    .map((column) => {
      const width = layout.widths[column.id];
      return width === undefined ? column : { ...column, width: clampWidth(width), grow: 0 };
    });
}

/** A width within what can be read and what fits on a desk. */
export const clampWidth = (width: number): number => Math.round(Math.min(MOST_WIDTH, Math.max(LEAST_WIDTH, width)));

/** Moves a column by some places, never before the fixed ones. */
export function moveColumn(columns: readonly Column[], layout: TableLayout, id: string, by: number): TableLayout {
  const fixed = countFixed(columns);
  const ids = orderColumns(columns, layout)
    .slice(fixed)
    .map((column) => column.id);
  const from = ids.indexOf(id);
  const to = Math.min(ids.length - 1, Math.max(0, from + by));
  if (from < 0 || from === to) return layout;
  ids.splice(to, 0, ...ids.splice(from, 1));
  return { ...layout, order: ids };
}

/** Reads a stored layout; anything that is not one is left out. */
export function readLayout(stored: unknown): TableLayout {
  if (typeof stored !== 'object' || stored === null) return declaredLayout;
  const { order, shown, widths, rows } = stored as Record<string, unknown>;
  return {
    order: Array.isArray(order) ? order.filter((id) => typeof id === 'string') : [],
    shown: entriesOf(shown, (value) => typeof value === 'boolean'),
    widths: entriesOf(widths, (value) => typeof value === 'number' && Number.isFinite(value)),
    rows: rows === 'comfortable' ? 'comfortable' : 'dense',
  };
}

function entriesOf<T>(value: unknown, isRight: (one: unknown) => boolean): Record<string, T> {
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(Object.entries(value).filter(([, one]) => isRight(one))) as Record<string, T>;
}
