// Rows that are selected together; Back and Escape clear the selection.
import { useMemo, useRef, useState } from 'react';
import { useBackCloses } from '#app/ui/sheet/sheet-history.ts';
import { useHotkeys } from '#app/ui/hooks/use-hotkeys.ts';

/** The selected rows by key, in the order of their selection. The functions stay the same between renders. */
export interface Selection<T> {
  readonly rows: ReadonlyMap<string, T>;
  toggle(key: string, row: T): void;
  add(rows: readonly (readonly [string, T])[]): void;
  clear(): void;
}

/** A selection, empty at first. While it is not empty it is a history entry of its own. */
export function useSelection<T>(): Selection<T> {
  const [rows, setRows] = useState<ReadonlyMap<string, T>>(new Map<string, T>());
  const acts = useRef({
    toggle: (key: string, row: T) => setRows((was) => toggleRow(was, key, row)),
    add: (more: readonly (readonly [string, T])[]) => setRows((was) => new Map([...was, ...more])),
    clear: () => setRows(new Map()),
  }).current;
  useBackCloses(rows.size > 0, acts.clear);
  useHotkeys(rows.size > 0 ? { Escape: acts.clear } : {});
  return useMemo(() => ({ rows, ...acts }), [rows, acts]);
}

function toggleRow<T>(rows: ReadonlyMap<string, T>, key: string, row: T): ReadonlyMap<string, T> {
  const next = new Map(rows);
  if (!next.delete(key)) next.set(key, row);
  return next;
}
