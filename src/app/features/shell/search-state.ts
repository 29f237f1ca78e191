// Whether the search across everything is open.
import { createStore } from '#app/device/create-store.ts';

export const isSearching = createStore(false);
