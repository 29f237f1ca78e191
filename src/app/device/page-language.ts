// The language of the pages on this device. Each language is a build of its own, which the server answers with.
import { LANGUAGE_COOKIE } from '#contract/page-language.ts';
import { cookie } from './cookie.ts';
import { loadPagesAgain } from './worker.ts';

const YEAR_S = 365 * 86_400;

/**
 * Loads the pages in a language unless they were chosen before; null follows the browser. It compares the cookie, not the
 * page: a server without the language answers in English, and the page would load again and again.
 */
export function followLanguage(language: string | null): void {
  if ((language ?? '') === cookie(LANGUAGE_COOKIE)) return;
  const age = language === null ? 0 : YEAR_S;
  document.cookie = `${LANGUAGE_COOKIE}=${language ?? ''}; path=/; max-age=${age}; samesite=lax`;
  if (language !== document.documentElement.lang) void loadPagesAgain();
}
