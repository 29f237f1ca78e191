// Rows that are selected together; Escape clears the selection, and on a phone Back.
import { useMemo } from 'react';
import { useBackCloses } from '#app/ui/sheet/sheet-history.ts';
import { useHotkeys } from '#app/ui/hooks/use-hotkeys.ts';

/** Rows by key, in the order of their selection. */
export type SelectedRows<T> = ReadonlyMap<string, T>;

/** The selected rows. The functions stay the same between renders. */
export interface Selection<T> {
  readonly rows: SelectedRows<T>;
  toggle(key: string, row: T): void;
  add(rows: readonly (readonly [string, T])[]): void;
  clear(): void;
}

/** The rows and their setter, which must be stable between renders. */
type SelectionState<T> = readonly [SelectedRows<T>, (change: (was: SelectedRows<T>) => SelectedRows<T>) => void];

/** `hasEntry`: while it is not empty it is a history entry of its own. False where rows open beside the list. */
export function useSelection<T>([rows, setRows]: SelectionState<T>, hasEntry: boolean): Selection<T> {
  const acts = useMemo(
    () => ({
      toggle: (key: string, row: T) => setRows((was) => toggleRow(was, key, row)),
      add: (more: readonly (readonly [string, T])[]) => setRows((was) => new Map([...was, ...more])),
      clear: () => setRows(() => new Map()),
    }),
    [setRows],
  );
  useBackCloses(rows.size > 0 && hasEntry, acts.clear);
  useHotkeys(rows.size > 0 ? { Escape: acts.clear } : {});
  return useMemo(() => ({ rows, ...acts }), [rows, acts]);
}

function toggleRow<T>(rows: SelectedRows<T>, key: string, row: T): SelectedRows<T> {
  const next = new Map(rows);
  if (!next.delete(key)) next.set(key, row);
  return next;
}
