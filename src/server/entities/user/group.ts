// Groups: users with the same permissions.
import { contract } from '#contract/index.ts';
import type { Call } from '#contract/define.ts';
import type { Grant } from '#server/auth/permissions.ts';
import { crudHandlers } from '#server/entities/crud-handlers.ts';
import type { Handlers } from '#server/pipeline/dispatch.ts';
import type { Table, Unit } from '#server/pipeline/unit-of-work.ts';
import { onlyVisibleUsers } from '#server/query/user-visibility.ts';
import { assertAdministrator } from './administrators.ts';
import { assertGrants } from './permission.ts';
import { assertHasPermissions, assertHasPermissionsOfGroup, assertInstallation } from './privilege-guard.ts';
import { edited, json, text } from '#server/query/columns.ts';

const columns = { ...edited, name: text(), permissions: json<Grant[]>() };

declare module '#server/db/engine.ts' {
  interface TableColumns {
    group: typeof columns;
  }
}

export const groupTable: Table<'group'> = {
  noun: 'group',
  columns,
  indexed: ['name'],
  sorted: ['name'],
  organization: null,
  linked: { user: null, restrictedFields: ['users'] },
  parts: [{ noun: 'usergroup', by: 'group' }],
  async records(unit, rows) {
    if (rows.length === 0) return [];
    const all = unit.db
      .selectFrom('usergroup')
      .innerJoin('user', 'user.id', 'usergroup.user')
      .select([
        'usergroup.group as group',
        'user.id as id',
        'user.email as email',
        'user.firstName as first_name',
        'user.lastName as last_name',
      ])
      .where(
        'usergroup.group',
        'in',
        rows.map(({ id }) => id),
      );
    const members = await onlyVisibleUsers(all, 'user.id', unit.viewer('group')).execute();
    return rows.map((row) => ({ ...row, users: members.filter(({ group }) => group === row.id) }));
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

export const groupHandlers: Omit<Handlers['group'], 'grant' | 'revoke'> = {
  ...crudHandlers('group', {
    beforeCreate: (unit, values) => assertGivable(contract.group.calls.create, unit, values),
    beforeUpdate(unit, row, values) {
      assertHasPermissions(unit, row.permissions);
      return assertGivable(contract.group.calls.update, unit, values);
    },
    afterUpdate: (unit) => assertAdministrator(unit),
  }),
  destroy: (context, { id }) =>
    context.write(async (unit) => {
      assertInstallation(unit);
      await assertHasPermissionsOfGroup(unit, id);
      const record = await unit.remove('group', id);
      await assertAdministrator(unit);
      return record;
    }),
};
