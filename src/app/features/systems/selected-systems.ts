// The systems selected in the list of all systems; they stay selected while one of them is open beside it.
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { createStore } from '#app/device/create-store.ts';
import type { SelectedRows } from '#app/ui/list/selection.ts';
import type { ListedSystem } from './systems-pages.ts';

export const selectedSystems = createStore<SelectedRows<ListedSystem>>(new Map());

/** True for the list of all systems and for the pages of one system, which have the list beside them. */
export const keepsSelection = (path: string): boolean => /^\/admin\/system(s|\/[a-z]+)?\/?$/.test(path);

/** Clears the selection when the person goes to any other page. */
export function useClearOnLeave(): void {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe('onBeforeNavigate', ({ toLocation }) => {
        if (!keepsSelection(toLocation.pathname) && selectedSystems.get().size > 0) selectedSystems.set(new Map());
      }),
    [router],
  );
}
