// The search and the order of each list, stored while a record is open beside it or in its place, until the sign-out.
import { defaultStringifySearch } from '@tanstack/react-router';
import { cachedSession, followUser } from '#app/auth/me.ts';
import { createStore } from '#app/device/create-store.ts';
import type { ListSearch } from '#app/ui/list/list-tools.tsx';

const NONE: ListSearch = {};
const searches = createStore<Readonly<Record<string, ListSearch>>>({});

let owner: string | null = null;
followUser((person) => {
  // A session that has only ended may go on as the same person.
  if (person === owner || (person === null && cachedSession()?.ended)) return;
  owner = person;
  searches.set({});
});

/** Stores the search of the list at `path`, such as "/admin/users". */
export const storeListSearch = (path: string, search: ListSearch): void =>
  searches.set({ ...searches.get(), [path]: search });

/** The stored search of the list at `path`. */
export const useStoredListSearch = (path: string): ListSearch => searches.use((all) => all[path] ?? NONE);

/** The address of the list at `path` with its last search. The router reads "10.10" as a number unless it is quoted. */
export const listAddress = (path: string): string => path + defaultStringifySearch({ ...searches.get()[path] });

/** The breadcrumb and Back of a page of one record: they lead to the list at `path` with its last search. */
export function leadsTo(path: string, label: string) {
  const parent = listAddress(path);
  return { parent, steps: [{ to: parent, label }] };
}
