// The search of the list of systems, kept while a system is open beside it or over it.
import { useState } from 'react';
import { type SystemsSearch, addressOf } from './systems-filter.ts';

let kept: SystemsSearch = {};

/** Told by the list's own page whenever its address changes. */
export const keepSearch = (search: SystemsSearch): void => {
  kept = search;
};

/** The way back to the list as it was left. */
export const listAddress = (): string => `/admin/systems${addressOf(kept)}`;

/** The search of a list that has no address of its own. */
export function useKeptSearch(): [SystemsSearch, (next: SystemsSearch) => void] {
  const [search, setSearch] = useState(kept);
  const put = (next: SystemsSearch) => {
    keepSearch(next);
    setSearch(next);
  };
  return [search, put];
}
