// The search, the filters and the order of a list, in the address beside the record whose page has the list.
import { useLocation, useRouter, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo } from 'react';
import type { ListSort } from '#app/ui/list/list-tools.tsx';
import { storeListSearch } from './list-searches.ts';
import { readListSearch, without } from './list-search.ts';

/** Reads the address by `read`, which must be stable between renders, and returns the function that replaces it. */
export function useAddressSearch<S extends object>(read: (given: Record<string, unknown>) => S) {
  const { navigate } = useRouter();
  const given: Record<string, unknown> = useSearch({ strict: false });
  const search = useMemo(() => read(given), [given, read]);
  // The keys of the record stay.
  const onSearch = (next: S) =>
    void navigate({ to: '.', search: { id: given['id'], kind: given['kind'], ...next }, replace: true });
  return { search, onSearch };
}

const noSorts = (): readonly ListSort[] => [];

/** That of a plain list. `sortsOf`: its orders, the usual one first; it must be stable between renders. */
export function useListSearch(sortsOf = noSorts) {
  const read = useCallback((given: Record<string, unknown>) => readListSearch(given, sortsOf()), [sortsOf]);
  const { search, onSearch } = useAddressSearch(read);
  // Only a list with a path of its own: nothing leads back to one within a record.
  const path = useLocation({ select: ({ pathname, search: { id } }) => (id === undefined ? pathname : null) });
  useEffect(() => {
    if (path !== null) storeListSearch(path, search);
  }, [path, search]);
  const onFind = (find: string) => onSearch({ ...without(search, 'find'), ...(find !== '' && { find }) });
  return { sorts: sortsOf(), search, onSearch, onFind };
}
