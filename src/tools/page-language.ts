// Where the pages of a language are built, and how they say which one it is.
import type { Plugin } from 'vite';

/** English is the page of whoever asks for no other language. */
const BASE = 'en';

/** Languages that are written from right to left. */
const RTL: ReadonlySet<string> = new Set(['ar', 'fa', 'he', 'ur']);

/** The direction in which a language is written. */
export const directionOf = (language: string): 'ltr' | 'rtl' => (RTL.has(language) ? 'rtl' : 'ltr');

/** The folder of the built page, from the top of the checkout. */
export const folderOf = (language: string): string => (language === BASE ? 'dist/app' : `dist/languages/${language}`);

/** The address of the page in that language, whatever the reader's is. */
export const pageOf = (language: string): string => `index.html?language=${language}`;

/** Names the language and its direction in the page, and tells the worker which page it answers with. */
export const pageLanguage = (language: string): Plugin => ({
  name: 'backwatch-page-language',
  apply: 'build',
  config: () => ({ define: { PAGE: JSON.stringify(pageOf(language)) } }),
  transformIndexHtml: (html) =>
    html.replace('<html lang="en">', `<html lang="${language}" dir="${directionOf(language)}">`),
});
