// The stored records that a person opened last from the search; they name customers, so that a sign-out removes them.
import { getItem, setItem } from './local-storage.ts';

const KEY = 'search-recent';

/** Returns the stored text; empty without one. */
export const storedSearches = (): string => getItem(KEY) ?? '';

export const storeSearches = (text: string): void => setItem(KEY, text);
