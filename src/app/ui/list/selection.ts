// Rows that are selected together; Back and Escape clear the selection.
import { useMemo, useRef, useState } from 'react';
import { useBackCloses } from '#app/ui/sheet/sheet-history.ts';
import { useHotkeys } from '#app/ui/hooks/use-hotkeys.ts';
import { toggleInSet } from '#app/ui/hooks/toggle-in-set.ts';

/** The keys of the selected rows. The functions stay the same between renders. */
export interface Selection {
  readonly keys: ReadonlySet<string>;
  toggle(key: string): void;
  add(keys: readonly string[]): void;
  clear(): void;
}

/** A selection, empty at first. While it is not empty it is a history entry of its own. */
export function useSelection(): Selection {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set<string>());
  const acts = useRef({
    toggle: (key: string) => setKeys((was) => toggleInSet(was, key)),
    add: (more: readonly string[]) => setKeys((was) => new Set([...was, ...more])),
    clear: () => setKeys(new Set()),
  }).current;
  useBackCloses(keys.size > 0, acts.clear);
  useHotkeys(keys.size > 0 ? { Escape: acts.clear } : {});
  return useMemo(() => ({ keys, ...acts }), [keys, acts]);
}
