// Scan results: rows, and the scans that people ask for.
import { sql } from 'kysely';
import { contract } from '#contract/index.ts';
import { asPerson } from '#server/pipeline/actor.ts';
import type { Context, Handlers } from '#server/pipeline/dispatch.ts';
import { notFound } from '#server/pipeline/errors.ts';
import type { NewRowOf, RowOf } from '#server/db/engine.ts';
import type { Unit } from '#server/pipeline/unit-of-work.ts';
import { also, type Criteria } from '#contract/criteria.ts';
import type { ParsedOf, ResultOf } from '#contract/define.ts';
import type { Contract } from '#contract/index.ts';
import { countsOf, findingsOf } from '#contract/scan-findings.ts';
import type { Services } from '#server/services.ts';
import { references } from '#server/entities/reference.ts';
import { listHandler } from '#server/entities/crud-handlers.ts';
import { signalSystem } from './signals.ts';
import { noSuchFileset } from '#server/entities/backup/upload.ts';
import { byPerson, nameIn } from '#server/entities/activity/shared-rules.ts';
import type * as z from 'zod/mini';
import { json, nullable, stamps, text } from '#server/query/columns.ts';
import type { ScanResult } from '#contract/scanresult.ts';
import { defineEntity, type DeclaredTable } from '#server/entities/define-entity.ts';

type ScanresultRow = RowOf<'scanresult'>;

type ScanRecord = z.output<typeof ScanResult>;
/** `ip`: of the person who asked for it. */
type ScanMeta = {
  askedBy?: { id: string; name: string };
  ip?: string;
  tookMs?: number;
  reason?: string;
};

const columns = {
  ...stamps,
  method: text<ScanRecord['method']>(),
  status: text<ScanRecord['status']>(),
  searchConfig: json<Record<string, unknown>>(),
  result: nullable(json<unknown>()),
  meta: json<ScanMeta>(),
  system: text(),
  organization: text(),
};

declare module '#server/db/engine.ts' {
  interface TableColumns {
    scanresult: typeof columns;
  }
}

const nameBy = (noun: 'system' | 'organization') =>
  sql`coalesce((select name from ${sql.table(noun)} where id = ${sql.ref(`scanresult.${noun}`)}), '')`;

/** `find`: the names of the system and of the organization, as one. */
const table: DeclaredTable<'scanresult'> = {
  columns,
  derived: {
    find: { kind: 'text', sql: () => sql`${nameBy('system')} || ${sql.lit('\n')} || ${nameBy('organization')}` },
  },
  // Each term looks up the system and the organization of each scan.
  weights: { find: 4 },
  indexed: ['organizationId', 'organization', 'system', 'method'],
  sorted: ['createdAt'],
  activity: { nameOf: nameIn('system'), isRecorded: byPerson },
  organization: 'organization',
  async records(unit, rows) {
    const [system, organization] = [
      await references(unit, 'system', rows),
      await references(unit, 'organization', rows),
    ];
    // The findings may be large: lists and events have only their numbers.
    return rows.map(({ result, ...row }) => ({
      ...row,
      counts: row.status === 'done' ? numbersOf(result) : null,
      meta: withoutAddress(row.meta),
      system: system(row),
      organization: organization(row),
      organizationId: row.organization,
    }));
  },
};

function numbersOf(result: unknown): ScanRecord['counts'] {
  const findings = findingsOf(result);
  if (!findings.isKnown) return null;
  const { all, fresh, unmatched } = countsOf(findings);
  const filesets = findings.sets.map(({ id, files }) => ({ id, files: files.length }));
  return { files: all, newFiles: fresh, unmatched, filesets };
}

/** The address is for whoever asked: events go to others as well, so records never have it. */
const withoutAddress = ({ ip: _address, ...meta }: ScanMeta): ScanMeta => meta;

const NEWEST: Criteria['sort'] = [{ attribute: 'createdAt', direction: 'desc' }];

const handlers = (): Handlers['scanresult'] => ({
  manualScans: listHandler('scanresult', { attribute: 'method', operator: '=', value: 'manual' }),
  ofSystem: (context, { system }, criteria) =>
    context.read(async (unit) => {
      await unit.need('system', system);
      if (!criteria) throw notFound();
      const own = also(criteria, { attribute: 'system', operator: '=', value: system });
      return unit.list('scanresult', own.sort.length > 0 ? own : { ...own, sort: NEWEST });
    }),
  get: (context, { id, excludeResult }) =>
    context.read(async (unit) => {
      const row = await unit.need('scanresult', id);
      const record = await unit.record('scanresult', row);
      const { meta, result } = row;
      const isOwn = context.actor?.kind === 'person' && meta.askedBy?.id === context.actor.id;
      const own = isOwn ? { ...record, meta } : record;
      return excludeResult ? own : { ...own, result: result ?? null };
    }),
  destroy: (context, { id }) => context.write((unit) => unit.remove('scanresult', id)),
});

export const scanresultEntity = defineEntity(contract.scanresult, { table, handlers });

/** The person who requested the scan, as `meta` stores it. */
function askedBy({ actor, request }: Context): ScanMeta {
  const { id, name } = asPerson(actor);
  return { askedBy: { id, name }, ip: request.ip };
}

async function newScan(
  unit: Unit,
  system: Pick<RowOf<'system'>, 'id' | 'organization'>,
  values: Pick<NewRowOf<'scanresult'>, 'method' | 'searchConfig' | 'meta'>,
): Promise<ScanresultRow> {
  // As a fileset: it lives where its system does, also where that moves meanwhile.
  await unit.lock('system', [system.id]);
  return unit.asInternal().insert('scanresult', {
    status: 'pending',
    result: null,
    system: system.id,
    organization: system.organization,
    ...values,
  });
}

/** The filesets that a scan is to look for: one of the system's, or all of them. */
async function searchConfigOf(
  unit: Unit,
  system: RowOf<'system'>,
  fileset: string | undefined,
): Promise<ScanresultRow['searchConfig']> {
  const rows = await unit
    .asInternal()
    .select('fileset')
    .select(['id', 'description', 'glob', 'pattern'])
    .where('system', '=', system.id)
    .orderBy('id')
    .execute();
  const wanted = fileset === undefined ? rows : rows.filter(({ id }) => id === fileset);
  if (fileset !== undefined && wanted.length === 0) throw noSuchFileset();
  return { filesets: wanted };
}

/** A request that a client received is sent; one that no client received stays pending. */
async function send(context: Context, services: Services, scan: ScanresultRow, signal: string) {
  const system = { id: scan.system, organization: scan.organization };
  const isDelivered = await signalSystem(services, system, { signal, scanresult: scan.id });
  return context.write(async (unit) => {
    const internalUnit = unit.asInternal();
    const row = await internalUnit.need('scanresult', scan.id);
    const sent =
      isDelivered && row.status === 'pending'
        ? await internalUnit.updateRow('scanresult', row, { status: 'sent' })
        : row;
    return internalUnit.record('scanresult', sent);
  });
}

type Calls = Contract['system']['calls'];

export async function scan(context: Context, services: Services, { id, fileset }: ParsedOf<Calls['scan']>) {
  const meta = askedBy(context);
  const row = await context.write(async (unit) => {
    const system = await unit.need('system', id, 'update');
    const searchConfig = await searchConfigOf(unit, system, fileset);
    return newScan(unit, system, { method: 'manual', searchConfig, meta });
  });
  return send(context, services, row, 'scan');
}

/** As many as are asked in one unit: a fleet must not hold the database until all of it is asked. */
const SLICE = 50;

/** Makes the questions for the next systems whose client is connected, by their ids. */
const askNext = (context: Context, after: string): Promise<ScanresultRow[]> =>
  context.write(async (unit) => {
    const systems = unit
      .select('system', { action: 'update' })
      .select(['id', 'organization', 'softwareRole'])
      .where('connected', '=', 1)
      .where('id', '>', after)
      .orderBy('id')
      .limit(SLICE);
    const made = [];
    for (const system of await systems.execute()) {
      const searchConfig = { software: system.softwareRole };
      made.push(await newScan(unit, system, { method: 'version', searchConfig, meta: askedBy(context) }));
    }
    return made;
  });

/** One question for each system whose client is connected. */
export async function versionScan(context: Context, services: Services): Promise<ResultOf<Calls['versionScan']>> {
  const scans: string[] = [];
  for (let after = ''; ;) {
    const made = await askNext(context, after);
    for (const row of made) await send(context, services, row, 'version');
    scans.push(...made.map(({ id }) => id));
    if (made.length < SLICE) return { asked: scans.length, scans };
    after = made.at(-1)?.system ?? '';
  }
}
