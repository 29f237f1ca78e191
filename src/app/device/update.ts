// The state of an app update: whether a new version is installed and waits, and how to activate it.
import { createStore } from './create-store.ts';

const ready = createStore(false);
let apply: () => void = () => undefined;

/** Sets the function that activates the new version; the service worker's registration does so. */
export const provideUpdate = (by: () => void): void => {
  apply = by;
};

/** Records that a new version is installed and waits. */
export const setUpdateReady = (): void => ready.set(true);

/** True if a new version waits. */
export const isUpdateReady = ready.get;

/** Activates the new version: the page reloads. */
export const applyUpdate = (): void => apply();

/** The state of a waiting new version, and its activation. */
export const useUpdate = (): { ready: boolean; apply: () => void } => ({ ready: ready.use(), apply: applyUpdate });
