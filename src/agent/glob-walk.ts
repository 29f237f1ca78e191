// Finds the files that a glob means: a bounded walk that no loop of links can hold.
import { opendir, stat } from 'node:fs/promises';
import type { Dirent } from 'node:fs';
import { join, resolve } from 'node:path';
import picomatch from 'picomatch';
import { CHEAP_GLOB, isCheapGlob } from '#contract/files/glob.ts';
import { createPathCheck, type PathCheck } from './path-check.ts';

/** Entries that one glob may make the client look at. */
export const WALK_LIMIT = 100_000;
/** The result of a walk; paths are absolute. */
export type Walked = {
  files: string[];
  /** The limit was reached, there may be more. */
  cut: boolean;
  /** Folders and files that could not be looked at, each with the reason. */
  troubles: string[];
  /** Links that lead out of the roots; they are not followed. */
  outside: string[];
  /** Files that the glob means and that cannot be opened, because their names are not UTF-8. */
  undecodable: string[];
};
type Where = { folder: string; within: string; depth: number; above: string[] };
type WalkState = Walked & {
  matches: (path: string) => boolean;
  maxDepth: number;
  hidden: boolean;
  left: number;
  signal: AbortSignal;
  allows: PathCheck;
};

const windows = process.platform === 'win32';

const nothing = (): Walked => ({ files: [], cut: false, troubles: [], outside: [], undecodable: [] });

/**
 * Walks from the base of the glob; a relative one begins at the first root. Throws, with a sentence, when the glob itself
 * is wrong or begins outside the roots. A folder that is not there is a trouble, not an error.
 */
export async function walk(
  glob: string,
  roots: readonly string[],
  signal: AbortSignal,
  limit = WALK_LIMIT,
): Promise<Walked> {
  const { base, rest } = splitGlob(windows ? glob.replaceAll('\\', '/') : glob);
  const from = resolve(roots[0] ?? '.', base);
  const allows = await createPathCheck(roots);
  if (!(await allows(from)))
    throw new Error(`${from} lies outside ${roots.join(', ')}. Start the client with --root for that folder as well.`);
  if (rest === '') return single(from);
  const state: WalkState = {
    ...nothing(),
    allows,
    matches: picomatch(rest, { nocase: windows }),
    maxDepth: rest.includes('**') ? Infinity : rest.split('/').length,
    hidden: /(^|[/{,])\./.test(rest),
    left: limit,
    signal,
  };
  await enter({ folder: from, within: '', depth: 1, above: [] }, state);
  const { files, cut, troubles, outside, undecodable } = state;
  return { files, cut, troubles, outside, undecodable };
}

function splitGlob(glob: string): { base: string; rest: string } {
  if (glob.trim() === '') throw new Error('The glob is empty: it must say where the backups lie.');
  if (glob.includes('\0')) throw new Error('The glob holds a character that no file name can have.');
  // A rule that was stored before the server refused such rules, or by a server that does not.
  if (!isCheapGlob(glob)) throw new Error(`The glob could take for ever: it ${CHEAP_GLOB}.`);
  const scanned = picomatch.scan(glob);
  if (scanned.negated)
    throw new Error('A glob that begins with ! would mean every other file: say which files are meant.');
  const base = windows ? scanned.base : scanned.base.replace(/\\(.)/g, '$1');
  return { base, rest: scanned.glob };
}

async function single(path: string): Promise<Walked> {
  const trouble = (why: string): Walked => ({ ...nothing(), troubles: [`${path}: ${why}`] });
  try {
    return (await stat(path)).isFile() ? { ...nothing(), files: [path] } : trouble('is not a file');
  } catch (error) {
    return trouble(codeOf(error));
  }
}

async function enter(where: Where, state: WalkState): Promise<void> {
  if (state.cut || state.signal.aborted) return;
  const inner: Where[] = [];
  try {
    const { dev, ino } = await stat(where.folder, { bigint: true });
    const self = `${dev}:${ino}`;
    if (where.above.includes(self)) return;
    const above = [...where.above, self];
    for await (const entry of await opendir(where.folder)) {
      if (state.left-- <= 0) {
        state.cut = true;
        break;
      }
      await take(entry, { ...where, above }, state, inner);
    }
  } catch (error) {
    state.troubles.push(`${where.folder}: ${codeOf(error)}`);
  }
  for (const next of inner) await enter(next, state);
}

async function take(entry: Dirent, where: Where, state: WalkState, inner: Where[]): Promise<void> {
  const path = join(where.folder, entry.name);
  const within = where.within === '' ? entry.name : `${where.within}/${entry.name}`;
  const kind = entry.isSymbolicLink() ? await stat(path).catch(() => entry) : entry;
  const isMeant = kind.isFile() && state.matches(within);
  const closed = entry.name.startsWith('.') && !state.hidden;
  const isEntered = kind.isDirectory() && !closed && where.depth < state.maxDepth;
  if (!isMeant && !isEntered) return;
  if (entry.isSymbolicLink() && !(await state.allows(path))) state.outside.push(path);
  else if (await isUndecodable(path)) {
    if (isMeant) state.undecodable.push(path);
    else state.troubles.push(`${path}: ${NOT_UTF8}`);
  } else if (isMeant) state.files.push(path);
  else inner.push({ folder: path, within, depth: where.depth + 1, above: where.above });
}

const NOT_UTF8 = 'has a name that is not UTF-8';

// Bytes that are not UTF-8 are read as this character, and no file is found by it again. A valid name may contain it.
const isUndecodable = async (path: string): Promise<boolean> =>
  path.includes('\uFFFD') && (await stat(path).catch(() => null)) === null;

function codeOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return 'is not there';
  if (code === 'EACCES' || code === 'EPERM') return 'may not be read by this client';
  return code === 'ENOTDIR' ? 'is not a folder' : message;
}
