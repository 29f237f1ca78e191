// The layout of a table, kept on this device for the signed-in person.
import { useMe } from '#app/auth/me.ts';
import { type Store, createStore } from '#app/device/create-store.ts';
import { getItem, setItem } from '#app/device/local-storage.ts';
import { type TableLayout, readLayout } from '#app/ui/list/table-layout.ts';

const stores = new Map<string, Store<TableLayout>>();

function stored(key: string): TableLayout {
  try {
    return readLayout(JSON.parse(getItem(key) ?? 'null'));
  } catch {
    return readLayout(null);
  }
}

function storeOf(key: string): Store<TableLayout> {
  const known = stores.get(key) ?? createStore(stored(key));
  stores.set(key, known);
  return known;
}

/** The layout of the table with this id, and the function that changes and stores it. */
export function useTableLayout(id: string): [layout: TableLayout, change: (next: TableLayout) => void] {
  const key = `table.${useMe()?.id ?? ''}.${id}`;
  const store = storeOf(key);
  const change = (next: TableLayout) => {
    store.set(next);
    setItem(key, JSON.stringify(next));
  };
  return [store.use(), change];
}
