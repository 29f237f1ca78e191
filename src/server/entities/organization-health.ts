// How organizations are, told from the rows of their systems alone: the summary, and who has trouble.
import { healthAt, severity, worst, type Health } from '#contract/health.ts';
import { narrowed } from '#server/kernel/criteria-sql.ts';
import type { Row } from '#server/kernel/store.ts';
import { decode, type Unit } from '#server/kernel/unit.ts';
import { belongings, momentsOf, scheduledOf } from './watching.ts';

const COLUMNS = [
  'id',
  'name',
  'organization',
  'schedule',
  'active',
  'createdAt',
  'lastBackup',
  'failedAt',
  'dueAt',
  'alarmAt',
  'backupMethod',
] as const;

interface Seen {
  system: Row;
  health: Health;
}
interface Owner {
  id: string;
  name: string;
  active: boolean;
  systems: Seen[];
}

/** The organizations that the actor may read, each with the systems of it that he may read. */
async function ownersOf(unit: Unit): Promise<Owner[]> {
  const rows = async (noun: 'organization' | 'system', column: string, columns: readonly string[]) => {
    const query = unit.db.selectFrom(noun).select([...columns]);
    return (await narrowed(query, column, unit.scope(noun, 'read')).execute()) as Row[];
  };
  const owners = new Map<string, Owner>();
  for (const { id, name, active } of await rows('organization', 'id', ['id', 'name', 'active']))
    owners.set(String(id), { id: String(id), name: String(name), active: active === 1, systems: [] });
  const systems = (await rows('system', 'organization', COLUMNS)).map((row) => decode(unit.table('system'), row));
  const of = await belongings(unit, systems);
  for (const system of systems) {
    const scheduled = scheduledOf(system, of(system).organization, of(system).schedule);
    const health = healthAt(momentsOf(system, scheduled), unit.now);
    owners.get(String(system['organization']))?.systems.push({ system, health });
  }
  return [...owners.values()];
}

const count = (systems: Seen[], ...healths: Health[]): number =>
  systems.filter(({ health }) => healths.includes(health)).length;

/** An organization is fine when something of it is watched and all of that is ok. */
const isOk = ({ systems }: Owner): boolean => worst(systems.map(({ health }) => health)) === 'ok';

export async function healthSummary(unit: Unit): Promise<Row> {
  const owners = await ownersOf(unit);
  const active = owners.filter((owner) => owner.active);
  const systems = active.flatMap((owner) => owner.systems).filter(({ system }) => system['active'] === true);
  const blockOf = (method: string) => {
    const some = systems.filter(({ system }) => system['backupMethod'] === method);
    return { ok: count(some, 'ok'), count: some.length, overdue: count(some, 'overdue') };
  };
  return {
    inactive: owners.length - active.length,
    organizations: active.length,
    organizationsOk: active.filter(isOk).length,
    systems: systems.length,
    systemsOk: count(systems, 'ok'),
    overdue: count(systems, 'overdue'),
    notBackedup: count(systems, 'notBackedup'),
    manual: blockOf('manual'),
    automatic: blockOf('automatic'),
  };
}

export async function healthStatus(unit: Unit): Promise<Row[]> {
  const active = (await ownersOf(unit)).filter((owner) => owner.active);
  const rank = ({ systems }: Owner) => severity(worst(systems.map(({ health }) => health)));
  const sorted = active.toSorted((a, b) => rank(b) - rank(a) || (a.name < b.name ? -1 : 1));
  return sorted.map(({ id, name, systems }) => {
    const having = (wanted: Health) =>
      systems
        .filter(({ health }) => health === wanted)
        .map(({ system }) => ({
          id: system['id'],
          name: system['name'],
          lastBackup: system['lastBackup'],
          dueAt: system['dueAt'],
        }));
    return {
      id,
      name,
      systems: systems.length,
      ok: count(systems, 'ok'),
      failed: having('failed'),
      notBackedup: having('notBackedup'),
      overdue: having('overdue'),
    };
  });
}
