// The selection of a list screen, in a store of its own or in one that outlives the screen.
import { useCallback, useState } from 'react';
import { type Store, createStore } from '#app/device/create-store.ts';
import { type SelectedRows, type Selection, useSelection } from '#app/ui/list/selection.ts';

/** `hasEntry`: Back clears it. On a desk rows open beside the list, so Back leaves the open row instead. */
export function useListSelection<T>(shared: Store<SelectedRows<T>> | undefined, hasEntry: boolean): Selection<T> {
  const [own] = useState(() => createStore<SelectedRows<T>>(new Map()));
  const store = shared ?? own;
  const change = useCallback(
    (next: (was: SelectedRows<T>) => SelectedRows<T>) => store.set(next(store.get())),
    [store],
  );
  return useSelection([store.use(), change], hasEntry);
}
