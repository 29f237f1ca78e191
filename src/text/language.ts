// The languages of the catalogue, and which of them a reader gets.
import { baseLocale, locales, overwriteGetLocale } from '#text/compiled/runtime.js';

/** A language that has a catalogue. */
export type Language = (typeof locales)[number];

const languagePart = (locale: string): string => locale.split('-')[0]?.toLowerCase() ?? '';

/** The catalogue for a BCP 47 locale such as `de-AT`; English where there is none. */
export const languageOf = (locale: string | null | undefined): Language =>
  locales.find((language) => language === languagePart(locale ?? '')) ?? baseLocale;

function regionOf(locale: string): string | undefined {
  try {
    return new Intl.Locale(locale).maximize().region;
  } catch {
    return undefined;
  }
}

/**
 * The locale for dates and numbers. `wanted` is a language or null, `device` the device's locales in order of preference
 * (`navigator.languages`). A language without a catalogue reads English words in the formats of its own region, such as
 * `en-FR`, so that one sentence never mixes two languages.
 */
export function localeFor(wanted: string | null, device: readonly string[]): string {
  const [first = 'en-US'] = device;
  const language = languageOf(wanted ?? first);
  const known = device.find((locale) => languagePart(locale) === language);
  if (known !== undefined) return known;
  const region = regionOf(first);
  return region === undefined ? language : `${language}-${region}`;
}

/** Sets the language of every message that names none. The server names one in each call instead. */
export const setLanguage = (locale: string): void => {
  const language = languageOf(locale);
  overwriteGetLocale(() => language);
};
