// The backups that retention would remove and those that it keeps, each with its reason. Pure.
import { type RetentionRule, seriesOf } from '#contract/retention.ts';
import { dayName, localDayNumber } from '#contract/time/calendar.ts';

/** The part of a backup that the plan needs. */
export interface PlannedBackup {
  readonly id: string;
  readonly date: string;
  readonly file: string;
  readonly size: number;
  /** Absent for a backup that is known only from the purge list of its system. */
  readonly fileset?: { readonly id: string } | null;
}

type Unit = keyof RetentionRule;

/**
 * The reason of one backup: retained as the nth of a unit, purged for another one of the same unit, or older than the rule.
 * Null while the rule decides and is unknown.
 */
export type PurgeReason =
  | null
  | { kind: 'newest' }
  | { kind: 'everything' }
  | { kind: 'kept'; unit: Unit; nth: number; count: number }
  | { kind: 'sameDay'; date: string }
  | { kind: 'sameUnit'; unit: Exclude<Unit, 'days'>; date: string }
  | { kind: 'older' };

export interface PlanLine {
  readonly backup: PlannedBackup;
  /** True for a backup that would be removed. */
  readonly isGone: boolean;
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

/** A backup with the keys that it shares with others, made once: a system may have a thousand. */
interface Keyed {
  readonly backup: PlannedBackup;
  /** Null while it is unknown what its fileset reads from names. */
  readonly series: string | null;
  readonly keys: Readonly<Record<Unit, string>>;
}

function keyedOf(backup: PlannedBackup, timeZone: string, readsName: (fileset: string) => boolean): Keyed {
  const day = localDayNumber(backup.date, timeZone);
  const { fileset, file } = backup;
  const isUnknown = fileset === undefined || (fileset !== null && readsName(fileset.id));
  const series = isUnknown ? null : `${fileset?.id ?? ''} ${seriesOf(file)}`;
  const keys = Object.fromEntries(units.map(([unit, of]) => [unit, `${series} ${of(day)}`])) as Record<Unit, string>;
  return { backup, series, keys };
}

/** The newest retained backup of each unit, and the place of the unit within its series, from 1. */
function placesOf(retained: readonly Keyed[], unit: Unit): Map<string, { date: string; nth: number }> {
  const places = new Map<string, { date: string; nth: number }>();
  const counts = new Map<string | null, number>();
  for (const { backup, series, keys } of retained) {
    if (places.has(keys[unit])) continue;
    const nth = (counts.get(series) ?? 0) + 1;
    counts.set(series, nth);
    places.set(keys[unit], { date: backup.date, nth });
  }
  return places;
}

/**
 * Both lists, newest first. `purged` are the ids that the server would remove; all others are retained. `rule`: null without a
 * retention, undefined while its rule is unknown. `readsName`: returns whether the rule of a fileset reads a name from file names,
 * true while that is unknown. Only the server evaluates such rules, so these backups have no reason.
 */
export function purgePlan(
  backups: readonly PlannedBackup[],
  purged: ReadonlySet<string>,
  rule: RetentionRule | null | undefined,
  timeZone: string,
  readsName: (fileset: string) => boolean,
): { purge: PlanLine[]; retain: PlanLine[] } {
  const sorted = backups.toSorted(newestFirst).map((backup) => keyedOf(backup, timeZone, readsName));
  const retained = sorted.filter(({ backup }) => !purged.has(backup.id));
  const places = new Map(units.map(([unit]) => [unit, placesOf(retained, unit)]));

  function reasonOfPurge({ keys, series }: Keyed): PurgeReason {
    if (series === null) return null;
    for (const [unit] of units) {
      // A unit that the rule does not count is no reason.
      if (unit !== 'days' && !rule?.[unit]) continue;
      const other = places.get(unit)?.get(keys[unit]);
      if (other)
        return unit === 'days' ? { kind: 'sameDay', date: other.date } : { kind: 'sameUnit', unit, date: other.date };
    }
    return rule === undefined ? null : { kind: 'older' };
  }

  function reasonOfRetained({ keys, series }: Keyed): PurgeReason {
    if (rule === undefined) return null;
    if (rule === null || units.every(([unit]) => rule[unit] === 0)) return { kind: 'everything' };
    if (series === null) return null;
    for (const [unit] of units) {
      const nth = places.get(unit)?.get(keys[unit])?.nth ?? Infinity;
      if (nth <= rule[unit]) return { kind: 'kept', unit, nth, count: rule[unit] };
    }
    return { kind: 'newest' };
  }

  return {
    purge: sorted
      .filter(({ backup }) => purged.has(backup.id))
      .map((one) => ({ backup: one.backup, isGone: true, reason: reasonOfPurge(one) })),
    retain: retained.map((one) => ({ backup: one.backup, isGone: false, reason: reasonOfRetained(one) })),
  };
}
