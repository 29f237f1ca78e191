// The rule that reads a name and an instant from file names: capture groups and date formats over any compiled pattern.
import { addDays, addInterval, dayStart } from '../time/calendar.ts';
import { patternProblem, type PatternProblem } from './pattern-problem.ts';

const DAY = 86_400_000;

/** A compiled pattern, or the reason why it cannot be used. */
export type Compiled =
  | {
      ok: true;
      /** Number of capture groups in the pattern. */
      groupCount: number;
      /** Searches a name. groups[0] is the matched part, groups[n] is capture n, or '' if it did not participate. */
      match: (name: string) => { groups: string[] } | null;
    }
  | PatternProblem;

/** The attributes of a fileset that read names: numbers of capture groups (0 = unused) and date formats. */
export interface NameRule {
  pattern: string;
  nameField: number;
  dateField: number;
  timeField: number;
  dateFormat: string;
  timeFormat: string;
  static: boolean;
}

/** `no-match`: another file; `bad-date`: matched, but without a date; `bad-rule`: see `compileRule`. `error` is English. */
export type NameReading =
  | { name: string; date: string }
  | { error: string; reason: 'no-match' | 'bad-date' | 'bad-rule' };

/** A compiled rule, or the reason why it cannot be used. `read` never throws; `mtime` is an ISO instant. */
export type CompiledRule =
  | { ok: true; read: (fileName: string, mtime: string, timeZone: string) => NameReading }
  | PatternProblem;

/**
 * Returns the rule of a compiled pattern, or the reason why its groups and formats cannot be used.
 * Without a name group the name is the file name. Without a date group, or if static, the date is `mtime`.
 * Without a time group the time is 00:00 in the zone.
 */
export function ruleOf(rule: NameRule, pattern: Compiled): CompiledRule {
  if (!pattern.ok) return pattern;
  const dated = !rule.static && rule.dateField > 0;
  const timed = dated && rule.timeField > 0;
  const problem =
    groupProblem(rule, pattern.groupCount) ??
    (dated ? formatProblem('dateFormat', rule.dateFormat, 'YMD', timed ? 'YMD' : 'YMDHms') : null) ??
    (timed ? formatProblem('timeFormat', rule.timeFormat, 'H', 'Hms') : null);
  if (problem !== null) return problem;
  return {
    ok: true,
    read(fileName, mtime, timeZone) {
      const groups = pattern.match(fileName)?.groups;
      if (!groups) return { error: 'The pattern does not match this name.', reason: 'no-match' };
      const name = (rule.nameField > 0 && groups[rule.nameField]) || fileName;
      if (!dated) return reading(name, mtime, () => new Date(mtime).toISOString());
      const dateText = groups[rule.dateField] ?? '';
      const timeText = timed ? (groups[rule.timeField] ?? '') : '';
      const day = readTokens(rule.dateFormat, dateText);
      const time = timed ? readTokens(rule.timeFormat, timeText) : {};
      const local = day && time ? localTime({ ...day, ...time }) : null;
      return reading(name, `${dateText} ${timeText}`.trim(), () => (local ? atWallClock(local, timeZone) : null));
    },
  };
}

function reading(name: string, text: string, instant: () => string | null): NameReading {
  try {
    const date = instant();
    if (date !== null) return { name, date };
  } catch {
    // An unknown zone or an impossible moment is reported like any text that is not a date.
  }
  return { error: `"${text}" does not match the date and time formats.`, reason: 'bad-date' };
}

function groupProblem(rule: NameRule, count: number): PatternProblem | null {
  for (const field of ['nameField', 'dateField', 'timeField'] as const) {
    const group = rule[field];
    if (!Number.isInteger(group) || group < 0) return patternProblem('not-a-group', { field });
    if (group > count) return patternProblem('missing-group', { field, group, count });
  }
  return rule.timeField > 0 && rule.dateField === 0 && !rule.static ? patternProblem('time-without-date') : null;
}

type Unit = 'Y' | 'M' | 'D' | 'H' | 'm' | 's';
type Parts = Partial<Record<Unit, number>>;
const unitOf: Record<string, Unit> = { YYYY: 'Y', YY: 'Y', MM: 'M', DD: 'D', HH: 'H', mm: 'm', ss: 's' };

/** Splits a format into tokens, [bracketed text] without its brackets, and other characters. */
function piecesOf(format: string): { unit?: Unit; text: string; bare: boolean }[] {
  return Array.from(format.matchAll(/YYYY|([YMDHms])\1|\[([^\]]*)\]|[^]/g), ([piece, , text]) =>
    text !== undefined ? { text, bare: false } : { unit: unitOf[piece], text: piece, bare: true },
  );
}

function formatProblem(field: string, format: string, needed: string, allowed: string): PatternProblem | null {
  const seen = new Set<string>();
  for (const { unit, text: token, bare } of piecesOf(format)) {
    if (unit === undefined && bare && /^[A-SU-Za-z]$/.test(token))
      return patternProblem('unknown-token', { field, token });
    if (unit === undefined) continue;
    if (seen.has(unit)) return patternProblem('repeated-token', { field, token });
    if (!allowed.includes(unit)) return patternProblem('misplaced-token', { field, token });
    seen.add(unit);
  }
  if (seen.has('s')) needed += 'm';
  if (seen.has('m')) needed += 'H';
  const missing = [...needed].filter((unit) => !seen.has(unit));
  const tokens = missing.map((unit) => (unit === 'Y' ? 'YYYY' : unit + unit)).join(', ');
  return missing.length > 0 ? patternProblem('missing-token', { field, tokens }) : null;
}

function readTokens(format: string, text: string): Parts | null {
  const parts: Parts = {};
  let at = 0;
  for (const piece of piecesOf(format)) {
    const part = text.slice(at, at + piece.text.length);
    at += piece.text.length;
    if (piece.unit === undefined) {
      if (part !== piece.text) return null;
      continue;
    }
    if (part.length !== piece.text.length || !/^[0-9]+$/.test(part)) return null;
    parts[piece.unit] = piece.text === 'YY' ? century(Number(part)) : Number(part);
  }
  return at === text.length ? parts : null;
}

/** Maps two digits to 1969 to 2068, as POSIX does. */
const century = (year: number) => (year < 69 ? 2000 : 1900) + year;

/** Returns a day and the milliseconds since its midnight, or null for an impossible day or time. */
function localTime({ Y = 0, M = 0, D = 0, H = 0, m = 0, s = 0 }: Parts): { day: string; ms: number } | null {
  const leap = (Y % 4 === 0 && Y % 100 !== 0) || Y % 400 === 0;
  const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][M - 1] ?? 0;
  if (Y < 1969 || D < 1 || D > days || H > 23 || m > 59 || s > 59) return null;
  const two = (value: number) => String(value).padStart(2, '0');
  return { day: `${Y}-${two(M)}-${two(D)}`, ms: ((H * 60 + m) * 60 + s) * 1000 };
}

/** Counts from the last earlier day of 24 hours, so that the calendar resolves clock changes in one place. */
function atWallClock({ day, ms }: { day: string; ms: number }, timeZone: string): string {
  const startOf = (daysBefore: number) => Date.parse(dayStart(addDays(day, -daysBefore), timeZone));
  let before = 1;
  while (startOf(before - 1) - startOf(before) !== DAY) before += 1;
  const at = new Date(startOf(before) + ms).toISOString();
  return addInterval(at, { intervalUnit: 'Days', intervalValue: before }, timeZone);
}
