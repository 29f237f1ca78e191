// The clients of one organization: its own, those of its systems, and the Raspberry Pis that are assigned to them.
import type { ResultOf } from '#contract/define.ts';
import type { Contract } from '#contract/index.ts';
import { may, type Rights } from '#contract/permissions.ts';
import { asPerson } from '#server/pipeline/actor.ts';
import type { Context } from '#server/pipeline/dispatch.ts';
import { decode } from '#server/query/row-codec.ts';
import type { Unit } from '#server/pipeline/unit-of-work.ts';
import type { RowOf } from '#server/db/engine.ts';

type Known = ResultOf<Contract['organization']['calls']['clients']>[number];

/** A client with a key of its own. */
const withKey = ({ id, name, keyConnected, clientVersion, ...row }: RowOf<'organization'> | RowOf<'system'>) => {
  const { ip, internalIp, rpiMacAddress: macAddress, lastConnection } = row;
  return { id, name, keyConnected, clientVersion, ip, internalIp, macAddress, lastConnection };
};

const shownPi = ({ id, name, version, ip, macAddress, lastConnection }: RowOf<'rpiclient'>): Known => ({
  id,
  name,
  model: 'rpiclient',
  keyConnected: false,
  connected: null,
  clientVersion: version,
  ip,
  internalIp: null,
  macAddress,
  lastConnection,
});

/** Whether the actor may read records of a noun in an organization. */
function mayReadIn(unit: Unit, rights: Rights, noun: 'system' | 'rpiclient', organization: string): boolean {
  const scope = unit.scope(noun, 'read');
  return may(rights, `${noun}.read`) && (scope === 'all' || scope.includes(organization));
}

async function clientsOfSystems(unit: Unit, organization: string): Promise<Known[]> {
  const own = unit.select('system').selectAll().where('organization', '=', organization).orderBy('name');
  const rows = await own.where('instanceHash', 'is not', null).execute();
  return rows.map((row) => {
    const system = decode(unit.table('system'), row);
    return { ...withKey(system), model: 'system', connected: system.connected };
  });
}

async function pisOf(unit: Unit, organization: string): Promise<Known[]> {
  const own = unit.select('rpiclient').selectAll().where('organization', '=', organization).orderBy('name');
  return (await own.execute()).map(shownPi);
}

export async function clientsOf(context: Context, id: string): Promise<Known[]> {
  const { rights } = asPerson(context.actor);
  return context.read(async (unit) => {
    const organization = await unit.need('organization', id);
    const own: Known = { ...withKey(organization), model: 'organization', connected: null };
    return [
      ...(organization.instanceHash === null ? [] : [own]),
      ...(mayReadIn(unit, rights, 'system', id) ? await clientsOfSystems(unit, id) : []),
      ...(mayReadIn(unit, rights, 'rpiclient', id) ? await pisOf(unit, id) : []),
    ];
  });
}
