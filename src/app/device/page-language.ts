// The language of the pages on this device. Each language is a build of its own, which the server answers with.
import { LANGUAGE_COOKIE } from '#contract/page-language.ts';
import { loadPagesAgain } from './worker.ts';

const YEAR_S = 365 * 86_400;

const chosen = (): string | null =>
  document.cookie
    .split('; ')
    .find((part) => part.startsWith(`${LANGUAGE_COOKIE}=`))
    ?.slice(LANGUAGE_COOKIE.length + 1) ?? null;

/**
 * Has the pages in that language; null follows the browser. The cookie is compared and not the page: a server without the
 * language answers in English, and a page that asked again and again would never stop loading.
 */
export function followLanguage(language: string | null): void {
  if (language === chosen()) return;
  const age = language === null ? 0 : YEAR_S;
  document.cookie = `${LANGUAGE_COOKIE}=${language ?? ''}; path=/; max-age=${age}; samesite=lax`;
  if (language !== document.documentElement.lang) void loadPagesAgain();
}
