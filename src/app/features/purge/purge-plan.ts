// The backups that retention would remove and those that it keeps, each with its reason. Pure.
import { type RetentionRule, seriesOf } from '#contract/retention.ts';
import { dayName, localDayNumber } from '#contract/time/calendar.ts';

/** The part of a backup that the plan needs. */
export interface PlannedBackup {
  readonly id: string;
  readonly date: string;
  readonly file: string;
  readonly size: number;
}

type Unit = keyof RetentionRule;

/** The reason of one backup: kept as the nth of a unit, purged for another one of the same unit, or older than the rule. */
export type PurgeReason =
  | { kind: 'newest' }
  | { kind: 'everything' }
  | { kind: 'kept'; unit: Unit; nth: number; count: number }
  | { kind: 'sameDay'; date: string }
  | { kind: 'sameUnit'; unit: Exclude<Unit, 'days'>; date: string }
  | { kind: 'older' };

export interface PlanLine {
  readonly backup: PlannedBackup;
  readonly reason: PurgeReason;
}

const WEEK_DAYS = 7;
/** 1970-01-01 was a Thursday, and weeks begin on Monday. */
const MONDAY = 3;
const YEAR_LETTERS = 4;
const MONTH_LETTERS = 7;

const units: readonly [Unit, (day: number) => string][] = [
  ['days', String],
  ['weeks', (day) => String(Math.floor((day + MONDAY) / WEEK_DAYS))],
  ['months', (day) => dayName(day).slice(0, MONTH_LETTERS)],
  ['years', (day) => dayName(day).slice(0, YEAR_LETTERS)],
];

const newestFirst = (a: PlannedBackup, b: PlannedBackup): number => (a.date < b.date ? 1 : -1);

/** Both lists, newest first. `purged` are the ids that the server would remove; all others are kept. */
export function purgePlan(
  backups: readonly PlannedBackup[],
  purged: ReadonlySet<string>,
  rule: RetentionRule | null,
  timeZone: string,
): { purge: PlanLine[]; keep: PlanLine[] } {
  const sorted = backups.toSorted(newestFirst);
  const days = new Map(sorted.map((backup) => [backup, localDayNumber(backup.date, timeZone)]));
  const kept = sorted.filter(({ id }) => !purged.has(id));
  const unitOf = (backup: PlannedBackup, of: (day: number) => string) => of(days.get(backup) ?? 0);
  const isSeries = (one: PlannedBackup, other: PlannedBackup) => seriesOf(one.file) === seriesOf(other.file);

  function reasonOfPurge(backup: PlannedBackup): PurgeReason {
    for (const [unit, of] of units) {
      // A unit that the rule does not count is no reason.
      if (unit !== 'days' && (rule === null || rule[unit] === 0)) continue;
      const other = kept.find((one) => isSeries(one, backup) && unitOf(one, of) === unitOf(backup, of));
      if (other && unit === 'days') return { kind: 'sameDay', date: other.date };
      if (other && unit !== 'days') return { kind: 'sameUnit', unit, date: other.date };
    }
    return { kind: 'older' };
  }

  function reasonOfKeep(backup: PlannedBackup): PurgeReason {
    if (rule === null || units.every(([unit]) => rule[unit] === 0)) return { kind: 'everything' };
    for (const [unit, of] of units) {
      const own = [...new Set(kept.filter((one) => isSeries(one, backup)).map((one) => unitOf(one, of)))];
      const nth = own.indexOf(unitOf(backup, of)) + 1;
      if (nth <= rule[unit]) return { kind: 'kept', unit, nth, count: rule[unit] };
    }
    return { kind: 'newest' };
  }

  return {
    purge: sorted.filter(({ id }) => purged.has(id)).map((backup) => ({ backup, reason: reasonOfPurge(backup) })),
    keep: kept.map((backup) => ({ backup, reason: reasonOfKeep(backup) })),
  };
}
