// Computes the backups that a rule keeps of a system backed up daily, and those that a change would purge. Pure.
import { type RetentionInput, type RetentionRule, applyRetention } from '#contract/retention.ts';
import { dayName } from '#contract/time/calendar.ts';
import { type RetentionUnit, keepsAll, retentionUnits } from './retention-rule.ts';

/** Kept backups of one unit, the oldest first. */
export interface TimelineGroup {
  /** The finest unit that keeps these backups; null where the rule keeps everything. */
  readonly unit: RetentionUnit | null;
  /** For each retained backup the number of older ones, up to the one before it, that the change would purge. */
  readonly purgedBefore: readonly number[];
}

/** A daily series under a rule. */
export interface RuleTimeline {
  /** The oldest first. */
  readonly groups: readonly TimelineGroup[];
  /** The number of retained backups; null where the rule keeps everything. */
  readonly retained: number | null;
  /** Backups that the saved rule keeps and this one does not; null where the saved rule keeps everything. */
  readonly purged: number | null;
  /** The day of the oldest retained backup as a count of days since 1970; null where the rule keeps everything. */
  readonly oldest: number | null;
}

/** So many bars stand for "everything". */
const ALL_BARS = 36;
/** Of a rule that keeps everything a year is compared: its series has no beginning. */
const COMPARED_DAYS = 366;

const none: RetentionRule = { days: 0, weeks: 0, months: 0, years: 0 };

const ends: Record<RetentionUnit, (day: number) => number> = {
  days: (day) => day - 1,
  // Weeks begin on Monday; day 0 was a Thursday.
  weeks: (day) => day - ((day + 3) % 7) - 1,
  months: (day) => day - Number(dayName(day).slice(8)),
  years: (day) => Date.parse(`${dayName(day).slice(0, 4)}-01-01T00:00:00Z`) / 86_400_000 - 1,
};

/**
 * The days of a daily series that a rule can keep: the last day of each of the last N units. The other days of an
 * endless series change nothing, because a rule keeps only the newest backup of a unit.
 */
function candidateDays(rule: RetentionRule, today: number): number[] {
  if (keepsAll(rule)) return Array.from({ length: COMPARED_DAYS }, (_, age) => today - age);
  return retentionUnits.flatMap((unit) => {
    const days: number[] = [];
    for (let day = today; days.length < rule[unit]; day = ends[unit](day)) days.push(day);
    return days;
  });
}

interface DailyBackup extends RetentionInput {
  day: number;
}

const seriesOf = (days: Iterable<number>): DailyBackup[] =>
  [...days].map((day) => ({
    id: String(day),
    day,
    date: `${dayName(day)}T12:00:00.000Z`,
    series: 'daily',
    good: true,
  }));

const retainedDays = (series: readonly DailyBackup[], rule: RetentionRule): Set<number> =>
  new Set(applyRetention(series, rule, 'UTC').retain.map(({ day }) => day));

/** Numbers of purged days that lie before each retained day and after the retained day before it. Both begin with the oldest. */
function countBefore(retained: readonly number[], purged: readonly number[]): number[] {
  let next = 0;
  return retained.map((day) => {
    const from = next;
    while (next < purged.length && (purged[next] ?? day) < day) next += 1;
    return next - from;
  });
}

const ascending = (a: number, b: number): number => a - b;

/**
 * The timeline of a rule on a day (a count of days since 1970). `saved`: the rule that holds until the change is saved;
 * null for a new retention, which has purged nothing.
 */
export function timelineOf(rule: RetentionRule, saved: RetentionRule | null, today: number): RuleTimeline {
  if (keepsAll(rule)) {
    const groups = [{ unit: null, purgedBefore: Array.from({ length: ALL_BARS }, () => 0) }];
    return { groups, retained: null, purged: 0, oldest: null };
  }
  const before = saved === null ? rule : saved;
  const series = seriesOf(new Set([...candidateDays(rule, today), ...candidateDays(before, today)]));
  const retained = retainedDays(series, rule);
  const purged = [...retainedDays(series, before)].filter((day) => !retained.has(day));
  const days = [...retained].toSorted(ascending);
  const counts = countBefore(days, purged.toSorted(ascending));
  const used = retentionUnits.filter((unit) => rule[unit] > 0);
  const byUnit = used.map((unit) => ({ unit, days: retainedDays(series, { ...none, [unit]: rule[unit] }) }));
  const groups = byUnit.map(({ unit }, index) => ({
    unit,
    purgedBefore: counts.filter((_, at) => byUnit.findIndex((one) => one.days.has(days[at] ?? NaN)) === index),
  }));
  return {
    groups: groups.filter(({ purgedBefore }) => purgedBefore.length > 0).toReversed(),
    retained: days.length,
    purged: keepsAll(before) ? null : purged.length,
    oldest: days[0] ?? today,
  };
}
