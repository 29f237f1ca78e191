// Guards against globs that take too long to match or climb out of a folder; used where the server stores one and where the
// client scans by it.
/** The most * between two slashes, ** in total and { in total. */
export const MOST_WILDCARDS = 3;
const count = (text: string, part: RegExp): number => text.match(part)?.length ?? 0;

/** The rule of `isCheapGlob` as the end of an English API message; a form renders the issue `glob_too_complex` instead. */
export const CHEAP_GLOB = `may have at most ${MOST_WILDCARDS} * between two slashes, ${MOST_WILDCARDS} ** and ${MOST_WILDCARDS} { in total, and no groups such as (a|b), @(a) or (a)+`;

/** Returns whether matching a glob is bounded: each star and each choice multiplies the backtracking of the engine. */
export const isCheapGlob = (glob: string): boolean =>
  !/[|]|[?*+@!]\(|\)[*?{]|[\])}]\+/.test(glob) &&
  count(glob, /\*\*+/g) <= MOST_WILDCARDS &&
  count(glob, /\{/g) <= MOST_WILDCARDS &&
  glob.split(/[\\/]/).every((part) => count(part, /\*+/g) <= MOST_WILDCARDS);

/** The rule of `staysInside` as the end of an English API message; a form renders the issue `glob_outside` instead. */
export const STAYS_INSIDE = 'must not contain .. between slashes';

/** Returns whether no part of the glob is `..`: a fileset must not reach above the folders that the client may read. */
export const staysInside = (glob: string): boolean => !glob.split(/[\\/]/).includes('..');
