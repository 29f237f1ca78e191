// The request for the session where the device stores no user: the first script sends it, beside the other scripts.
import { getItem } from '#app/device/local-storage.ts';

/** The key of the id of the user whose data is stored on this device. */
export const LAST_USER = 'backwatch.user';

const ADDRESS = '/api/auth/check-user';
/** Later the answer may be out of date, ms. */
const MAX_AGE_MS = 10_000;

let early: { answer: Promise<Response>; at: number } | null = null;

/** Asks for the session. Not with a stored user: then the stored session counts, and no screen waits for the answer. */
export function askEarly(): void {
  if (getItem(LAST_USER) || !navigator.onLine) return;
  early = { answer: fetch(ADDRESS, { headers: { Accept: 'application/json' } }), at: Date.now() };
  // Read at once: a page that makes no request takes no answer, whose connection would stay open. The request that takes the
  // answer reports its failure.
  early.answer.then((answer) => answer.clone().text()).catch(() => undefined);
}

/**
 * The answer to `askEarly`, if `url` is its address. The first request takes or drops it: after another request, such as a
 * sign-in, the answer may be wrong.
 */
export function takeEarly(url: string): Promise<Response> | null {
  const asked = early;
  early = null;
  return asked !== null && url === ADDRESS && Date.now() - asked.at < MAX_AGE_MS ? asked.answer : null;
}
