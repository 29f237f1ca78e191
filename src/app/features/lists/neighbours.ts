// The keys of the rows before and after the open row of a list, read from the rows that are loaded.
import { useEffect } from 'react';
import type { Store } from '#app/device/create-store.ts';
import { keysOf } from '#app/ui/list/list-lines.ts';
import type { ListDescription, ListRows } from '#app/ui/list/list-types.ts';

/** Left out at an end of the list, and while the row is not loaded. */
export interface Neighbours {
  readonly previous?: string;
  readonly next?: string;
}

/** Reads them by place, across the bounds of groups. */
export function neighboursOf<T>(list: ListDescription<T>, rows: ListRows<T>, key: string): Neighbours {
  const keys = keysOf(list, rows);
  const at = keys.indexOf(key);
  if (at < 0) return {};
  const [previous, next] = [keys[at - 1], keys[at + 1]];
  return { ...(previous !== undefined && { previous }), ...(next !== undefined && { next }) };
}

/** Stores those of the open row while the list is shown. */
export function useNeighbours<T>(
  store: Store<Neighbours> | undefined,
  list: ListDescription<T>,
  rows: ListRows<T> | null,
  key: string | undefined,
): void {
  useEffect(() => {
    if (store === undefined || key === undefined || rows === null) return undefined;
    store.set(neighboursOf(list, rows, key));
    return () => store.set({});
  }, [store, list, rows, key]);
}
