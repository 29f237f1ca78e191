// The orders of a list of scans.
import type { ListSort } from '#app/ui/list/list-tools.tsx';
import * as m from '#text/messages.js';

/** The first one is the usual one. */
export const scanSorts = (): readonly ListSort[] => [
  { value: 'newest', label: m.scans_sort_newest(), note: m.lists_newest_first() },
  { value: 'oldest', label: m.scans_sort_oldest(), note: m.lists_oldest_first() },
];

/** The `sort` of the list call. */
export const scanSort = (sort: string | undefined): string => (sort === 'oldest' ? 'createdAt ASC' : 'createdAt DESC');
