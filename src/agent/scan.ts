// One look through a fileset's files: which are new, which are still being written, what cannot be read.
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { problemMessage } from '#contract/files/pattern-problem.ts';
import { compileRule } from '#contract/files/pattern.ts';
import type { Clock } from './clock.ts';
import type { Ledger } from './ledger.ts';
import { reasonOf } from './log.ts';
import { WALK_LIMIT, walk } from './glob-walk.ts';
import type { FilesetRule } from './protocol.ts';

/** How long a file must rest before it counts as written: both since its last change and between two looks. */
export const REST_MS = 2000;

/** A backup that is not stored yet: where it lies, what it weighs (bytes), and the name and date (ISO) it carries. */
export type Found = {
  system: string;
  systemName: string;
  fileset: string;
  path: string;
  size: number;
  mtimeMs: number;
  name: string;
  date: string;
};
export type FilesetScan = {
  system: string;
  fileset: string;
  /** Every file that the glob means. */
  matched: Set<string>;
  fresh: Found[];
  changing: number;
  /** Sentences on what stands in the way of some files. */
  notes: string[];
  /** Why single files that the fileset means can never be stored, or null. */
  unstorable: string | null;
  /** Why nothing of this fileset can be stored at all, or null. */
  problem: string | null;
  /** The walk reached everything. */
  whole: boolean;
};
export type ScanOptions = {
  roots: readonly string[];
  timeZone: string;
  ledger: Ledger;
  clock: Clock;
  signal: AbortSignal;
};
type Owner = { id: string; name: string };

/** The first look. Never throws: what goes wrong with one fileset stays with it. */
export async function scanFileset(owner: Owner, rule: FilesetRule, options: ScanOptions): Promise<FilesetScan> {
  const seen: FilesetScan = {
    system: owner.id,
    fileset: rule.id,
    matched: new Set(),
    fresh: [],
    changing: 0,
    notes: [],
    unstorable: null,
    problem: null,
    whole: false,
  };
  try {
    await fill(seen, owner, rule, options);
  } catch (error) {
    seen.problem = `The fileset "${rule.description || rule.glob}" cannot be used: ${reasonOf(error)}`;
  }
  return seen;
}

async function fill(seen: FilesetScan, owner: Owner, rule: FilesetRule, options: ScanOptions): Promise<void> {
  const { roots, timeZone, ledger, clock, signal } = options;
  const compiled = compileRule(rule);
  if (!compiled.ok) throw new Error(problemMessage(compiled));
  const { files, cut, troubles, outside, undecodable } = await walk(rule.glob, roots, signal);
  seen.matched = new Set(files);
  seen.whole = !cut && troubles.length === 0 && !signal.aborted;
  if (troubles.length > 0) seen.notes.push(`Could not look everywhere: ${some(troubles)}.`);
  if (outside.length > 0)
    seen.notes.push(`Links that lead outside ${roots.join(', ')} are not followed: ${some(outside)}.`);
  if (cut)
    seen.notes.push(`More than ${WALK_LIMIT} entries under ${rule.glob}: the rest is not looked at. Narrow the glob.`);
  const isOther = (path: string) => {
    const read = compiled.read(basename(path), new Date(0).toISOString(), timeZone);
    return 'error' in read && read.reason === 'no-match';
  };
  const backups = undecodable.filter((path) => !isOther(path));
  if (backups.length > 0)
    seen.unstorable = `${backups.length} file(s) cannot be stored, because their names are not UTF-8: ${some(backups)}. Rename them.`;
  const undated: string[] = [];
  let strange = 0;
  for (const path of files) {
    const state = await sizeAndTime(path);
    if (!state) continue;
    const read = compiled.read(basename(path), new Date(Math.round(state.mtimeMs)).toISOString(), timeZone);
    if ('error' in read) {
      if (read.reason === 'no-match') strange++;
      else undated.push(`${basename(path)}: ${read.error}`);
    } else if (ledger.has(rule.id, path, state.size, state.mtimeMs)) continue;
    else if (Math.abs(clock.now() - state.mtimeMs) < REST_MS) seen.changing++;
    else seen.fresh.push({ system: owner.id, systemName: owner.name, fileset: rule.id, path, ...state, ...read });
  }
  if (undated.length > 0) seen.notes.push(`No date can be read from ${undated.length} file(s): ${some(undated)}`);
  if (strange > 0 && strange === files.length) {
    seen.notes.push(`${strange} file(s) lie at ${rule.glob}, but the pattern matches none of their names.`);
  }
}

/** The second look, one rest later for all of them: what has changed meanwhile is still being written. */
export async function waitUntilStable(
  scans: FilesetScan[],
  { clock, signal }: Pick<ScanOptions, 'clock' | 'signal'>,
): Promise<void> {
  if (scans.every(({ fresh }) => fresh.length === 0)) return;
  await clock.wait(REST_MS, signal);
  for (const seen of scans) {
    const rested: Found[] = [];
    for (const found of seen.fresh) {
      if (await isUnchanged(found)) rested.push(found);
      else seen.changing++;
    }
    seen.fresh = rested;
  }
}

/** Whether the file on disk is the one that was found. */
export async function isUnchanged(found: Found): Promise<boolean> {
  const now = await sizeAndTime(found.path);
  return now !== null && now.size === found.size && now.mtimeMs === found.mtimeMs;
}

async function sizeAndTime(path: string): Promise<{ size: number; mtimeMs: number } | null> {
  const state = await stat(path).catch(() => null);
  return state && { size: state.size, mtimeMs: state.mtimeMs };
}

function some(list: string[]): string {
  const rest = list.length - 3;
  return list.slice(0, 3).join('; ') + (rest > 0 ? ` and ${rest} more` : '');
}
