// The list of the systems of one record, as its address has it: the id of the record, search, filters and order.
import { useMemo } from 'react';
import { type SystemsSearch, readSearch } from './systems-filter.ts';

/** The search parameters of such a page, before they are read. */
export interface SystemsOfSearch extends SystemsSearch {
  id?: string;
}

/** Reads the address; `put` replaces its search parameters. */
export function useSystemsOf(given: SystemsOfSearch, put: (search: SystemsOfSearch) => void) {
  const id = typeof given.id === 'string' ? given.id : undefined;
  const search = useMemo(() => readSearch({ ...given }), [given]);
  const onSearch = (next: SystemsSearch) => put({ ...(id !== undefined && { id }), ...next });
  return { id, search, onSearch };
}
