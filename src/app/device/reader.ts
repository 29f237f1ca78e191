// The reader at this device: language and region of the device, time zone of the account or the device.
import type { Reader } from '#text/format.ts';
import { localeFor, setLanguage } from '#text/language.ts';

let locale = '';
let timeZone = '';
/** Returns the zone of the signed-in person's account; empty to follow the device. */
let accountZone = (): string => '';

/** Returns the time zone of this device. */
export const deviceZone = (): string => (timeZone ||= Intl.DateTimeFormat().resolvedOptions().timeZone);

/** The reader at this device. The first use of Intl takes about 15 ms, so the zone is read when a time is shown. */
const here: Reader = {
  get locale() {
    return (locale ||= localeFor(null, globalThis.navigator?.languages ?? []));
  },
  get timeZone() {
    return accountZone() || deviceZone();
  },
};

/** The reader at this device. */
export const reader = (): Reader => here;

/** Sets where the zone of the signed-in person's account is read. Called once, before the first screen. */
export const setAccountZone = (read: () => string): void => {
  accountZone = read;
  // The device may have travelled while nobody looked.
  globalThis.document?.addEventListener('visibilitychange', () => (timeZone = ''));
};

/** Sets the language of all messages. Called once, before the first screen. */
export const applyLanguage = (): void => setLanguage(reader().locale);
