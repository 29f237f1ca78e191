// How many days, weeks, months and years of backups are kept: the noun, and the rule that tells what goes.
import * as z from 'zod';
import { dayName, localDayNumber } from './time/calendar.ts';
import { Id, Instant, crud, entity, name, whole } from './define.ts';

export const Retention = z.object({
  id: Id,
  name: z.string(),
  days: z.number(),
  weeks: z.number(),
  months: z.number(),
  years: z.number(),
  /** How many systems follow it. */
  systems: z.number(),
  createdAt: Instant,
  updatedAt: Instant,
  editedAt: Instant,
});

const writes = z.object({
  name: name(),
  days: whole(0, 10_000).default(0),
  weeks: whole(0, 10_000).default(0),
  months: whole(0, 10_000).default(0),
  years: whole(0, 1000).default(0),
});

export const retention = entity('retention', {
  record: Retention,
  organization: null,
  derivesFrom: ['system'],
  navigation: { path: '/admin/retentions', section: 'fleet' },
  calls: crud('retention', Retention, writes),
});

/** How many of the last days, weeks, months and years *that have a backup* are kept; all zero keeps everything. */
export interface Keeping {
  days: number;
  weeks: number;
  months: number;
  years: number;
}

export interface Kept {
  id: string;
  /** ISO instant. */
  date: string;
  /** What these backups are of: each series is kept for itself, so that one file never pushes out another. */
  series: string;
  /** False for one that cannot be restored from, such as an empty file: it never stands for a good one. */
  good: boolean;
}

const newestFirst = (a: Kept, b: Kept): number =>
  a.date === b.date ? (a.id < b.id ? 1 : -1) : a.date < b.date ? 1 : -1;

/** Weeks begin on Monday; 1970-01-01 was a Thursday. */
const units: Readonly<Record<keyof Keeping, (day: number) => number | string>> = {
  days: (day) => day,
  weeks: (day) => Math.floor((day + 3) / 7),
  months: (day) => dayName(day).slice(0, 7),
  years: (day) => dayName(day).slice(0, 4),
};

/** The first backup of each of the first `count` units met; the list begins with the newest. */
function firstOfEach(backups: readonly Kept[], count: number, unitOf: (backup: Kept) => number | string): string[] {
  const seen = new Map<number | string, string>();
  for (const backup of backups) {
    const unit = unitOf(backup);
    if (seen.has(unit)) continue;
    if (seen.size >= count) break;
    seen.set(unit, backup.id);
  }
  return [...seen.values()];
}

function keptOf(series: readonly Kept[], rule: Keeping, timeZone: string): Set<string> {
  const sorted = series.toSorted(newestFirst);
  const good = sorted.filter((backup) => backup.good);
  const [newest] = good;
  // What came after the newest good one is all that tells of the trouble; without a good one it is all there is.
  const since = sorted.slice(0, newest ? sorted.indexOf(newest) + 1 : sorted.length);
  const kept = new Set(since.map(({ id }) => id));
  const dayOf = new Map(good.map((backup) => [backup, localDayNumber(backup.date, timeZone)]));
  for (const [unit, unitOf] of Object.entries(units) as [keyof Keeping, (day: number) => number | string][])
    for (const id of firstOfEach(good, rule[unit], (backup) => unitOf(dayOf.get(backup) ?? 0))) kept.add(id);
  return kept;
}

/**
 * Parts backups into what is kept and what goes, in the order given. Grandfather, father, son: of each of the last N
 * units that have a good backup the newest is kept, by the calendar of the time zone; whatever any rule keeps is kept.
 * The newest good backup of each series is always kept.
 */
export function sortOut<B extends Kept>(
  backups: readonly B[],
  rule: Keeping,
  timeZone: string,
): { keep: B[]; purge: B[] } {
  if (rule.days + rule.weeks + rule.months + rule.years === 0) return { keep: [...backups], purge: [] };
  const bySeries = new Map<string, B[]>();
  for (const backup of backups) bySeries.set(backup.series, [...(bySeries.get(backup.series) ?? []), backup]);
  const kept = new Set([...bySeries.values()].flatMap((series) => [...keptOf(series, rule, timeZone)]));
  return { keep: backups.filter(({ id }) => kept.has(id)), purge: backups.filter(({ id }) => !kept.has(id)) };
}

/** The series of a file that no rule gives a name: what is left of it without its numbers, as dates change each time. */
export const seriesOf = (file: string): string => file.replace(/\d+/g, '#');
