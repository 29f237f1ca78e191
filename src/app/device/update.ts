// Whether a new version of the app waits; the worker's side says so, the shell shows it.
import { useSyncExternalStore } from 'react';

let ready = false;
let apply: () => void = () => undefined;
const listeners = new Set<() => void>();

/** How to take the new version; told by the worker's side. */
export const provideUpdate = (by: () => void): void => {
  apply = by;
};

/** A new version is installed and waits. */
export function setUpdateReady(): void {
  ready = true;
  for (const listener of listeners) listener();
}

/** Whether one waits. */
export const isUpdateReady = (): boolean => ready;

/** Takes the new version: the page reloads. */
export const applyUpdate = (): void => apply();

/** Whether a new version waits, and how to take it. */
export function useUpdate(): { ready: boolean; apply: () => void } {
  const waits = useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, isUpdateReady);
  return { ready: waits, apply: applyUpdate };
}
