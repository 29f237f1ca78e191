// The reader at this device: language, region and time zone.
import type { Reader } from '#text/format.ts';
import { localeFor, setLanguage } from '#text/language.ts';

let locale = '';
let timeZone = '';

/** The reader at this device. The first use of Intl takes about 15 ms, so the zone is read when a time is shown. */
const here: Reader = {
  get locale() {
    return (locale ||= localeFor(null, globalThis.navigator?.languages ?? []));
  },
  get timeZone() {
    return (timeZone ||= Intl.DateTimeFormat().resolvedOptions().timeZone);
  },
};

/** The reader at this device. */
export const reader = (): Reader => here;

/** Sets the language of all messages. Called once, before the first screen. */
export const applyLanguage = (): void => setLanguage(reader().locale);
