// How organizations are, counted by the database: the summary, and who has trouble.
import type { ResultOf } from '#contract/define.ts';
import { countFleet, type SystemGroup } from '#contract/fleet.ts';
import { severity, worst, type Health } from '#contract/health.ts';
import type { Contract } from '#contract/index.ts';
import type { Unit } from '#server/pipeline/unit-of-work.ts';
import { gathered } from '#server/entities/populate.ts';
import { healthOf } from '#server/entities/system/derived.ts';

type Calls = Contract['organization']['calls'];

interface Owner {
  id: string;
  name: string;
  active: boolean;
  systems: SystemGroup[];
}

const selectSystems = (unit: Unit) => unit.select('system');

async function alikes(systems: ReturnType<typeof selectSystems>, now: string): Promise<SystemGroup[]> {
  const rows = await systems
    .select(['organization', 'active', 'backupMethod', healthOf(now).as('health')])
    .select(({ fn }) => fn.countAll().as('count'))
    .groupBy(['organization', 'active', 'backupMethod', 'health'])
    .execute();
  return rows.map(({ organization, active, backupMethod, health, count }) => ({
    organization,
    active: active === 1,
    method: backupMethod,
    health,
    count: Number(count),
  }));
}

/** The organizations that the actor may read, each with what he may read of its systems. */
async function ownersOf(unit: Unit): Promise<Owner[]> {
  const rows = await unit.select('organization').select(['id', 'name', 'active']).execute();
  const owners = new Map<string, Owner>();
  for (const { id, name, active } of rows) owners.set(id, { id, name, active: active === 1, systems: [] });
  for (const some of await alikes(selectSystems(unit), unit.now)) owners.get(some.organization)?.systems.push(some);
  return [...owners.values()];
}

const total = (systems: SystemGroup[]): number => systems.reduce((sum, { count }) => sum + count, 0);
const having = (systems: SystemGroup[], health: Health): number =>
  total(systems.filter((some) => some.health === health));
const worstOf = ({ systems }: Owner): Health => worst(systems.map(({ health }) => health));

/** How many systems each of these organizations owns, and how many of them are in good health. */
export async function healthOfSystems(
  unit: Unit,
  ids: string[],
): Promise<Map<string, { systems: number; ok: number }>> {
  const counts = new Map<string, { systems: number; ok: number }>();
  if (ids.length === 0) return counts;
  for (const { organization, health, count } of await alikes(
    selectSystems(unit.asInternal()).where('organization', 'in', ids),
    unit.now,
  )) {
    const counted = counts.get(organization) ?? { systems: 0, ok: 0 };
    counted.systems += count;
    if (health === 'ok') counted.ok += count;
    counts.set(organization, counted);
  }
  return counts;
}

export async function healthSummary(unit: Unit): Promise<ResultOf<Calls['health']>> {
  const owners = await ownersOf(unit);
  const counts = countFleet(
    new Map(owners.map(({ id, active }) => [id, active])),
    owners.flatMap(({ systems }) => systems),
  );
  return {
    inactive: counts.inactive,
    organizations: counts.organizations,
    organizationsOk: counts.organizationsOk,
    systems: counts.total,
    systemsOk: counts.ok,
    overdue: counts.overdue,
    notBackedup: counts.notBackedup,
    manual: counts.manual,
    automatic: counts.automatic,
  };
}

const TROUBLES = ['failed', 'notBackedup', 'overdue'] as const;

/** The systems that are in trouble, by organization. */
async function troubled(unit: Unit) {
  const health = healthOf(unit.now);
  const rows = await unit
    .select('system')
    .select(['id', 'name', 'lastBackup', 'dueAt', 'organization', health.as('health')])
    .where(health, 'in', TROUBLES)
    .orderBy('name')
    .orderBy('id')
    .execute();
  return gathered(rows, 'organization');
}

export async function healthStatus(unit: Unit): Promise<ResultOf<Calls['healthStatus']>> {
  const active = (await ownersOf(unit)).filter((owner) => owner.active);
  const rank = (owner: Owner) => severity(worstOf(owner));
  const sorted = active.toSorted((a, b) => rank(b) - rank(a) || (a.name < b.name ? -1 : 1));
  const those = await troubled(unit);
  const inTrouble = (id: string, trouble: Health) => those.get(id)?.filter(({ health }) => health === trouble) ?? [];
  return sorted.map(({ id, name, systems }) => ({
    id,
    name,
    health: worst(systems.map(({ health }) => health)),
    systems: total(systems),
    ok: having(systems, 'ok'),
    failed: inTrouble(id, 'failed'),
    notBackedup: inTrouble(id, 'notBackedup'),
    overdue: inTrouble(id, 'overdue'),
  }));
}
