// The keys that lead from the search field of a list to its rows.
import { type RefObject, useEffect } from 'react';
import { type FocusableLines, focusPosition } from './row-focus.ts';

/** The time in which the rows of a search may arrive after a key led from its field to the list, ms. */
const SEARCH_MS = 3000;
let leftSearchAt = Number.NEGATIVE_INFINITY;

/** Arrow down and Enter lead from the search field to the first row, also when the rows of the search arrive later. */
export function useSearchKeys(
  root: RefObject<HTMLElement | null>,
  latest: RefObject<FocusableLines>,
  { searchId, placeId }: { searchId: string | undefined; placeId: string },
): void {
  useEffect(() => {
    const isWaiting = performance.now() - leftSearchAt < SEARCH_MS;
    if (isWaiting && root.current && document.activeElement?.id !== searchId)
      focusPosition(root.current, latest.current, 0);
    const field = searchId === undefined ? null : document.getElementById(searchId);
    const press = (e: KeyboardEvent) => {
      if ((e.key !== 'ArrowDown' && e.key !== 'Enter') || e.isComposing || !root.current) return;
      e.preventDefault();
      leftSearchAt = performance.now();
      focusPosition(root.current, latest.current, 0);
    };
    field?.addEventListener('keydown', press);
    return () => field?.removeEventListener('keydown', press);
  }, [root, latest, searchId, placeId]);
}
