// The clients of one organization: its own, those of its systems, and the Raspberry Pis that are assigned to them.
import { may, type Rights } from '#contract/permissions.ts';
import { asPerson } from '#server/kernel/actor.ts';
import type { Context } from '#server/kernel/dispatch.ts';
import type { Row } from '#server/kernel/store.ts';
import { decode } from '#server/kernel/coding.ts';
import { type Unit } from '#server/kernel/unit.ts';

const shown = (model: string, row: Row): Row => ({
  id: row['id'],
  name: row['name'],
  model,
  keyConnected: row['keyConnected'] ?? false,
  connected: row['connected'] ?? null,
  clientVersion: row['clientVersion'] ?? row['version'] ?? null,
  ip: row['ip'],
  internalIp: row['internalIp'] ?? null,
  macAddress: row['macAddress'] ?? row['rpiMacAddress'] ?? null,
  lastConnection: row['lastConnection'],
});

async function below(unit: Unit, rights: Rights, noun: 'system' | 'rpiclient', organization: string): Promise<Row[]> {
  const scope = unit.scope(noun, 'read');
  if (!may(rights, `${noun}.read`) || (scope !== 'all' && !scope.includes(organization))) return [];
  const query = unit.db.selectFrom(noun).selectAll().where('organization', '=', organization).orderBy('name');
  const rows = await (noun === 'system' ? query.where('instanceHash', 'is not', null) : query).execute();
  return rows.map((row) => shown(noun, decode(unit.table(noun), row)));
}

export async function clientsOf(context: Context, id: string): Promise<Row[]> {
  const { rights } = asPerson(context.actor);
  return context.read(async (unit) => {
    const organization = await unit.need('organization', id);
    return [
      ...(organization['instanceHash'] === null ? [] : [shown('organization', organization)]),
      ...(await below(unit, rights, 'system', id)),
      ...(await below(unit, rights, 'rpiclient', id)),
    ];
  });
}
