// The live test of a rule on sample names. Runs in a worker, because the browser's own engine can hang.
import { type Compiled, type NameReading, type NameRule, ruleOf } from '#contract/files/name-rule.ts';
import { fileNameOf, matchesGlob } from './glob-match.ts';
import { partsOf } from './pattern-parts.ts';

/** The attributes of a fileset that decide which files it reads. */
export interface TestRule extends NameRule {
  /** Not tested while it is empty. */
  glob: string;
}

/** A request to the worker. `names` may begin with folders. `mtime`: the date of static files, ISO. */
export interface TestRequest {
  rule: TestRule;
  names: readonly string[];
  timeZone: string;
  /** The files are on a machine with Windows. */
  windows: boolean;
  mtime: string;
}

/** A part of a name; `group` is the number of the capture group that read it, 0 for none. */
export interface NamePart {
  text: string;
  group: number;
}

/** The reading of one name. `other-file`: the glob does not match it. `stop`: where the pattern stopped, and the element that it expected there. */
export interface NameResult {
  name: string;
  parts: readonly NamePart[];
  reading: NameReading | { reason: 'other-file' };
  stop: { at: number; expected: string } | null;
}

/** The readings, or the reason why the rule cannot be used. */
export type TestAnswer =
  | { ok: true; results: readonly NameResult[] }
  | { ok: false; code: string; values: Readonly<Record<string, string | number>> };

/** The browser's engine understands no inline flags, and names groups in one way only. */
function nativeOf(source: string): RegExp {
  const [flags = '', letters = ''] = /^\(\?([is]+)\)/.exec(source) ?? [];
  return new RegExp(source.slice(flags.length).replaceAll('(?P<', '(?<'), `d${letters}`);
}

type Match = RegExpExecArray & { indices: ([number, number] | undefined)[] };

function compile(source: string): { native: RegExp; compiled: Compiled } {
  const native = nativeOf(source);
  const groupCount = (new RegExp(`${native.source}|`, native.flags).exec('') ?? []).length - 1;
  const match = (name: string) => {
    const found = native.exec(name);
    return found && { groups: [...found].map((text) => text ?? '') };
  };
  return { native, compiled: { ok: true, groupCount, match } };
}

/** Reads every name by the rule. */
export function testNames({ rule, names, timeZone, windows, mtime }: TestRequest): TestAnswer {
  let made: ReturnType<typeof compile>;
  try {
    made = compile(rule.pattern);
  } catch {
    return { ok: false, code: 'syntax', values: {} };
  }
  const { native, compiled } = made;
  const usable = ruleOf(rule, compiled);
  if (!usable.ok) return { ok: false, code: usable.code, values: usable.values };
  const results = names.map((name): NameResult => {
    if (rule.glob.trim() !== '' && !matchesGlob(rule.glob, name, windows))
      return { name, parts: [{ text: name, group: 0 }], reading: { reason: 'other-file' }, stop: null };
    const file = fileNameOf(name);
    const folder = name.length - file.length;
    const found = native.exec(file) as Match | null;
    const stop = found ? null : stopOf(rule.pattern, file);
    return {
      name,
      reading: usable.read(file, mtime, timeZone),
      parts: [
        ...(folder > 0 ? [{ text: name.slice(0, folder), group: 0 }] : []),
        ...(found ? partsIn(file, found) : [{ text: file, group: 0 }]),
      ],
      stop: stop && { ...stop, at: folder + stop.at },
    };
  });
  return { ok: true, results };
}

/** The name in parts; a group inside another one is a part of that one. */
function partsIn(name: string, { indices }: Match): NamePart[] {
  const parts: NamePart[] = [];
  let at = 0;
  const add = (to: number, group: number) => {
    if (to > at) parts.push({ text: name.slice(at, to), group });
    at = Math.max(at, to);
  };
  const spans = indices.flatMap((span, group) => (span && group > 0 ? [{ start: span[0], end: span[1], group }] : []));
  for (const { start, end, group } of spans.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    if (start < at) continue;
    add(start, 0);
    add(end, group);
  }
  add(name.length, 0);
  return parts;
}

/** The end of the longest beginning of the pattern that matches, and the element after it. */
function stopOf(source: string, name: string): NameResult['stop'] {
  const parts = partsOf(source) ?? [];
  const isChoice = parts.some(({ start, end }) => source.slice(start, end) === '|');
  if (isChoice) return null;
  for (let count = parts.length - 1; count > 0; count -= 1) {
    const [last, next] = [parts[count - 1], parts[count]];
    if (!last || !next) continue;
    const found = nativeOf(source.slice(0, last.end)).exec(name);
    if (found) return { at: found.index + found[0].length, expected: source.slice(next.start, next.end) };
  }
  return null;
}
