// Finds the files that a glob means: a bounded walk that no loop of links can hold.
import { opendir, stat } from 'node:fs/promises';
import type { Dirent } from 'node:fs';
import { join, resolve } from 'node:path';
import picomatch from 'picomatch';
import { CHEAP_GLOB, isCheapGlob } from '#contract/files/glob.ts';

/** Entries that one glob may make the client look at. */
export const WALK_LIMIT = 100_000;
/** Absolute paths; `cut`: the limit was reached, there may be more; `troubles`: what could not be looked at. */
export type Walked = { files: string[]; cut: boolean; troubles: string[] };
type Where = { folder: string; within: string; depth: number; above: string[] };
type Hunt = Walked & {
  matches: (path: string) => boolean;
  maxDepth: number;
  hidden: boolean;
  left: number;
  signal: AbortSignal;
};

const windows = process.platform === 'win32';

/** Walks. Throws when the glob itself is wrong, with a sentence. A folder that is not there is a trouble, not an error. */
export async function walk(glob: string, root: string, signal: AbortSignal, limit = WALK_LIMIT): Promise<Walked> {
  const { base, rest } = splitGlob(windows ? glob.replaceAll('\\', '/') : glob);
  const from = resolve(root, base);
  if (rest === '') return single(from);
  const hunt: Hunt = {
    files: [],
    cut: false,
    troubles: [],
    matches: picomatch(rest, { nocase: windows }),
    maxDepth: rest.includes('**') ? Infinity : rest.split('/').length,
    hidden: /(^|[/{,])\./.test(rest),
    left: limit,
    signal,
  };
  await enter({ folder: from, within: '', depth: 1, above: [] }, hunt);
  return { files: hunt.files, cut: hunt.cut, troubles: hunt.troubles };
}

function splitGlob(glob: string): { base: string; rest: string } {
  if (glob.trim() === '') throw new Error('The glob is empty: it must say where the backups lie.');
  if (glob.includes('\0')) throw new Error('The glob holds a character that no file name can have.');
  // One that was kept before the server refused such, or by a server that does not.
  if (!isCheapGlob(glob)) throw new Error(`The glob could take for ever: it ${CHEAP_GLOB}.`);
  const scanned = picomatch.scan(glob);
  if (scanned.negated)
    throw new Error('A glob that begins with ! would mean every other file: say which files are meant.');
  const base = windows ? scanned.base : scanned.base.replace(/\\(.)/g, '$1');
  return { base, rest: scanned.glob };
}

async function single(path: string): Promise<Walked> {
  const trouble = (why: string) => ({ files: [], cut: false, troubles: [`${path}: ${why}`] });
  try {
    return (await stat(path)).isFile() ? { files: [path], cut: false, troubles: [] } : trouble('is not a file');
  } catch (error) {
    return trouble(codeOf(error));
  }
}

async function enter(where: Where, hunt: Hunt): Promise<void> {
  if (hunt.cut || hunt.signal.aborted) return;
  const inner: Where[] = [];
  try {
    const { dev, ino } = await stat(where.folder, { bigint: true });
    const self = `${dev}:${ino}`;
    if (where.above.includes(self)) return;
    const above = [...where.above, self];
    for await (const entry of await opendir(where.folder)) {
      if (hunt.left-- <= 0) {
        hunt.cut = true;
        break;
      }
      await take(entry, { ...where, above }, hunt, inner);
    }
  } catch (error) {
    hunt.troubles.push(`${where.folder}: ${codeOf(error)}`);
  }
  for (const next of inner) await enter(next, hunt);
}

async function take(entry: Dirent, where: Where, hunt: Hunt, inner: Where[]): Promise<void> {
  const path = join(where.folder, entry.name);
  const within = where.within === '' ? entry.name : `${where.within}/${entry.name}`;
  const kind = entry.isSymbolicLink() ? await stat(path).catch(() => entry) : entry;
  if (kind.isFile() && hunt.matches(within)) hunt.files.push(path);
  const closed = entry.name.startsWith('.') && !hunt.hidden;
  if (kind.isDirectory() && !closed && where.depth < hunt.maxDepth) {
    inner.push({ folder: path, within, depth: where.depth + 1, above: where.above });
  }
}

function codeOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return 'is not there';
  if (code === 'EACCES' || code === 'EPERM') return 'may not be read by this client';
  return code === 'ENOTDIR' ? 'is not a folder' : message;
}
