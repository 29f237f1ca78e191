// The system whose sheet for an upload is open.
import { createStore } from '#app/device/create-store.ts';

const opened = createStore('');

/** Opens the sheet; nothing while an upload to this system is under way, which its page shows. */
export const openUpload = (system: string): void => opened.set(system);

export const closeUpload = (): void => opened.set('');

export const useIsUploadOpen = (system: string): boolean => opened.use((id) => id === system);
