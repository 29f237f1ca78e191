// Guards against globs that take too long to match or climb out of a folder; used where the server stores one and where the
// client scans by it.
const MOST = 3;
const count = (text: string, part: RegExp): number => text.match(part)?.length ?? 0;

/** The rule of `isCheapGlob` as the end of an English API message. */
export const CHEAP_GLOB =
  'may have at most 3 * between two slashes, 3 ** and 3 { in total, and no groups such as (a|b), @(a) or (a)+';

/** Returns whether matching a glob is bounded: each star and each choice multiplies the backtracking of the engine. */
export const isCheapGlob = (glob: string): boolean =>
  !/[|]|[?*+@!]\(|\)[*?{]|[\])}]\+/.test(glob) &&
  count(glob, /\*\*+/g) <= MOST &&
  count(glob, /\{/g) <= MOST &&
  glob.split(/[\\/]/).every((part) => count(part, /\*+/g) <= MOST);

/** The rule of `staysInside` as the end of an English API message. */
export const STAYS_INSIDE = 'must not contain .. between slashes';

/** Returns whether no part of the glob is `..`: a fileset must not reach above the folders that the client may read. */
export const staysInside = (glob: string): boolean => !glob.split(/[\\/]/).includes('..');
