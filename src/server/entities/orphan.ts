// Orphans: what a system or an organization leaves behind when it goes, and removing it.
import type { Context, Handlers } from '#server/kernel/dispatch.ts';
import { notFound } from '#server/kernel/refusal.ts';
import type { Row } from '#server/kernel/store.ts';
import type { Table, Unit } from '#server/kernel/unit.ts';
import type { Services } from '#server/services.ts';
import { listing } from './standing.ts';
import { columns } from './tables.ts';

export const orphanTable: Table = {
  noun: 'orphan',
  columns: columns.orphan,
  organization: 'organization',
  records: (_unit, rows) => Promise.resolve(rows.map((row) => ({ ...row, organizationId: row['organization'] }))),
};

type Kind = 'system' | 'client';

async function needKind(unit: Unit, kind: Kind, id: unknown, action: 'read' | 'destroy'): Promise<Row> {
  const row = await unit.need('orphan', String(id), action);
  return row['kind'] === kind ? row : Promise.reject(notFound());
}

/** `<system>/<fileset>/<YYYYMMDDTHHmmssZ>-<name>`, as the store has it. */
function readKey(key: string, modifiedAt: string): { date: string; file: string } {
  const last = key.split('/').at(-1) ?? key;
  const [, year, month, day, hour, minute, second, file] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z-(.*)$/s.exec(last) ?? [];
  const date = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}.000Z`);
  return Number.isNaN(date.getTime())
    ? { date: modifiedAt, file: last }
    : { date: date.toISOString(), file: file ?? '' };
}

/** What the store holds of a system that is gone, newest first. */
async function leftOf(services: Services, system: string): Promise<Row[]> {
  const left: Row[] = [];
  for await (const { key, size, modifiedAt } of services.storage.list(`${system}/`))
    left.push({ ...readKey(key, new Date(modifiedAt).toISOString()), size, key });
  return left.toSorted((a, b) => (a['date'] < b['date'] ? 1 : -1));
}

async function destroySystem(context: Context, services: Services, { id }: Row): Promise<Row> {
  const row = await context.read((unit) => needKind(unit, 'system', id, 'destroy'));
  // Files first: were the row gone and the files not, nobody would know of them any more.
  for (const { key } of await leftOf(services, String(row['gone']))) await services.storage.remove(String(key));
  return context.write((unit) => unit.remove('orphan', String(id)));
}

const ofKind = (kind: Kind) => listing('orphan', { attribute: 'kind', operator: '=', value: kind });

export const orphanHandlers = (services: Services): Handlers[string] => ({
  systems: ofKind('system'),
  clients: ofKind('client'),
  getSystem: async (context, { id }) => {
    const row = await context.read((unit) => needKind(unit, 'system', id, 'read'));
    const backups = await leftOf(services, String(row['gone']));
    return { ...(await context.read((unit) => unit.record('orphan', row))), backups };
  },
  destroySystem: (context, input) => destroySystem(context, services, input),
  destroyClient: (context, { id }) =>
    context.write(async (unit) => {
      await needKind(unit, 'client', id, 'destroy');
      return unit.remove('orphan', String(id));
    }),
});

const leave = (unit: Unit, row: Row, values: Row): Promise<Row | null> =>
  unit.asHouse().insertOnce('orphan', {
    gone: row['id'],
    name: row['name'],
    count: 0,
    size: 0,
    clientVersion: row['clientVersion'],
    ip: row['ip'],
    lastConnection: row['lastConnection'],
    ...values,
  });

/** A system is about to go: its stored backups and its own client stay behind. */
export async function leaveSystem(unit: Unit, system: Row): Promise<void> {
  const stored = await unit.db
    .selectFrom('backup')
    .select('size')
    .where('system', '=', system['id'])
    .where('key', '<>', '')
    .execute();
  const size = stored.reduce((sum, backup) => sum + Number(backup['size']), 0);
  const at = { model: 'system', organization: system['organization'] };
  if (stored.length > 0) await leave(unit, system, { ...at, kind: 'system', count: stored.length, size });
  if (system['instanceHash'] !== null) await leave(unit, system, { ...at, kind: 'client' });
}

/** An organization is about to go: the client that speaks for it stays behind, and is nobody's. */
export async function leaveOrganization(unit: Unit, organization: Row): Promise<void> {
  if (organization['instanceHash'] !== null)
    await leave(unit, organization, { kind: 'client', model: 'organization', organization: null });
}
