// Raspberry Pi clients: rows, and their assignment to a system or an organization.
import { contract } from '#contract/index.ts';
import { sql } from 'kysely';
import type { ParsedOf } from '#contract/define.ts';
import type { Contract } from '#contract/index.ts';
import type { Handlers } from '#server/pipeline/dispatch.ts';
import { invalidField } from '#server/pipeline/errors.ts';
import type { Unit } from '#server/pipeline/unit-of-work.ts';
import { references } from '#server/entities/reference.ts';
import { listHandler } from '#server/entities/crud-handlers.ts';
import type { RowOf } from '#server/db/engine.ts';
import { edited, nullable, text } from '#server/query/columns.ts';
import { defineEntity, type DeclaredTable } from '#server/entities/define-entity.ts';

const column = (name: string) => sql.ref(`rpiclient.${name}`);
const nameBy = (noun: 'system' | 'organization') =>
  sql`coalesce((select name from ${sql.table(noun)} where id = ${column(noun)}), '')`;

/** `find`: the texts by which a client is looked for, as one. Its address is found with colons and without. */
const findText = () =>
  sql.join(
    [
      column('name'),
      column('macAddress'),
      sql`replace(${column('macAddress')}, ':', '')`,
      sql`coalesce(${column('ip')}, '')`,
      nameBy('system'),
      nameBy('organization'),
    ],
    sql` || ${sql.lit('\n')} || `,
  );

const columns = {
  ...edited,
  macAddress: text(),
  name: text(),
  ip: nullable(text()),
  lastConnection: nullable(text()),
  version: nullable(text()),
  system: nullable(text()),
  organization: nullable(text()),
};

declare module '#server/db/engine.ts' {
  interface TableColumns {
    rpiclient: typeof columns;
  }
}

const table: DeclaredTable<'rpiclient'> = {
  columns,
  indexed: ['organizationId', 'organization', 'system', 'macAddress'],
  activity: { nameOf: ({ name, macAddress }) => String(name || macAddress) },
  derived: { find: { kind: 'text', sql: findText } },
  // Each term looks up the system and the organization of each client.
  weights: { find: 4 },
  organization: 'organization',
  async records(unit, rows) {
    const [system, organization] = [
      await references(unit, 'system', rows),
      await references(unit, 'organization', rows),
    ];
    return rows.map((row) => ({
      ...row,
      system: system(row),
      organization: organization(row),
      organizationId: row.organization,
    }));
  },
};

const refused = (field: string, rule: string) => invalidField('E_INVALID_VALUES_TO_SET', field, rule);

type Assignment = Omit<ParsedOf<Contract['rpiclient']['calls']['update']>, 'id'>;

/** Where it goes: a system has its organization with it. */
async function assignment(unit: Unit, { system, organization }: Assignment) {
  if (system && organization) throw refused('organization', 'cannot be combined with a system');
  if (system) {
    const row = await unit.find('system', system, 'update');
    if (!row) throw refused('system', 'no such system');
    return { system, organization: row.organization };
  }
  if (organization && !(await unit.find('organization', organization, 'update')))
    throw refused('organization', 'no such organization');
  return { system: null, organization: organization ?? null };
}

interface Owner {
  noun: 'system' | 'organization';
  id: string;
}

const ownerOf = ({ system, organization }: RowOf<'rpiclient'>): Owner | null => {
  if (system) return { noun: 'system', id: system };
  return organization ? { noun: 'organization', id: organization } : null;
};

/** The address of a Pi that is assigned to this owner; null for none. */
async function addressOfPi(unit: Unit, { noun, id }: Owner): Promise<string | null> {
  const assigned = unit.select('rpiclient').select('macAddress').where(noun, '=', id).orderBy('id');
  // One of a system belongs to that system alone.
  const own = noun === 'system' ? assigned : assigned.where('system', 'is', null);
  return (await own.executeTakeFirst())?.macAddress ?? null;
}

/** The new owner knows the Pi by its address; the former one forgets it, or knows another that is still assigned to it. */
async function followed(unit: Unit, row: RowOf<'rpiclient'>, before: RowOf<'rpiclient'>): Promise<void> {
  const [old, fresh] = [ownerOf(before), ownerOf(row)];
  if (old?.id === fresh?.id) return;
  const internalUnit = unit.asInternal();
  const left = old ? await internalUnit.find(old.noun, old.id) : undefined;
  if (old && left?.rpiMacAddress === row.macAddress) {
    const rpiMacAddress = await addressOfPi(internalUnit, old);
    await internalUnit.update(old.noun, old.id, { rpiMacAddress, hasRpiClient: rpiMacAddress !== null });
  }
  if (fresh) await internalUnit.update(fresh.noun, fresh.id, { rpiMacAddress: row.macAddress, hasRpiClient: true });
}

const handlers = (): Handlers['rpiclient'] => ({
  list: listHandler('rpiclient'),
  get: (context, { id }) => context.read(async (unit) => unit.record('rpiclient', await unit.need('rpiclient', id))),
  update: (context, { id, ...values }) =>
    context.write(async (unit) => {
      const before = await unit.need('rpiclient', id, 'update');
      const set = Object.keys(values).length === 0 ? {} : await assignment(unit, values);
      await context.assertUnchanged(unit, before);
      await followed(unit, await unit.updateRow('rpiclient', before, set), before);
      return unit.record('rpiclient', await unit.need('rpiclient', id, 'update'));
    }),
});

export const rpiclientEntity = defineEntity(contract.rpiclient, { table, handlers });

/** Those that spoke for a system that goes wait again. */
export async function unassign(unit: Unit, system: string): Promise<void> {
  const internalUnit = unit.asInternal();
  const rows = await unit.asInternal().select('rpiclient').select('id').where('system', '=', system).execute();
  for (const { id } of rows) await internalUnit.update('rpiclient', id, { system: null, organization: null });
}
