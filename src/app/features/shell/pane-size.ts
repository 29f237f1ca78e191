// The room of an open system or organization on a desk: docked beside the table, or that of a page.
import { createStore } from '#app/device/create-store.ts';
import { getItem, setItem } from '#app/device/local-storage.ts';
import { useMedia } from '#app/ui/hooks/use-media.ts';

export type PaneSize = 'docked' | 'page';

const KEY = 'system.pane';
const size = createStore<PaneSize>(getItem(KEY) === 'page' ? 'page' : 'docked');

/** As the person left it on this device. */
export const usePaneSize = (): PaneSize => size.use();

/** True where its page is wide enough for a table: on a desk, and not docked. */
export function useHasTableRoom(): boolean {
  const wide = useMedia('(min-width: 64rem)');
  return usePaneSize() === 'page' && wide;
}

function put(next: PaneSize): void {
  size.set(next);
  setItem(KEY, next);
}

/** Changes and stores it. */
export const togglePaneSize = (): void => put(size.get() === 'docked' ? 'page' : 'docked');

/** Docks the open one, and those that are opened after it. */
export const dockPane = (): void => put('docked');
