// Browsers in which somebody signed in before: a guesser elsewhere does not slow down the owner of an account there.
import * as z from 'zod/mini';
import { randomToken, readToken, signToken } from './crypto.ts';

/** The longest that browsers keep a cookie. */
export const KNOWN_BROWSER_DAYS = 400;
/** People who share one browser. */
const MOST_USERS = 10;

/** Returns the name of the cookie. It proves no identity: whoever has it still needs the password. */
export const knownBrowserCookie = (secure: boolean): string => (secure ? '__Host-bw_known' : 'bw_known');

/** The content of the cookie. */
export interface KnownBrowser {
  /** Random, made at the first sign-in. */
  readonly id: string;
  /** Ids of the users who signed in there, the last one first. */
  readonly users: readonly string[];
}

const KnownBrowserToken = z.object({ for: z.literal('known browser'), id: z.string(), users: z.array(z.string()) });

/** Reads the cookie; null where it is missing or not genuine. */
export function readKnownBrowser(secret: string, cookie: string | null): KnownBrowser | null {
  return KnownBrowserToken.safeParse(cookie === null ? null : readToken(secret, cookie)).data ?? null;
}

/** Returns the cookie after a sign-in of a user. */
export function signKnownBrowser(secret: string, before: KnownBrowser | null, user: string): string {
  const others = (before?.users ?? []).filter((id) => id !== user);
  const users = [user, ...others].slice(0, MOST_USERS);
  return signToken(secret, { for: 'known browser', id: before?.id ?? randomToken(12), users });
}
