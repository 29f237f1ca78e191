// Scan results: rows, and the scans that people ask for.
import { asPerson } from '#server/kernel/actor.ts';
import type { Context, Handlers } from '#server/kernel/dispatch.ts';
import type { Row } from '#server/kernel/store.ts';
import type { Table, Unit } from '#server/kernel/unit.ts';
import { parseCriteria } from '#contract/criteria.ts';
import type { Services } from '#server/services.ts';
import { listing, standing } from './standing.ts';
import { columns } from './tables.ts';
import { tellSystem } from './tell.ts';
import { noSuchFileset } from './upload.ts';

export const scanresultTable: Table = {
  noun: 'scanresult',
  columns: columns.scanresult,
  organization: 'organization',
  async records(unit, rows) {
    const named = (key: string) => rows.map((row) => String(row[key]));
    const systems = await unit.lookup('system', named('system'));
    const organizations = await unit.lookup('organization', named('organization'));
    // What was found may be large: lists and events go without it.
    return rows.map(({ result: _large, ...row }) => ({
      ...row,
      system: { id: row['system'], name: systems.get(String(row['system']))?.['name'] ?? '' },
      organization: { id: row['organization'], name: organizations.get(String(row['organization']))?.['name'] ?? '' },
      organizationId: row['organization'],
    }));
  },
};

const { destroy } = standing('scanresult');

export const scanresultHandlers = (): Handlers[string] => ({
  manualScans: listing('scanresult', { attribute: 'method', operator: '=', value: 'manual' }),
  get: (context, { id, excludeResult }) =>
    context.read(async (unit) => {
      const row = await unit.need('scanresult', String(id));
      const record = await unit.record('scanresult', row);
      return excludeResult ? record : { ...record, result: row['result'] ?? null };
    }),
  destroy,
});

/** Who asked, as the meta of a scan keeps it. */
function askedBy({ actor, request }: Context): Row {
  const { id, name } = asPerson(actor);
  return { askedBy: { id, name }, ip: request.ip };
}

const newScan = (unit: Unit, system: Row, values: Row): Promise<Row> =>
  unit.asHouse().insert('scanresult', {
    status: 'pending',
    result: null,
    system: system['id'],
    organization: system['organization'],
    ...values,
  });

/** The filesets that a scan is to look for: one of the system's, or all of them. */
async function searchConfigOf(unit: Unit, system: Row, fileset: unknown): Promise<Row> {
  const rows = await unit.db
    .selectFrom('fileset')
    .select(['id', 'description', 'glob', 'pattern'])
    .where('system', '=', system['id'])
    .orderBy('id')
    .execute();
  const wanted = fileset === undefined ? rows : rows.filter(({ id }) => id === fileset);
  if (fileset !== undefined && wanted.length === 0) throw noSuchFileset();
  return { filesets: wanted };
}

/** What was told to a client is sent; what nobody heard waits as it is. */
async function send(context: Context, services: Services, scan: Row, system: Row, signal: string): Promise<Row> {
  const heard = await tellSystem(services, system, { signal, scanresult: scan['id'] });
  return context.write(async (unit) => {
    const house = unit.asHouse();
    const row = await house.need('scanresult', String(scan['id']));
    const sent =
      heard && row['status'] === 'pending' ? await house.updateRow('scanresult', row, { status: 'sent' }) : row;
    return house.record('scanresult', sent);
  });
}

export async function scan(context: Context, services: Services, { id, fileset }: Row): Promise<Row> {
  const meta = askedBy(context);
  const { row, system } = await context.write(async (unit) => {
    const system = await unit.need('system', String(id), 'update');
    const searchConfig = await searchConfigOf(unit, system, fileset);
    return { system, row: await newScan(unit, system, { method: 'manual', searchConfig, meta }) };
  });
  return send(context, services, row, system, 'scan');
}

/** One question for each system whose client is connected. */
export async function versionScan(context: Context, services: Services): Promise<Row> {
  const meta = askedBy(context);
  const criteria = parseCriteria({ where: { connected: true } }, columns.system);
  const asked = await context.write(async (unit) => {
    const { rows } = await unit.list('system', criteria, 'update');
    const made = [];
    for (const { id } of rows) {
      const system = await unit.need('system', String(id), 'update');
      const values = { method: 'version', searchConfig: { software: system['softwareRole'] }, meta };
      made.push({ system, row: await newScan(unit, system, values) });
    }
    return made;
  });
  for (const { row, system } of asked) await send(context, services, row, system, 'version');
  return { asked: asked.length, scans: asked.map(({ row }) => row['id']) };
}

export const scanResults = (context: Context, { id, limit, skip }: Row): Promise<Row[]> =>
  context.read(async (unit) => {
    await unit.need('system', String(id));
    const criteria = parseCriteria({ where: { system: id }, sort: 'createdAt DESC', limit, skip }, columns.scanresult);
    return (await unit.list('scanresult', criteria)).rows;
  });
