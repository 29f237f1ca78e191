// The email address that the sign-in page of this device fills in, also after signing out. Optional: needs the person's consent.
import { createStore } from './create-store.ts';
import { getItem, setItem } from './local-storage.ts';

const KEY = 'backwatch.remembered-email';
const stored = createStore<string>(getItem(KEY) ?? '');

function put(email: string): void {
  setItem(KEY, email);
  stored.set(email);
}

/** The remembered address, '' for none. */
export const rememberedEmail = (): string => getItem(KEY) ?? '';

/** The same, for a screen. */
export const useRememberedEmail = (): string => stored.use();

/** Only with the person's consent, see `useConsent`. */
export const rememberEmail = (email: string): void => put(email);

/** Removes it from the device. */
export const forgetEmail = (): void => put('');
