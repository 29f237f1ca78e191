// The orders of lists of backups.
import type { ListSort } from '#app/ui/list/list-tools.tsx';
import * as m from '#text/messages.js';

/** The first one is the usual one. */
export const backupSorts = (): readonly ListSort[] => [
  { value: 'newest', label: m.systems_sort_newest(), note: m.lists_newest_first() },
  { value: 'oldest', label: m.systems_sort_oldest(), note: m.lists_oldest_first() },
  { value: 'largest', label: m.backups_size(), note: m.lists_largest_first() },
  { value: 'smallest', label: m.backups_size(), note: m.lists_smallest_first() },
];

type Order = readonly [attribute: 'date' | 'size', direction: 'ASC' | 'DESC'];

const orders: Readonly<Record<string, Order>> = {
  oldest: ['date', 'ASC'],
  largest: ['size', 'DESC'],
  smallest: ['size', 'ASC'],
};
const orderOf = (sort = ''): Order => orders[sort] ?? ['date', 'DESC'];

/** The `sort` of the list call. */
export const backupSort = (sort?: string): string => orderOf(sort).join(' ');

/** Rows that are all at hand, in one of the orders; equal ones keep their places. `backupOf`: the backup of a row. */
export function sortBackups<T>(
  rows: readonly T[],
  sort: string | undefined,
  backupOf: (row: T) => { readonly date: string; readonly size: number },
): T[] {
  const [attribute, direction] = orderOf(sort);
  const sign = direction === 'ASC' ? 1 : -1;
  return rows.toSorted((first, second) => {
    const [a, b] = [backupOf(first)[attribute], backupOf(second)[attribute]];
    return a === b ? 0 : a < b ? -sign : sign;
  });
}
