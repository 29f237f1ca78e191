// The address of a plain list, one search and one order, and what it asks the server.
import type { ListSearch, ListSort } from '#app/ui/list/list-tools.tsx';

const MOST_LETTERS = 200;
const MOST_WORDS = 8;

/** Reads the address; orders that the list does not have, and the usual one, are left out. */
export function readListSearch(search: Record<string, unknown>, sorts: readonly ListSort[]): ListSearch {
  const { find, sort } = search;
  // A search for digits alone comes out of the address as a number.
  const words = typeof find === 'string' || typeof find === 'number' ? String(find).slice(0, MOST_LETTERS) : '';
  const known = sorts.slice(1).find(({ value }) => value === sort);
  return { ...(words.trim() !== '' && { find: words }), ...(known && { sort: known.value }) };
}

/** The filter that every word of the search fits one of the attributes. */
export function whereWords(find: string | undefined, attributes: readonly string[]): Record<string, unknown> {
  const words = (find ?? '').trim().split(/\s+/).filter(Boolean).slice(0, MOST_WORDS);
  return words.length === 0
    ? {}
    : { and: words.map((word) => ({ or: attributes.map((key) => ({ [key]: { contains: word } })) })) };
}

/** The address in another order; the usual one is not written into it. */
export function sorted<S extends ListSearch>(search: S, sort: string, sorts: readonly ListSort[]): S {
  const rest = without(search, 'sort');
  return sort === sorts[0]?.value ? rest : { ...rest, sort };
}

/** The address without one of its keys. */
export function without<S extends ListSearch>(search: S, key: keyof ListSearch): S {
  const rest = { ...search };
  delete rest[key];
  return rest;
}
