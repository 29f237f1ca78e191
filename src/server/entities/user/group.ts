// Groups: users with the same permissions.
import { contract } from '#contract/index.ts';
import type { Call, ParsedOf } from '#contract/define.ts';
import type { Grant } from '#server/auth/permissions.ts';
import type { Rules } from '#server/entities/crud-handlers.ts';
import { defineEntity, type DeclaredTable } from '#server/entities/define-entity.ts';
import type { RowOf } from '#server/db/engine.ts';
import type { Context, Handlers } from '#server/pipeline/dispatch.ts';
import type { Unit } from '#server/pipeline/unit-of-work.ts';
import type { Services } from '#server/services.ts';
import { releaseLostAlarms } from '#server/entities/alarm/acknowledged.ts';
import { assertAdministrator } from './administrators.ts';
import { assertGrants, permissions } from './permission.ts';
import { isManageable, manageableColumn } from './manageable.ts';
import { assertHasPermissions, assertHasPermissionsOfGroup, assertInstallation } from './privilege-guard.ts';
import { edited, json, text } from '#server/query/columns.ts';

type GroupRow = RowOf<'group'>;

const columns = { ...edited, name: text(), permissions: json<Grant[]>() };

declare module '#server/db/engine.ts' {
  interface TableColumns {
    group: typeof columns;
  }
}

const table: DeclaredTable<'group'> = {
  columns,
  indexed: ['name'],
  sorted: ['name'],
  organization: null,
  linked: { user: null, restrictedFields: ['users'] },
  parts: [{ noun: 'usergroup', by: 'group' }],
  async records(unit, rows) {
    if (rows.length === 0) return [];
    const manageable = await manageableColumn(unit, 'account');
    const members = await unit
      .select('usergroup', { permissionOf: 'group' })
      .innerJoin('user', 'user.id', 'usergroup.user')
      .select([
        'usergroup.group as group',
        'user.id as id',
        'user.email as email',
        'user.firstName as first_name',
        'user.lastName as last_name',
      ])
      .select(manageable.as('manageable'))
      .where(
        'usergroup.group',
        'in',
        rows.map(({ id }) => id),
      )
      .execute();
    const users = members.map((member) => ({ ...member, manageable: isManageable(member) }));
    return rows.map((row) => ({ ...row, users: users.filter(({ group }) => group === row.id) }));
  },
};

function assertGivable<T extends { permissions?: Grant[] | undefined }>(call: Call, unit: Unit, values: T): T {
  assertInstallation(unit);
  const { permissions: grants } = values;
  if (!grants) return values;
  assertGrants(call, { permissions: grants });
  assertHasPermissions(unit, grants);
  return { ...values, permissions: [...new Map(grants.map((one) => [`${one.model}.${one.action}`, one])).values()] };
}

const idOf = ({ model, action }: Grant): string => `${model}.${action}`;

/** Each given by its id or as a pair; what does not exist is refused, all of it. */
function grantsOf(call: Call, given: (string | Grant)[]): Grant[] {
  const named = given.map((one) => {
    if (typeof one !== 'string') return one;
    const at = one.indexOf('.');
    return { model: one.slice(0, Math.max(0, at)), action: one.slice(at + 1) };
  });
  assertGrants(call, { permissions: named });
  const byId = new Map(permissions.map(({ id, model, action }) => [id, { model, action }]));
  return named.flatMap(({ model, action }) => byId.get(`${model}.${action}`) ?? []);
}

/** The permissions that decide who may act on alarms. */
const actsOnAlarms = ({ permissions: grants }: { permissions: readonly Grant[] }): boolean =>
  grants.some((grant) => idOf(grant) === 'alarm.update');

const membersOf = async (unit: Unit, group: string): Promise<string[]> => {
  const links = unit.asInternal().select('usergroup').select('user').where('group', '=', group);
  return (await links.execute()).map(({ user }) => user);
};

/** Members of a group that no longer permits it may act on alarms by another group alone. */
async function afterChange(unit: Unit, services: Services, next: GroupRow, before: GroupRow): Promise<void> {
  await assertAdministrator(unit);
  if (actsOnAlarms(before) && !actsOnAlarms(next))
    await releaseLostAlarms(unit, services, 'acknowledgedBy', await membersOf(unit, next.id));
}

function change(services: Services, call: Call, alter: (held: Grant[], given: Grant[]) => Grant[]) {
  return (context: Context, { group: id, permissions: named }: ParsedOf<typeof contract.group.calls.grant>) => {
    const given = grantsOf(call, named);
    return context.write(async (unit) => {
      assertInstallation(unit);
      const row = await unit.need('group', id, 'update');
      const held = row.permissions;
      assertHasPermissions(unit, [...held, ...given]);
      const next = await unit.updateRow('group', row, { permissions: alter(held, given) });
      await afterChange(unit, services, next, row);
      return unit.record('group', next);
    });
  };
}

const rules = (services: Services): Rules<'group'> => ({
  beforeCreate: (unit, values) => assertGivable(contract.group.calls.create, unit, values),
  beforeUpdate(unit, row, values) {
    assertHasPermissions(unit, row.permissions);
    return assertGivable(contract.group.calls.update, unit, values);
  },
  afterUpdate: (unit, row, before) => afterChange(unit, services, row, before),
});

const others = (services: Services): Omit<Handlers['group'], 'list' | 'get' | 'create' | 'update'> => ({
  destroy: (context, { id }) =>
    context.write(async (unit) => {
      assertInstallation(unit);
      await assertHasPermissionsOfGroup(unit, id);
      const members = await membersOf(unit, id);
      const record = await unit.remove('group', id);
      await assertAdministrator(unit);
      await releaseLostAlarms(unit, services, 'acknowledgedBy', members);
      return record;
    }),
  grant: change(services, contract.group.calls.grant, (held, given) => {
    const all = new Map([...held, ...given].map((grant) => [idOf(grant), grant]));
    return [...all.values()];
  }),
  revoke: change(services, contract.group.calls.revoke, (held, given) => {
    const taken = new Set(given.map(idOf));
    return held.filter((grant) => !taken.has(idOf(grant)));
  }),
});

export const groupEntity = defineEntity(contract.group, {
  table,
  rules,
  handlers: others,
  recentSignIn: ['update', 'grant'],
});
