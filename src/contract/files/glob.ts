// Which globs are matched at all: where the server keeps one, and where the client looks for files by it.
const MOST = 3;
const count = (text: string, part: RegExp): number => text.match(part)?.length ?? 0;

/** What `isCheapGlob` asks for, as the end of a sentence. */
export const CHEAP_GLOB =
  'may have 3 * between two slashes, 3 ** and 3 { in all, and no groups such as (a|b), @(a) or (a)+';

/** Whether a glob cannot hang: the engine goes back for each star and each choice, and what these multiply to has a limit. */
export const isCheapGlob = (glob: string): boolean =>
  !/[|]|[?*+@!]\(|\)[*?{]|[\])}]\+/.test(glob) &&
  count(glob, /\*\*+/g) <= MOST &&
  count(glob, /\{/g) <= MOST &&
  glob.split(/[\\/]/).every((part) => count(part, /\*+/g) <= MOST);
