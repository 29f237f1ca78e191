// Organizations: rows, counts, client keys.
import { contract } from '#contract/index.ts';
import { sql } from 'kysely';
import { parseCriteria } from '#contract/criteria.ts';
import type { Handlers } from '#server/pipeline/dispatch.ts';
import { ApiError, invalidField } from '#server/pipeline/errors.ts';
import type { Unit } from '#server/pipeline/unit-of-work.ts';
import type { Services } from '#server/services.ts';
import { clientKeyColumns, newClientKey, readKey, rotateKey } from '#server/entities/client/key.ts';
import { propagateChange } from '#server/entities/system/propagation.ts';
import type { CrudCall, Rules } from '#server/entities/crud-handlers.ts';
import { clientsOf } from './clients.ts';
import { fleetRows, organizationDerived } from './fleet.ts';
import { healthOfSystems, healthStatus, healthSummary } from './health.ts';
import { createOrphanFromOrganization } from '#server/entities/orphan.ts';
import { organizationPopulates } from '#server/entities/populate.ts';
import { uploadKeys } from '#server/entities/backup/upload.ts';
import { LOG_COLUMNS } from '#server/entities/system/run-log.ts';
import type { RowOf } from '#server/db/engine.ts';
import { bool, edited, nullable, text, kindsOf } from '#server/query/columns.ts';
import { defineEntity, type DeclaredTable } from '#server/entities/define-entity.ts';

const columns = {
  ...edited,
  ...clientKeyColumns,
  name: text(),
  active: bool(),
  timeZone: text(),
  phone: text(),
  reenableTime: nullable(text()),
  allowUpgrade: bool(),
  clientVersion: nullable(text()),
  core_id: nullable(text()),
  keyConnected: bool(),
  hasRpiClient: bool(),
  rpiMacAddress: nullable(text()),
  ip: nullable(text()),
  internalIp: nullable(text()),
  lastConnection: nullable(text()),
  lastLog: nullable(text()),
  lastBackupLog: nullable(text()),
};

declare module '#server/db/engine.ts' {
  interface TableColumns {
    organization: typeof columns;
  }
}

const table: DeclaredTable<'organization'> = {
  columns,
  indexed: ['name'],
  sorted: ['name'],
  unsearched: LOG_COLUMNS,
  activity: { secret: { clientKeyHash: 'clientKey' } },
  derived: organizationDerived,
  populates: organizationPopulates,
  populatesUnasked: true,
  parts: ['userorg', 'schedule', 'retention'].map((noun) => ({ noun, by: 'organization' })),
  organization: 'id',
  async records(unit, rows) {
    const ids = rows.map(({ id }) => id);
    const [systems, users] = await Promise.all([healthOfSystems(unit, ids), countUsers(unit, ids)]);
    return rows.map((row) => ({
      ...row,
      ...(systems.get(row.id) ?? { systems: 0, ok: 0 }),
      users: users.get(row.id) ?? 0,
    }));
  },
};

async function countUsers(unit: Unit, ids: string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const rows = await unit
    .asInternal()
    .select('userorg')
    .select(['organization', sql<number>`count(*)`.as('total')])
    .where('organization', 'in', ids)
    .groupBy('organization')
    .execute();
  return new Map(rows.map(({ organization, total }) => [organization, total]));
}

const blank = {
  clientVersion: null,
  ip: null,
  internalIp: null,
  lastConnection: null,
  lastLog: null,
  lastBackupLog: null,
};

/** A paused organization is active again by itself, at its moment. */
function comesBack(unit: Unit, services: Services, { reenableTime }: RowOf<'organization'>): void {
  if (reenableTime) services.dueBy(unit, reenableTime);
}

/** A fileset decides which system a file belongs to. */
async function systemOfFileset(unit: Unit, id: string, fileset: string): Promise<string> {
  await unit.need('organization', id, 'update');
  const row = await unit.find('fileset', fileset, 'update');
  if (row?.organization === id) return row.system;
  throw invalidField('E_DANGLING', 'fileset', 'this organization has no such fileset');
}

const SUGGESTED = 20;

async function available(unit: Unit, searchTerm: string, linked: boolean) {
  const text = searchTerm.trim();
  // The scope of a change: linked organizations, or every one with `allOrganizations`.
  const scope = linked ? unit.scope('organization', 'update') : 'all';
  const where = {
    ...(text !== '' && { name: { contains: text } }),
    ...(scope !== 'all' && { id: [...scope] }),
  };
  const criteria = parseCriteria({ where, sort: 'name', limit: SUGGESTED }, kindsOf(columns));
  return (await unit.list('organization', criteria)).rows.map(({ id, name }) => ({ id, name }));
}

const rules = (services: Services): Rules<'organization'> => ({
  beforeCreate: (_unit, values) => ({ ...values, ...blank, ...newClientKey(services.secrets.seal) }),
  afterCreate: (unit, row) => Promise.resolve(comesBack(unit, services, row)),
  beforeUpdate: (_unit, _row, values) => ({
    ...values,
    ...(values.keyConnected === false ? { instanceHash: null } : {}),
    ...(values.active === true ? { reenableTime: null } : {}),
  }),
  async afterUpdate(unit, row, before) {
    if (row.active !== before.active || row.timeZone !== before.timeZone)
      await propagateChange(unit, services, { noun: 'organization', before });
    comesBack(unit, services, row);
  },
  async beforeDestroy(unit, id) {
    const owned = unit
      .asInternal()
      .select('system')
      .select(sql<number>`count(*)`.as('total'));
    const { total: systems } = await owned.where('organization', '=', id).executeTakeFirstOrThrow();
    if (systems > 0)
      throw new ApiError(
        'E_IN_USE',
        `This organization owns ${systems} ${systems === 1 ? 'system' : 'systems'}. Move or delete its systems first.`,
      );
    await createOrphanFromOrganization(unit, await unit.need('organization', id, 'destroy'));
    for (const { id: waiting } of await unit
      .asInternal()
      .select('rpiclient')
      .select('id')
      .where('organization', '=', id)
      .execute())
      await unit.asInternal().update('rpiclient', waiting, { system: null, organization: null });
  },
});

const handlers = (services: Services): Omit<Handlers['organization'], CrudCall> => ({
  clientKey: (context, { id }) => readKey(context, services, 'organization', id),
  rotateKey: (context, { id }) => rotateKey(context, services, 'organization', id),
  uploadKeys: async (context, input) => {
    const system = await context.read((unit) => systemOfFileset(unit, input.id, input.fileset));
    return uploadKeys(context, services, { ...input, id: system });
  },
  health: (context) => context.read(healthSummary),
  healthStatus: (context) => context.read(healthStatus),
  fleet: (context, _input, criteria) =>
    context.read(async (unit) => {
      if (!criteria) return { rows: [], total: 0 };
      const { rows, total } = await unit.list('organization', criteria);
      return { rows: await fleetRows(unit, rows), total };
    }),
  available: (context, { searchTerm, linked }) => context.read((unit) => available(unit, searchTerm, linked)),
  clients: (context, { id }) => clientsOf(context, id),
});

export const organizationEntity = defineEntity(contract.organization, { table, rules, handlers });
