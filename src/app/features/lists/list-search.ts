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
