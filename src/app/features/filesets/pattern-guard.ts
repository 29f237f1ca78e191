// The guard before the live test: rejects what could hang and what the server does not accept, and offers a repair.
import { PATTERN_MAX_LENGTH, PATTERN_MAX_STEPS, patternSteps } from '#contract/files/pattern-size.ts';
import { type PatternPart, flatParts, partsOf } from './pattern-parts.ts';

/** The rule that a pattern breaks. */
export type GuardCode = 'nested' | 'too-big' | 'too-long' | 'lookaround' | 'backreference' | 'syntax';

/** The reason of a rejection. `start` and `end`: the culprit; `repaired`: the pattern without it, if one tap can do it. */
export interface Rejection {
  readonly code: GuardCode;
  readonly start: number;
  readonly end: number;
  readonly repaired: string | null;
}

const MAX_REPEAT = 1000;

const put = (source: string, start: number, end: number, text: string): string =>
  source.slice(0, start) + text + source.slice(end);

const canRepeat = ({ most }: PatternPart): boolean => most > 1;
const isEndless = ({ most }: PatternPart): boolean => most === Infinity;

/** True if a repeated group can split the same text in many ways: a repeat inside it, and nothing that must stand between. */
function isNested(part: PatternPart, source: string): boolean {
  if (!isEndless(part) || part.inside.length === 0) return false;
  // Every choice of the group is looked at as a whole: a repeat in one of them is enough.
  const alternatives = source.slice(part.start, part.end).includes('|');
  const must = part.inside.filter((one) => one.least > 0 && !canRepeat(one) && one.inside.length === 0);
  return flatParts(part.inside).some(isEndless) && (alternatives || must.length === 0);
}

/** The rejection of a pattern; null for one that may be tested. Never runs it. */
export function guardPattern(source: string): Rejection | null {
  if (source.length > PATTERN_MAX_LENGTH)
    return { code: 'too-long', start: PATTERN_MAX_LENGTH, end: source.length, repaired: null };
  const parts = partsOf(source);
  if (parts === null) return unbalanced(source);
  const all = flatParts(parts);
  const looks = all.find((part) => part.looks);
  if (looks) return { ...place(looks), code: 'lookaround', repaired: put(source, looks.start, looks.end, '') };
  const reference = all.find(({ refersTo }) => refersTo !== null);
  if (reference)
    return { ...place(reference), code: 'backreference', repaired: withoutReference(source, all, reference) };
  const nested = all.find((part) => isNested(part, source));
  if (nested) {
    const end = nested.end - nested.repeat.length;
    return { ...place(nested), code: 'nested', repaired: put(source, end, nested.end, '') };
  }
  return tooBig(source, all);
}

const place = ({ start, end }: PatternPart) => ({ start, end });

function tooBig(source: string, all: readonly PatternPart[]): Rejection | null {
  const counted = all.filter(({ repeat }) => repeat.startsWith('{'));
  const largest = counted.toSorted((a, b) => sizeOf(b) - sizeOf(a))[0];
  const isTooBig = patternSteps(source) > PATTERN_MAX_STEPS || (largest !== undefined && sizeOf(largest) > MAX_REPEAT);
  if (!isTooBig || largest === undefined) return null;
  const start = largest.end - largest.repeat.length;
  const open = largest.least === 0 ? '*' : '+';
  return { ...place(largest), code: 'too-big', repaired: put(source, start, largest.end, open) };
}

const sizeOf = ({ least, most }: PatternPart): number => (most === Infinity ? least : most);

/** The reference replaced by the rule of its group, which reads the same kind of text. */
function withoutReference(source: string, all: readonly PatternPart[], reference: PatternPart): string | null {
  const group = all.find((part) => String(part.group) === reference.refersTo);
  if (!group || group.end > reference.start) return null;
  const inner = source
    .slice(group.start + 1, group.end - group.repeat.length - 1)
    .replaceAll(/(?<!\\)\((?!\?)/g, '(?:');
  return put(source, reference.start, reference.end - reference.repeat.length, `(?:${inner})`);
}

function unbalanced(source: string): Rejection {
  const all = { code: 'syntax' as const, start: 0, end: source.length };
  const repairs = [`${source})`, `${source}]`, source.replace(/\)(?=[^)]*$)/, '\\)')];
  return { ...all, repaired: repairs.find((one) => one !== source && partsOf(one) !== null) ?? null };
}
