// The heart: what a backup, a failure or the passing of time does to a system, its deadlines and its alarms.
import { worstFirst, type AlarmKind } from '#contract/alarm-kind.ts';
import { deadlines, type Scheduled } from '#contract/time/deadlines.ts';
import { healthAt, nextMoment, type Health } from '#contract/health.ts';
import { beatBackup, settle, type Heartbeat } from '#contract/time/heartbeat.ts';
import { isNewest, isSameMoment, knownDate, mends } from '#contract/time/receipt.ts';
import type { Row, RowOf } from '#server/db/engine.ts';
import type { Unit } from '#server/pipeline/unit-of-work.ts';
import type { Services } from '#server/services.ts';
import { resolveAlarm, endedByPerson, raise, resolve } from '#server/entities/alarm/lifecycle.ts';
import { graceAfterAway } from './downtime.ts';

type SystemRow = RowOf<'system'>;

/** The part of each row that the deadlines of a system depend on. */
export type OrganizationPart = Pick<RowOf<'organization'>, 'active' | 'timeZone'>;
export type SchedulePart = Pick<RowOf<'schedule'>, 'intervalUnit' | 'intervalValue' | 'alarmAfter'>;
type SystemPart = Pick<SystemRow, 'createdAt' | 'lastBackup' | 'active'>;
type Owned = Pick<SystemRow, 'organization' | 'schedule'>;
type Moments = Pick<SystemRow, 'lastBackup' | 'failedAt' | 'dueAt' | 'alarmAt'>;

/** The inputs of a system's deadlines; `organization` and `schedule` are decoded rows. */
export function scheduledOf(
  system: SystemPart,
  organization: OrganizationPart | undefined,
  schedule: SchedulePart | undefined,
): Scheduled {
  return {
    createdAt: system.createdAt,
    lastBackup: system.lastBackup,
    active: system.active && organization?.active !== false,
    schedule: schedule
      ? {
          intervalUnit: schedule.intervalUnit,
          intervalValue: schedule.intervalValue,
          alarmAfter: schedule.alarmAfter,
        }
      : null,
    timeZone: organization?.timeZone ?? 'UTC',
  };
}

/** The organization and the schedule of each of these systems, read together. */
export async function loadOwners(unit: Unit, systems: readonly Owned[]): Promise<(system: Owned) => Owners> {
  const [organizationIds, scheduleIds] = [new Set<string>(), new Set<string>()];
  for (const { organization, schedule } of systems) {
    organizationIds.add(organization);
    if (schedule) scheduleIds.add(schedule);
  }
  const organizations = await unit.lookup('organization', organizationIds);
  const schedules = await unit.lookup('schedule', scheduleIds);
  return (system) => ({
    organization: organizations.get(system.organization),
    schedule: system.schedule === null ? undefined : schedules.get(system.schedule),
  });
}

export async function contextOf(unit: Unit, system: SystemRow): Promise<Scheduled> {
  const { organization, schedule } = (await loadOwners(unit, [system]))(system);
  return scheduledOf(system, organization, schedule);
}

/** The context of the system of an alarm; null for an alarm without one. */
export const contextOfAlarm = async (unit: Unit, { system }: { system: string | null }): Promise<Scheduled | null> =>
  system === null ? null : contextOf(unit, await unit.asInternal().need('system', system));

interface Owners {
  organization: RowOf<'organization'> | undefined;
  /** Undefined for a system without one. */
  schedule: RowOf<'schedule'> | undefined;
}

export const healthInputs = (
  { lastBackup, failedAt, dueAt, alarmAt }: Moments,
  { active, schedule }: Pick<Scheduled, 'active' | 'schedule'>,
) => ({ active, scheduled: schedule !== null, lastBackup, failedAt, dueAt, alarmAt });

export const heartbeatOf = (system: Pick<SystemRow, 'heartbeatCells' | 'heartbeatDay'>): Heartbeat => ({
  cells: system.heartbeatCells,
  day: system.heartbeatDay,
});

const KIND: Partial<Record<Health, AlarmKind>> = { failed: 'failed', notBackedup: 'notBackedup', overdue: 'overdue' };
const HEALTH_KINDS: AlarmKind[] = ['failed', 'notBackedup', 'overdue'];

/** Sets the deadlines of one system and brings its alarms in line with its health now. Answers the new row. */
export async function evaluate(
  unit: Unit,
  services: Services,
  system: SystemRow,
  values: Partial<SystemRow> = {},
): Promise<SystemRow> {
  const next: SystemRow = { ...system, ...values };
  const scheduled = await contextOf(unit, next);
  const { dueAt, alarmAt } = deadlines(scheduled);
  const over = isRunExpired(next, alarmAt, unit.now) ? clearRun(next) : {};
  Object.assign(next, { dueAt, alarmAt });
  const moments = healthInputs(next, scheduled);
  const trouble = KIND[healthAt(moments, unit.now)];
  const open = next.alarms.filter((kind) => HEALTH_KINDS.includes(kind));
  const quiet =
    trouble && !open.includes(trouble) ? await suppressedUntil(unit, services, next, trouble, scheduled) : null;
  const wanted = quiet === null ? trouble : undefined;
  for (const kind of open) if (kind !== wanted) await resolve(unit, services, next, kind);
  if (wanted && !open.includes(wanted)) {
    const reason = wanted === 'failed' ? next.failedReason : null;
    await raise(unit, services, next, wanted, { since: sinceOf(next, wanted), reason });
  }
  const others = next.alarms.filter((kind) => !HEALTH_KINDS.includes(kind));
  const alarms = (wanted ? [wanted, ...others] : others).toSorted(worstFirst);
  const set = {
    alarmed: alarms.length > 0,
    ...values,
    ...over,
    dueAt,
    alarmAt,
    nextMoment: quiet ?? nextMoment(moments, unit.now),
    alarms,
  };
  for (const moment of [set.nextMoment, next.reenableTime]) if (moment) services.dueBy(unit, moment);
  const changed = changedOnly(system, set);
  // Nothing new is nothing to tell of: each write is an event for everyone who watches.
  return Object.keys(changed).length === 0 ? next : unit.updateRow('system', system, changed);
}

/** A run that lasts past the alarm is no longer believed: its client may have died in the middle of it. */
const isRunExpired = ({ runningSince }: SystemRow, alarmAt: string | null, now: string): boolean =>
  runningSince !== null && alarmAt !== null && runningSince <= alarmAt && alarmAt < now;

const NEVER = '9999-12-31T00:00:00.000Z';

/**
 * The last instant at which this trouble raises no alarm. After a person resolved it: when a backup that came at that
 * moment would be followed by a missed one. After time in which no server ran: when its system had time to report.
 * Null if neither holds, or that instant has passed.
 */
async function suppressedUntil(
  unit: Unit,
  services: Services,
  system: SystemRow,
  kind: AlarmKind,
  scheduled: Scheduled,
): Promise<string | null> {
  const since = sinceOf(system, kind);
  const ended = await endedByPerson(unit, system, kind, since);
  if (ended === null) return kind === 'failed' ? null : graceAfterAway(unit, services, since);
  const until = deadlines({ ...scheduled, lastBackup: ended }).alarmAt ?? NEVER;
  return unit.now > until ? null : until;
}

/** A person ends an alarm. The health of its system stays as it is. */
export async function resolveBy(
  unit: Unit,
  services: Services,
  alarm: RowOf<'alarm'>,
  { at, by, note }: { at: string; by: string; note: string | undefined },
): Promise<RowOf<'alarm'>> {
  const ended = await resolveAlarm(unit, services, alarm, {
    resolvedAt: at,
    resolvedBy: by,
    ...(note !== undefined && { note }),
  });
  if (alarm.system === null) return ended;
  const internalUnit = unit.asInternal();
  const system = await internalUnit.need('system', alarm.system);
  const alarms = system.alarms.filter((kind) => kind !== alarm.kind);
  await evaluate(internalUnit, services, system, { alarms });
  return ended;
}

const isSame = (one: unknown, other: unknown): boolean =>
  one === other ||
  (typeof one === 'object' && typeof other === 'object' && JSON.stringify(one) === JSON.stringify(other));

function changedOnly(row: SystemRow, values: Partial<SystemRow>): Partial<SystemRow> {
  const held: Row = row;
  const isOld = ([key, value]: [string, unknown]) => isSame(held[key], value);
  return Object.fromEntries(Object.entries(values).filter((entry) => !isOld(entry)));
}

function sinceOf(system: SystemRow, kind: AlarmKind): string {
  const since = kind === 'failed' ? system.failedAt : kind === 'overdue' ? system.alarmAt : system.dueAt;
  // A trouble has its moment: only a system without a trouble has none.
  return since ?? system.createdAt;
}

/** Applies a good backup, with the texts of its run (`lines`). An older one than the newest known only fills its day. */
export async function onBackup(
  unit: Unit,
  services: Services,
  system: SystemRow,
  { lines, corrected, ...backup }: { date: string; size: number; lines: Partial<SystemRow>; corrected: boolean },
): Promise<SystemRow> {
  const scheduled = await contextOf(unit, system);
  const beat = beatBackup(heartbeatOf(system), scheduled, backup.date);
  const strip = { heartbeatCells: beat.cells, heartbeatDay: beat.day };
  const newest = isNewest(backup.date, system.lastBackup, unit.now);
  // By the date of what failed, not by the arrival: what was left over from days before mends no newer failure, and what
  // failed is stored later than it is dated, perhaps after newer backups of other filesets.
  const mended = system.failedAt !== null && mends(backup.date, failedDateOf(system), unit.now, corrected);
  if (!newest && !mended) return unit.updateRow('system', system, { ...strip, ...lines, ...clearRun(system) });
  return evaluate(unit, services, system, {
    lastBackupStatus: system.failedAt !== null && !mended ? 'failed' : 'ok',
    runningSince: null,
    ...strip,
    ...lines,
    ...(newest && { lastBackup: backup.date, lastBackupSize: backup.size, forceDue: false }),
    ...(mended && { failedAt: null, failedReason: null, failedDate: null }),
  });
}

const failedDateOf = (system: SystemRow): string => String(system.failedDate ?? system.failedAt);

/** Returns whether the failure of the system is that of a backup of this date. */
export const isOfFailure = (system: SystemRow, date: string): boolean =>
  system.failedAt !== null && isSameMoment(date, failedDateOf(system));

/** Returns the values of a system after a run that changed nothing else; nothing if no run was active. */
function clearRun(system: SystemRow): Partial<SystemRow> {
  if (system.runningSince === null && system.lastBackupStatus !== 'running') return {};
  const status = system.lastBackup === null ? 'never' : 'ok';
  return { runningSince: null, lastBackupStatus: system.failedAt === null ? status : 'failed' };
}

/** A run ended with what was known before. */
export async function endRun(unit: Unit, system: SystemRow, lines: Partial<SystemRow>): Promise<SystemRow> {
  const values = changedOnly(system, { ...lines, ...clearRun(system) });
  return Object.keys(values).length === 0 ? system : unit.updateRow('system', system, values);
}

/**
 * A run failed. A failure older than the newest good backup is history and raises nothing. `date` is that of the backup
 * that failed, where one is named: this one or a newer mends it.
 */
export async function onFailure(
  unit: Unit,
  services: Services,
  system: SystemRow,
  {
    at,
    text,
    date = at,
    lines = {},
  }: { at: string; text: string; date?: string | undefined; lines?: Partial<SystemRow> },
): Promise<SystemRow> {
  if (!isNewest(at, system.lastBackup, unit.now)) return endRun(unit, system, lines);
  const reason =
    text
      .split('\n')
      .find((line) => line.trim() !== '')
      ?.trim()
      .slice(0, 200) ?? null;
  return evaluate(unit, services, system, {
    ...lines,
    lastBackupStatus: 'failed',
    // Another failure after a person had settled the last one is a new trouble.
    failedAt: system.alarms.includes('failed') ? (system.failedAt ?? at) : at,
    failedReason: reason,
    failedDate:
      system.failedAt === null || isNewest(date, failedDateOf(system), unit.now) ? date : failedDateOf(system),
    runningSince: null,
  });
}

const BY_CLOCK = ['lastBackup', 'failedAt', 'failedDate', 'runningSince'] as const;

/** The clock of the server was set back: what it dated into the future happened now at the latest, and false alarms end. */
export const clockSetBack = (unit: Unit, services: Services, system: SystemRow): Promise<SystemRow> =>
  evaluate(
    unit,
    services,
    system,
    changedOnly(system, Object.fromEntries(BY_CLOCK.map((column) => [column, knownDate(system[column], unit.now)]))),
  );

/** The systems that a clock which ran ahead has dated, or has raised alarms of before their deadline. */
export async function datedAhead(unit: Unit): Promise<string[]> {
  const { now } = unit;
  const found = await unit
    .select('system')
    .select('id')
    .where(({ or, and, eb }) =>
      or([
        ...BY_CLOCK.map((column) => eb(column, '>', now)),
        and([eb('alarmed', '=', 1), or([eb('dueAt', '>=', now), eb('alarmAt', '>=', now)])]),
      ]),
    )
    .execute();
  return found.map(({ id }) => id);
}

/** Closes the strip's days that have passed, so that a later change of the schedule does not rewrite them. */
export const closePastDays = (
  system: SystemRow,
  scheduled: Scheduled,
  now: string,
): Pick<SystemRow, 'heartbeatCells' | 'heartbeatDay'> => {
  const { cells, day } = settle(heartbeatOf(system), scheduled, now);
  return { heartbeatCells: cells, heartbeatDay: day };
};
