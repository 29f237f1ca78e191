// Orphans: what a system or an organization leaves behind when it goes, and removing it.
import type { Context, Handlers } from '#server/pipeline/dispatch.ts';
import { contract } from '#contract/index.ts';
import { internalActor } from '#server/pipeline/actor.ts';
import { ApiError, notFound } from '#server/pipeline/errors.ts';
import type { NewRowOf, RecordFor, RowOf } from '#server/db/engine.ts';
import type { Unit } from '#server/pipeline/unit-of-work.ts';
import type { Services } from '#server/services.ts';
import { listHandler } from './crud-handlers.ts';
import type * as z from 'zod/mini';
import { int, nullable, stamps, text } from '#server/query/columns.ts';
import type { Orphan } from '#contract/orphan.ts';
import { defineEntity, type DeclaredTable } from '#server/entities/define-entity.ts';
import { STORE_RETRY_SECONDS } from '#server/entities/backup/upload.ts';
import { StorageError } from '#server/ports/storage.ts';

type OrphanRow = RowOf<'orphan'>;

type OrphanRecord = z.output<typeof Orphan>;

const columns = {
  ...stamps,
  kind: text<OrphanRecord['kind']>(),
  /** The id of the record that was destroyed. */
  gone: text(),
  model: text<OrphanRecord['model']>(),
  name: text(),
  organization: nullable(text()),
  count: int(),
  size: int(),
  lastBackup: nullable(text()),
  clientVersion: nullable(text()),
  ip: nullable(text()),
  lastConnection: nullable(text()),
};

declare module '#server/db/engine.ts' {
  interface TableColumns {
    orphan: typeof columns;
  }
}

const table: DeclaredTable<'orphan'> = {
  columns,
  indexed: ['organizationId', 'organization', 'kind'],
  // Left behind by a destroy, which is recorded.
  activity: { isRecorded: ({ after }) => after === null },
  organization: 'organization',
  records: (_unit, rows) => Promise.resolve(rows.map((row) => ({ ...row, organizationId: row.organization }))),
};

type Kind = OrphanRow['kind'];

async function needKind(unit: Unit, kind: Kind, id: string, action: 'read' | 'destroy'): Promise<OrphanRow> {
  const row = await unit.need('orphan', id, action);
  return row.kind === kind ? row : Promise.reject(notFound());
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

/** A stored file without a record. */
interface Left {
  date: string;
  file: string;
  size: number;
  key: string;
}

/**
 * The stored files of a system that is gone, newest first.
 *
 * @throws ApiError E_UNAVAILABLE where the store is away: it would look as if nothing were left
 */
async function leftOf({ storage }: Services, { gone, count }: RowOf<'orphan'>): Promise<Left[]> {
  const left: Left[] = [];
  try {
    for await (const { key, size, modifiedAt } of storage.list(`${gone}/`))
      left.push({ ...readKey(key, new Date(modifiedAt).toISOString()), size, key });
    if (left.length === 0 && count > 0 && (await isEmpty(storage)))
      throw new StorageError('E_UNAVAILABLE', 'The store is empty. Check that its disk is there.');
  } catch (error) {
    throw error instanceof StorageError ? new ApiError('E_UNAVAILABLE', error.message, {}, STORE_RETRY_SECONDS) : error;
  }
  return left.toSorted((a, b) => (a.date < b.date ? 1 : -1));
}

async function isEmpty(storage: Services['storage']): Promise<boolean> {
  for await (const _ of storage.list('')) return false;
  return true;
}

async function destroySystem(context: Context, services: Services, id: string): Promise<RecordFor<'orphan'>> {
  const row = await context.read((unit) => needKind(unit, 'system', id, 'destroy'));
  // Files first: were the row gone and the files not, nobody would know of them any more. The oldest of them first.
  const left = await leftOf(services, row);
  let removed = 0;
  try {
    for (const { key } of left.toReversed()) {
      await services.storage.remove(key);
      removed += 1;
    }
  } catch (error) {
    if (removed === 0) throw error;
    services.log.failure(`orphan ${id}`, error);
    const counts = countsOf(left.slice(0, -removed));
    await context.write((unit) => unit.update('orphan', id, counts), internalActor);
    throw new ApiError('E_INCOMPLETE', `${removed} of ${left.length} stored backups were removed. Try again.`);
  }
  return context.write((unit) => unit.remove('orphan', id));
}

const countsOf = (left: readonly Left[]) => ({
  count: left.length,
  size: left.reduce((sum, { size }) => sum + size, 0),
  lastBackup: left[0]?.date ?? null,
});

const ofKind = (kind: Kind) => listHandler('orphan', { attribute: 'kind', operator: '=', value: kind });

const handlers = (services: Services): Handlers['orphan'] => ({
  systems: ofKind('system'),
  clients: ofKind('client'),
  total: (context) =>
    context.read(async (unit) => {
      const rows = unit.select('orphan').where('kind', '=', 'system');
      const sums = rows.select(({ fn }) => [fn.sum('count').as('count'), fn.sum('size').as('size')]);
      const { count, size } = await sums.executeTakeFirstOrThrow();
      // PostgreSQL answers sums as text; null where there are no rows.
      return { count: Number(count ?? 0), size: Number(size ?? 0) };
    }),
  getSystem: async (context, { id }) => {
    const row = await context.read((unit) => needKind(unit, 'system', id, 'read'));
    const backups = await leftOf(services, row);
    return { ...(await context.read((unit) => unit.record('orphan', row))), backups };
  },
  destroySystem: (context, { id }) => destroySystem(context, services, id),
  destroyClient: (context, { id }) =>
    context.write(async (unit) => {
      await needKind(unit, 'client', id, 'destroy');
      return unit.remove('orphan', id);
    }),
});

export const orphanEntity = defineEntity(contract.orphan, { table, handlers });

type About = Pick<NewRowOf<'orphan'>, 'kind' | 'model' | 'organization'> &
  Partial<Pick<OrphanRow, 'count' | 'size' | 'lastBackup'>>;

const leave = (unit: Unit, row: RowOf<'system'> | RowOf<'organization'>, about: About): Promise<OrphanRow | null> =>
  unit.asInternal().insertOnce('orphan', {
    gone: row.id,
    name: row.name,
    count: 0,
    size: 0,
    lastBackup: null,
    clientVersion: row.clientVersion,
    ip: row.ip,
    lastConnection: row.lastConnection,
    ...about,
  });

/** A system is about to go: its stored backups and its own client stay behind. */
export async function createOrphanFrom(unit: Unit, system: RowOf<'system'>): Promise<void> {
  const stored = await unit
    .asInternal()
    .select('backup')
    .select(({ fn }) => [fn.countAll().as('count'), fn.sum('size').as('size'), fn.max('date').as('lastBackup')])
    .where('system', '=', system.id)
    .where('key', '<>', '')
    .executeTakeFirst();
  const at = { model: 'system', organization: system.organization } as const;
  // PostgreSQL answers counts and sums as text.
  const [count, size] = [Number(stored?.count ?? 0), Number(stored?.size ?? 0)];
  if (count > 0)
    await leave(unit, system, { ...at, kind: 'system', count, size, lastBackup: stored?.lastBackup ?? null });
  if (system.instanceHash !== null) await leave(unit, system, { ...at, kind: 'client' });
}

/** An organization is about to go: the client that speaks for it stays behind, and is nobody's. */
export async function createOrphanFromOrganization(unit: Unit, organization: RowOf<'organization'>): Promise<void> {
  if (organization.instanceHash !== null)
    await leave(unit, organization, { kind: 'client', model: 'organization', organization: null });
}
