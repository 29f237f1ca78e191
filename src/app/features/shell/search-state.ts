// The open state of the search across everything.
import { createStore } from '#app/device/create-store.ts';

export const isSearching = createStore(false);
