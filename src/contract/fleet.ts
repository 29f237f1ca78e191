// Counts of a fleet. The one place that decides which systems and organizations count as ok.
import type { Health } from './health.ts';

/** Systems of one organization that are alike in everything that is counted. */
export interface SystemGroup {
  organization: string;
  health: Health;
  /** False for a paused system. */
  active: boolean;
  method: 'manual' | 'automatic';
  count: number;
}

/** Counts of systems by backup method. */
interface MethodCounts {
  ok: number;
  count: number;
  overdue: number;
}

/** Counts of the active organizations and of their systems; each system is in exactly one of the states. */
export interface FleetCounts extends Record<Exclude<Health, 'unwatched'>, number> {
  total: number;
  /** Systems that would be noticed if their backup did not happen. */
  watched: number;
  /** Inactive systems. */
  paused: number;
  /** Active systems without a schedule. */
  unscheduled: number;
  manual: MethodCounts;
  automatic: MethodCounts;
  organizations: number;
  /** Organizations with at least one watched system of which every watched one is ok. */
  organizationsOk: number;
  /** Inactive organizations, which no other number contains. */
  inactive: number;
  /** Systems of inactive organizations, which no other number contains. */
  inactiveSystems: number;
}

/**
 * Returns the counts of these organizations (id to active) and of these systems; systems of other organizations are left
 * out. A system that waits for its first backup, is paused or has no schedule is never counted as ok.
 */
export function countFleet(organizations: ReadonlyMap<string, boolean>, systems: Iterable<SystemGroup>): FleetCounts {
  const counts = newCounts();
  const [watched, notOk] = [new Set<string>(), new Set<string>()];
  for (const active of organizations.values()) counts[active ? 'organizations' : 'inactive'] += 1;
  for (const group of systems) {
    const { organization, health, count } = group;
    const active = organizations.get(organization);
    if (active === false) counts.inactiveSystems += count;
    if (!active) continue;
    addSystems(counts, group);
    if (health === 'unwatched') continue;
    watched.add(organization);
    if (health !== 'ok') notOk.add(organization);
  }
  counts.organizationsOk = watched.size - notOk.size;
  return counts;
}

function addSystems(counts: FleetCounts, { health, active, method, count }: SystemGroup): void {
  counts.total += count;
  counts[method].count += count;
  if (health === 'ok' || health === 'overdue') counts[method][health] += count;
  if (health !== 'unwatched') {
    counts.watched += count;
    counts[health] += count;
  } else counts[active ? 'unscheduled' : 'paused'] += count;
}

const newCounts = (): FleetCounts => ({
  total: 0,
  failed: 0,
  notBackedup: 0,
  overdue: 0,
  late: 0,
  waiting: 0,
  ok: 0,
  watched: 0,
  paused: 0,
  unscheduled: 0,
  manual: { ok: 0, count: 0, overdue: 0 },
  automatic: { ok: 0, count: 0, overdue: 0 },
  organizations: 0,
  organizationsOk: 0,
  inactive: 0,
  inactiveSystems: 0,
});
