// The search of the list of systems, stored while a system is open beside or over the list.
import { createStore } from '#app/device/create-store.ts';
import { type SystemsSearch, addressOf } from './systems-filter.ts';

const search = createStore<SystemsSearch>({});

/** Stores the search; the list's own page calls it whenever its address changes. */
export const storeSearch = search.set;

/** The address of the list with its last search. */
export const listAddress = (): string => `/admin/systems${addressOf(search.get())}`;

/** The search of a list that has no address of its own, and its setter. */
export const useStoredSearch = (): [SystemsSearch, (next: SystemsSearch) => void] => [search.use(), search.set];
