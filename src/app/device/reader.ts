// The reader at this device: language, region and time zone.
import type { Reader } from '#text/format.ts';
import { localeFor, setLanguage } from '#text/language.ts';

let known: Reader | null = null;

/** The reader at this device. Asking for the zone of the device takes about 0.4 ms, so it is asked for once. */
export const reader = (): Reader =>
  (known ??= {
    locale: localeFor(null, globalThis.navigator?.languages ?? []),
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  });

/** Sets the language of all messages. Called once, before the first screen. */
export const applyLanguage = (): void => setLanguage(reader().locale);
