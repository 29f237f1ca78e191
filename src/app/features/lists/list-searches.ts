// The search and the order of each plain list, stored while a record is open beside it or in its place.
import { createStore } from '#app/device/create-store.ts';
import type { ListSearch } from '#app/ui/list/list-tools.tsx';

const NONE: ListSearch = {};
const searches = createStore<Readonly<Record<string, ListSearch>>>({});

/** Stores the search of the list at `path`, such as "/admin/users". */
export const storeListSearch = (path: string, search: ListSearch): void =>
  searches.set({ ...searches.get(), [path]: search });

/** The stored search of the list at `path`. */
export const useStoredListSearch = (path: string): ListSearch => searches.use((all) => all[path] ?? NONE);

/** The address of the list at `path` with its last search. */
export function listAddress(path: string): string {
  const query = new URLSearchParams({ ...searches.get()[path] }).toString();
  return query === '' ? path : `${path}?${query}`;
}
