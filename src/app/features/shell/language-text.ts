// The language of a person as a field: empty for the language of the device.
import type { Me } from '#app/auth/me.ts';
import * as m from '#text/messages.js';

type Language = NonNullable<Me['language']>;

/** Empty for the language of the device. */
export type LanguageValue = Language | '';

const values: readonly LanguageValue[] = ['', 'en', 'de', 'es'];

/** The name of a language in itself. */
export const languageText = (language: LanguageValue): string =>
  language === '' ? m.users_language_device() : m.users_language({ language });

/** The languages that a person may choose. */
export const languageOptions = (): { value: LanguageValue; label: string }[] =>
  values.map((value) => ({ value, label: languageText(value) }));

/** The value as requests send it. */
export const languageInput = (language: LanguageValue): Language | null => (language === '' ? null : language);
