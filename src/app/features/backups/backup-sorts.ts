// The orders of the list of backups.
import type { ListSort } from '#app/ui/list/list-tools.tsx';
import * as m from '#text/messages.js';

/** The first one is the usual one. */
export const backupSorts = (): readonly ListSort[] => [
  { value: 'newest', label: m.systems_sort_newest(), note: m.lists_newest_first() },
  { value: 'oldest', label: m.systems_sort_oldest(), note: m.lists_oldest_first() },
  { value: 'largest', label: m.backups_size(), note: m.lists_largest_first() },
  { value: 'smallest', label: m.backups_size(), note: m.lists_smallest_first() },
];

const orders: Readonly<Record<string, string>> = { oldest: 'date ASC', largest: 'size DESC', smallest: 'size ASC' };

/** The `sort` of the list call. */
export const backupSort = (sort = ''): string => orders[sort] ?? 'date DESC';
