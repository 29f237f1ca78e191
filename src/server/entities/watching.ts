// The heart: what a backup, a failure or the passing of time does to a system, its deadlines and its alarms.
import { deadlines, type Scheduled } from '#contract/deadlines.ts';
import { healthAt, nextMoment, type Health } from '#contract/health.ts';
import { beatBackup, settle, type Heartbeat } from '#contract/heartbeat.ts';
import type { AlarmKind } from '#contract/notification.ts';
import type { Row } from '#server/kernel/store.ts';
import type { Unit } from '#server/kernel/unit.ts';
import type { Services } from '#server/services.ts';
import { raise, resolve } from './alarm-raise.ts';

/** What a system's deadlines are counted from; `organization` and `schedule` are decoded rows. */
export function scheduledOf(system: Row, organization: Row | undefined, schedule: Row | undefined): Scheduled {
  return {
    createdAt: String(system['createdAt']),
    lastBackup: (system['lastBackup'] as string | null) ?? null,
    active: Boolean(system['active']) && organization?.['active'] !== false,
    schedule: schedule
      ? {
          intervalUnit: schedule['intervalUnit'],
          intervalValue: schedule['intervalValue'],
          alarmAfter: schedule['alarmAfter'],
        }
      : null,
    timeZone: String(organization?.['timeZone'] ?? 'UTC'),
  };
}

/** The organization and the schedule of each of these systems, read together. */
export async function belongings(unit: Unit, systems: Row[]): Promise<(system: Row) => Belongings> {
  const [organizationIds, scheduleIds] = [new Set<string>(), new Set<string>()];
  for (const { organization, schedule } of systems) {
    if (organization) organizationIds.add(String(organization));
    if (schedule) scheduleIds.add(String(schedule));
  }
  const organizations = await unit.lookup('organization', organizationIds);
  const schedules = await unit.lookup('schedule', scheduleIds);
  return (system) => ({
    organization: organizations.get(String(system['organization'])),
    schedule: schedules.get(String(system['schedule'])),
  });
}

export async function contextOf(unit: Unit, system: Row): Promise<Scheduled> {
  const { organization, schedule } = (await belongings(unit, [system]))(system);
  return scheduledOf(system, organization, schedule);
}

interface Belongings {
  organization: Row | undefined;
  /** Undefined for a system without one. */
  schedule: Row | undefined;
}

export const momentsOf = (system: Row, scheduled: Pick<Scheduled, 'active' | 'schedule'>) => ({
  active: scheduled.active,
  scheduled: scheduled.schedule !== null,
  lastBackup: (system['lastBackup'] as string | null) ?? null,
  failedAt: (system['failedAt'] as string | null) ?? null,
  dueAt: (system['dueAt'] as string | null) ?? null,
  alarmAt: (system['alarmAt'] as string | null) ?? null,
});

export const heartbeatOf = (system: Row): Heartbeat => ({
  cells: String(system['heartbeatCells']),
  day: String(system['heartbeatDay']),
});

const KIND: Partial<Record<Health, AlarmKind>> = { failed: 'failed', notBackedup: 'notBackedup', overdue: 'overdue' };
const HEALTH_KINDS: AlarmKind[] = ['failed', 'notBackedup', 'overdue'];

/** Sets the deadlines of one system and brings its alarms in line with its health now. Answers the new row. */
export async function evaluate(unit: Unit, services: Services, system: Row, values: Row = {}): Promise<Row> {
  const next: Row = { ...system, ...values };
  const scheduled = await contextOf(unit, next);
  const { dueAt, alarmAt } = deadlines(scheduled);
  Object.assign(next, { dueAt, alarmAt });
  const moments = momentsOf(next, scheduled);
  const health = healthAt(moments, unit.now);
  const wanted = KIND[health];
  const open = (system['alarms'] as AlarmKind[]).filter((kind) => HEALTH_KINDS.includes(kind));
  for (const kind of open) if (kind !== wanted) await resolve(unit, services, next, kind);
  if (wanted && !open.includes(wanted)) await raise(unit, services, next, wanted, sinceOf(next, wanted));
  const others = (system['alarms'] as AlarmKind[]).filter((kind) => !HEALTH_KINDS.includes(kind));
  const alarms = wanted ? [wanted, ...others] : others;
  const set: Row = {
    ...values,
    dueAt,
    alarmAt,
    nextMoment: nextMoment(moments, unit.now),
    alarms,
    alarmed: alarms.length > 0,
  };
  for (const moment of [set['nextMoment'], next['reenableTime']]) if (moment) services.dueBy(unit, String(moment));
  const changed = changedOnly(system, set);
  // Nothing new is nothing to tell of: each write is an event for everyone who watches.
  return Object.keys(changed).length === 0 ? next : unit.updateRow('system', system, changed);
}

const changedOnly = (row: Row, values: Row): Row =>
  Object.fromEntries(
    Object.entries(values).filter(([key, value]) => JSON.stringify(row[key]) !== JSON.stringify(value)),
  );

function sinceOf(system: Row, kind: AlarmKind): string {
  if (kind === 'failed') return String(system['failedAt']);
  return String(kind === 'overdue' ? system['alarmAt'] : system['dueAt']);
}

/** A good backup arrived. An older one than the newest known fills its day of the strip and changes nothing else. */
export async function gotBackup(
  unit: Unit,
  services: Services,
  system: Row,
  backup: { date: string; size: number },
): Promise<Row> {
  const scheduled = await contextOf(unit, system);
  const beat = beatBackup(heartbeatOf(system), scheduled, backup.date);
  const strip: Row = { heartbeatCells: beat.cells, heartbeatDay: beat.day };
  const newest = system['lastBackup'] === null || backup.date >= String(system['lastBackup']);
  if (!newest) return unit.updateRow('system', system, strip);
  const mended = system['failedAt'] === null || backup.date >= String(system['failedAt']);
  return evaluate(unit, services, system, {
    ...strip,
    lastBackup: backup.date,
    lastBackupSize: backup.size,
    lastBackupStatus: mended ? 'ok' : 'failed',
    forceDue: false,
    runningSince: null,
    ...(mended ? { failedAt: null, failedReason: null } : {}),
  });
}

/** A run failed. A failure older than the newest good backup is history and raises nothing. */
export async function gotFailure(unit: Unit, services: Services, system: Row, at: string, text: string): Promise<Row> {
  if (system['lastBackup'] !== null && at < String(system['lastBackup'])) return system;
  const reason =
    text
      .split('\n')
      .find((line) => line.trim() !== '')
      ?.trim()
      .slice(0, 200) ?? null;
  return evaluate(unit, services, system, {
    lastBackupStatus: 'failed',
    lastBackupLog: text,
    failedAt: system['failedAt'] ?? at,
    failedReason: reason,
    runningSince: null,
  });
}

/**
 * A schedule or an organization changed, `before` being what it was: every system that follows it gets its new deadlines,
 * whoever made the change and wherever the system is. Days until now keep what held on them.
 */
export async function followChange(
  unit: Unit,
  services: Services,
  noun: 'schedule' | 'organization',
  before: Row,
): Promise<void> {
  const house = unit.asHouse();
  const rows = await house.db.selectFrom('system').select('id').where(noun, '=', before['id']).execute();
  for (const { id } of rows) {
    const system = await house.need('system', String(id));
    const owner = String(system['organization']);
    const schedule = system['schedule'] as string | null;
    const was = scheduledOf(
      system,
      noun === 'organization' ? before : (await house.lookup('organization', [owner])).get(owner),
      noun === 'schedule' ? before : (await house.lookup('schedule', schedule ? [schedule] : [])).get(schedule ?? ''),
    );
    await evaluate(house, services, system, settled(system, was, house.now));
  }
}

/** Closes the strip's days that have passed, so that a later change of the schedule does not rewrite them. */
export const settled = (system: Row, scheduled: Scheduled, now: string): Row => {
  const { cells, day } = settle(heartbeatOf(system), scheduled, now);
  return { heartbeatCells: cells, heartbeatDay: day };
};
