// The noun retention, and the rule that selects the backups to keep and to purge.
import * as z from 'zod/mini';
import { dayName, localDayNumber } from './time/calendar.ts';
import { Id, Instant, call, crud, entity, name, integer } from './define.ts';
import { copyCall, owner, ownerInput } from './shared-record.ts';

/** A retention rule, shared or of one organization. Each number counts units with a backup, see `applyRetention`. */
export const Retention = z.object({
  id: Id,
  name: z.string(),
  days: z.number(),
  weeks: z.number(),
  months: z.number(),
  years: z.number(),
  ...owner,
  /** Number of systems that use it and that the user can read. Events leave it out for users of only some organizations. */
  systems: z.number(),
  createdAt: Instant,
  updatedAt: Instant,
  editedAt: Instant,
});

const writes = z.object({
  name: name(),
  days: z._default(integer(0, 10_000), 0),
  weeks: z._default(integer(0, 10_000), 0),
  months: z._default(integer(0, 10_000), 0),
  years: z._default(integer(0, 1000), 0),
  organization: ownerInput,
});

const preview = call({
  doc: 'Returns by system how many backups would stay and how many would be purged if the retention had these numbers; one that is left out stays as it is. Nothing is changed. Looks at the systems that the user can read, in order of id, until 50,000 backups were read.',
  method: 'GET',
  path: '/retention/:id/preview',
  input: z.object({
    id: Id,
    days: z.optional(integer(0, 10_000)),
    weeks: z.optional(integer(0, 10_000)),
    months: z.optional(integer(0, 10_000)),
    years: z.optional(integer(0, 1000)),
  }),
  result: z.object({
    /** The systems that were looked at. */
    systems: z.number(),
    /** True if there are more systems than were looked at. */
    isPart: z.boolean(),
    /** Numbers of backups, and bytes. */
    keepCount: z.number(),
    keepSize: z.number(),
    purgeCount: z.number(),
    purgeSize: z.number(),
    /** Backups that would be purged only by the change: the saved numbers keep them. */
    added: z.number(),
    addedSize: z.number(),
    /** The systems with backups that would be purged, the largest size first; at most 1000. */
    purged: z.array(
      z.object({
        id: Id,
        name: z.string(),
        organizationName: z.string(),
        keepCount: z.number(),
        keepSize: z.number(),
        purgeCount: z.number(),
        purgeSize: z.number(),
        added: z.number(),
        addedSize: z.number(),
      }),
    ),
    /** The number of systems in `purged`, also beyond 1000, and of those with `added` backups. */
    purgedSystems: z.number(),
    addedSystems: z.number(),
  }),
  may: 'retention.read',
});

/**
 * The calls of retentions. One that a system uses cannot be destroyed; one that systems of another organization use cannot be
 * given to an organization.
 */
export const retention = entity('retention', {
  record: Retention,
  organization: 'organizationId',
  derivesFrom: ['system', 'organization'],
  navigation: { path: '/admin/retentions', section: 'fleet' },
  presets: { viewer: ['read'], onCall: ['read'] },
  calls: {
    ...crud('retention', Retention, writes, { update: ['E_IN_USE'], destroy: ['E_IN_USE'] }),
    copy: copyCall('retention', Retention),
    preview,
  },
});

/** Numbers of days, weeks, months and years *with a backup* to keep; all zero keeps everything. */
export interface RetentionRule {
  days: number;
  weeks: number;
  months: number;
  years: number;
}

/** A backup as the rule sees it. */
export interface RetentionInput {
  id: string;
  /** ISO instant. */
  date: string;
  /** Backups of one file. The rule applies to each series separately, so that one file never displaces another. */
  series: string;
  /** False if it cannot be restored, such as an empty file: it never counts for a unit. */
  good: boolean;
}

const newestFirst = (a: RetentionInput, b: RetentionInput): number =>
  a.date === b.date ? (a.id < b.id ? 1 : -1) : a.date < b.date ? 1 : -1;

/** Weeks begin on Monday; 1970-01-01 was a Thursday. */
const units: Readonly<Record<keyof RetentionRule, (day: number) => number | string>> = {
  days: (day) => day,
  weeks: (day) => Math.floor((day + 3) / 7),
  months: (day) => dayName(day).slice(0, 7),
  years: (day) => dayName(day).slice(0, 4),
};

/** Returns the id of the newest backup in each of the newest `count` units. The list must begin with the newest. */
function firstOfEach(
  backups: readonly RetentionInput[],
  count: number,
  unitOf: (backup: RetentionInput) => number | string,
): string[] {
  const seen = new Map<number | string, string>();
  for (const backup of backups) {
    const unit = unitOf(backup);
    if (seen.has(unit)) continue;
    if (seen.size >= count) break;
    seen.set(unit, backup.id);
  }
  return [...seen.values()];
}

function idsToRetain(series: readonly RetentionInput[], rule: RetentionRule, timeZone: string): Set<string> {
  const sorted = series.toSorted(newestFirst);
  const good = sorted.filter((backup) => backup.good);
  const [newest] = good;
  // Retains everything after the newest good backup: it documents the current trouble.
  const since = sorted.slice(0, newest ? sorted.indexOf(newest) + 1 : sorted.length);
  const retainedIds = new Set(since.map(({ id }) => id));
  const dayOf = new Map(good.map((backup) => [backup, localDayNumber(backup.date, timeZone)]));
  for (const [unit, unitOf] of Object.entries(units) as [keyof RetentionRule, (day: number) => number | string][])
    for (const id of firstOfEach(good, rule[unit], (backup) => unitOf(dayOf.get(backup) ?? 0))) retainedIds.add(id);
  return retainedIds;
}

/**
 * Splits backups into those to retain and those to purge, in the order given (grandfather-father-son rotation).
 * Keeps the newest good backup of each of the last N days, weeks, months and years, by the calendar of the time zone.
 * Always keeps the newest good backup of each series.
 */
export function applyRetention<B extends RetentionInput>(
  backups: readonly B[],
  rule: RetentionRule,
  timeZone: string,
): { retain: B[]; purge: B[] } {
  if (rule.days + rule.weeks + rule.months + rule.years === 0) return { retain: [...backups], purge: [] };
  const bySeries = new Map<string, B[]>();
  for (const backup of backups) bySeries.set(backup.series, [...(bySeries.get(backup.series) ?? []), backup]);
  const retainedIds = new Set([...bySeries.values()].flatMap((series) => [...idsToRetain(series, rule, timeZone)]));
  return {
    retain: backups.filter(({ id }) => retainedIds.has(id)),
    purge: backups.filter(({ id }) => !retainedIds.has(id)),
  };
}

/** Returns the series of a file without a rule: its name without numbers, since dates change each time. */
export const seriesOf = (file: string): string => file.replace(/\d+/g, '#');
