// The systems before and after the open system in the list beside it, for the buttons of its pane.
import { createStore } from '#app/device/create-store.ts';
import type { Neighbours } from '#app/features/lists/neighbours.ts';

export const neighbouringSystems = createStore<Neighbours>({});
