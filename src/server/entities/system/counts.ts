// The glance: how many systems are fine, which are not, and the last 28 nights of all of them together.
import type { ResultOf } from '#contract/define.ts';
import type { Contract } from '#contract/index.ts';
import { countFleet, type SystemGroup } from '#contract/fleet.ts';
import { healthAt } from '#contract/health.ts';
import { stripAt } from '#contract/time/heartbeat.ts';
import type { Unit } from '#server/pipeline/unit-of-work.ts';
import { addNights, newNights } from './nights.ts';
import { loadOwners, heartbeatOf, healthInputs, scheduledOf } from './health.ts';

const COLUMNS = [
  'id',
  'organization',
  'schedule',
  'active',
  'createdAt',
  'lastBackup',
  'failedAt',
  'dueAt',
  'alarmAt',
  'heartbeatCells',
  'heartbeatDay',
  'backupMethod',
] as const;

/** Counts the systems that the actor may read, by the rules of `countFleet`. */
export async function countSystems(unit: Unit): Promise<ResultOf<Contract['system']['calls']['counts']>> {
  const rows = await unit.select('system').select(COLUMNS).execute();
  const organizations = await activeById(unit);
  const of = await loadOwners(unit, rows);
  const groups: SystemGroup[] = [];
  const nights = newNights();
  const overdue: string[] = [];
  const notBackedup: string[] = [];
  for (const row of rows) {
    const { id, createdAt, lastBackup } = row;
    const active = row.active === 1;
    const scheduled = scheduledOf({ createdAt, lastBackup, active }, of(row).organization, of(row).schedule);
    const health = healthAt(healthInputs(row, scheduled), unit.now);
    groups.push({ organization: row.organization, health, active, method: row.backupMethod, count: 1 });
    if (health === 'unwatched') continue;
    if (health === 'overdue') overdue.push(id);
    if (health === 'notBackedup') notBackedup.push(id);
    addNights(nights, stripAt(heartbeatOf(row), scheduled, unit.now, nights.length));
  }
  return { ...countFleet(organizations, groups), overdue, notBackedup, nights };
}

/** Returns which of the organizations are active whose systems the actor may read, by id. */
async function activeById(unit: Unit): Promise<Map<string, boolean>> {
  const organizations = unit.select('organization', { permissionOf: 'system' });
  const rows = await organizations.select(['id', 'active']).execute();
  return new Map(rows.map(({ id, active }) => [id, active === 1]));
}
