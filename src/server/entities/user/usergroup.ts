// The members of groups.
import { contract } from '#contract/index.ts';
import { destroyPairHandler, listHandler } from '#server/entities/crud-handlers.ts';
import { references } from '#server/entities/reference.ts';
import type { RecordFor, RowOf } from '#server/db/engine.ts';
import type { Handlers } from '#server/pipeline/dispatch.ts';
import type { Unit } from '#server/pipeline/unit-of-work.ts';
import type { Services } from '#server/services.ts';
import { releaseLostAlarms } from '#server/entities/alarm/acknowledged.ts';
import { assertAdministrator } from './administrators.ts';
import { shownPerson } from './organization-links.ts';
import { assertHasPermissionsOfGroup, assertCanManageMember, assertSees } from './privilege-guard.ts';
import { linkName } from '#server/entities/activity/shared-rules.ts';
import { stamps, text } from '#server/query/columns.ts';
import { defineEntity, type DeclaredTable } from '#server/entities/define-entity.ts';

const columns = { ...stamps, user: text(), group: text() };

declare module '#server/db/engine.ts' {
  interface TableColumns {
    usergroup: typeof columns;
  }
}

const table: DeclaredTable<'usergroup'> = {
  columns,
  indexed: ['user', 'group'],
  activity: { nameOf: linkName('group') },
  organization: null,
  linked: { user: 'user', restrictedFields: [] },
  async records(unit, rows) {
    const [user, group] = [await references(unit, 'user', rows, shownPerson), await references(unit, 'group', rows)];
    return rows.map((row) => ({ ...row, user: user(row), group: group(row) }));
  },
};

/** Takes somebody out of a group; answers the link that was. */
async function leaveGroup(unit: Unit, services: Services, link: RowOf<'usergroup'>): Promise<RecordFor<'usergroup'>> {
  await assertCanManageMember(unit, link);
  const record = await unit.remove('usergroup', link.id);
  await assertAdministrator(unit);
  await releaseLostAlarms(unit, services, 'acknowledgedBy', [link.user]);
  return record;
}

const handlers = (services: Services): Handlers['usergroup'] => ({
  list: listHandler('usergroup'),
  get: (context, { id }) => context.read(async (unit) => unit.record('usergroup', await unit.need('usergroup', id))),
  create: (context, values) =>
    context.write(async (unit) => {
      await assertSees(unit, values.user);
      await assertHasPermissionsOfGroup(unit, values.group);
      await assertCanManageMember(unit, values);
      const { id } = await unit.insert('usergroup', values);
      return unit.record('usergroup', await unit.need('usergroup', id, 'create'));
    }),
  destroy: (context, { id }) =>
    context.write(async (unit) => leaveGroup(unit, services, await unit.need('usergroup', id, 'destroy'))),
  destroyPair: destroyPairHandler('usergroup', (unit, link) => leaveGroup(unit, services, link)),
});

export const usergroupEntity = defineEntity(contract.usergroup, {
  table,
  handlers,
  recentSignIn: ['create'],
});
