// Organizations with the state of their systems: the worst system, the newest backup and the last 28 nights of each.
import { sql, type RawBuilder } from 'kysely';
import { may } from '#contract/permissions.ts';
import { stripAt } from '#contract/time/heartbeat.ts';
import { nextTurn } from '#server/pipeline/event-loop.ts';
import type { RecordFor, RowOf } from '#server/db/engine.ts';
import type { Derived } from '#server/query/table-attributes.ts';
import type { Unit } from '#server/pipeline/unit-of-work.ts';
import { addNights, newNights } from '#server/entities/system/nights.ts';
import { ranks, severityOf } from '#server/entities/system/derived.ts';
import { loadOwners, heartbeatOf, scheduledOf } from '#server/entities/system/health.ts';

/** Below every system: an organization without any. */
const NO_SYSTEM = -1;

const worstOf = (now: string): RawBuilder<number> =>
  sql`(select coalesce(max(${severityOf(now)}), ${sql.lit(NO_SYSTEM)}) from system
    where ${sql.ref('system.organization')} = ${sql.ref('organization.id')})`;

const stateOf = (now: string): RawBuilder<string> => {
  const worst = worstOf(now);
  return sql`case when ${sql.ref('organization.active')} = 0 then 'paused'
    when ${worst} > ${sql.lit(ranks.late)} then 'trouble'
    when ${worst} = ${sql.lit(ranks.ok)} then 'ok'
    else 'other' end`;
};

/** Attributes that lists of organizations filter and sort by without storing them. */
export const organizationDerived: Readonly<Record<string, Derived>> = {
  severity: { kind: 'int', sql: worstOf, over: 'system', isLong: true },
  state: { kind: 'text', sql: stateOf, over: 'system', isLong: true },
};

/** The part of a system that its strip and its severity depend on. */
type FleetSystem = Pick<
  RowOf<'system'>,
  'id' | 'organization' | 'schedule' | 'createdAt' | 'lastBackup' | 'active' | 'heartbeatCells' | 'heartbeatDay'
>;

/** The systems of these organizations that the actor may read, by organization: the worst first. */
async function systemsOf(unit: Unit, ids: readonly string[]): Promise<Map<string, FleetSystem[]>> {
  const { actor } = unit;
  if (ids.length === 0 || (actor.kind === 'person' && !may(actor.rights, 'system.read'))) return new Map();
  const query = unit
    .select('system')
    .select([
      'id',
      'organization',
      'schedule',
      'createdAt',
      'lastBackup',
      'active',
      'heartbeatCells',
      'heartbeatDay',
      severityOf(unit.now).as('severity'),
    ])
    .where('organization', 'in', ids)
    .orderBy('severity', 'desc')
    .orderBy('dueAt')
    .orderBy('id');
  const byOwner = new Map(ids.map((id): [string, FleetSystem[]] => [id, []]));
  for (const row of await query.execute()) byOwner.get(row.organization)?.push({ ...row, active: row.active === 1 });
  return byOwner;
}

const newest = (systems: readonly FleetSystem[]): string | null =>
  systems.reduce<string | null>(
    (latest, { lastBackup: own }) => (own !== null && (latest === null || own > latest) ? own : latest),
    null,
  );

/** Organizations of one slice: a thousand of them with 20 systems each would block every other request for half a second. */
const SLICE = 50;

/** The rows of `organization.fleet` for these records, in their order. */
export async function fleetRows(unit: Unit, records: readonly RecordFor<'organization'>[]) {
  const rows = [];
  for (let from = 0; from < records.length; from += SLICE) {
    if (from > 0) await nextTurn();
    rows.push(...(await sliceOf(unit, records.slice(from, from + SLICE))));
  }
  return rows;
}

async function sliceOf(unit: Unit, records: readonly RecordFor<'organization'>[]) {
  const systems = await systemsOf(
    unit,
    records.map(({ id }) => id),
  );
  const firsts = [...systems.values()].flatMap((own) => own.slice(0, 1).map(({ id }) => id));
  const full = await unit.lookup('system', firsts);
  const shown = await unit.table('system').records(
    unit,
    firsts.flatMap((id) => full.get(id) ?? []),
  );
  const worst = new Map(shown.map((system) => [system.organizationId, system]));
  const of = await loadOwners(unit, [...systems.values()].flat());
  return records.map((record) => {
    const own = systems.get(record.id) ?? [];
    const nights = newNights();
    for (const system of own) {
      const { organization, schedule } = of(system);
      const strip = stripAt(heartbeatOf(system), scheduledOf(system, organization, schedule), unit.now, nights.length);
      addNights(nights, strip);
    }
    return { ...record, worst: worst.get(record.id) ?? null, lastBackup: newest(own), nights };
  });
}
