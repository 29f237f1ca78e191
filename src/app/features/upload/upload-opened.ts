// The system whose sheet for an upload is open.
import { createStore } from '#app/device/create-store.ts';

const opened = createStore('');

/** Opens the sheet on the page of the system. */
export const openUpload = (system: string): void => opened.set(system);

export const closeUpload = (): void => opened.set('');

export const useIsUploadOpen = (system: string): boolean => opened.use((id) => id === system);
