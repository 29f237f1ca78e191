// The permissions of a person's groups and links, read from the database: the one place that joins them.
import type { Action } from '#contract/define.ts';
import type { Rights } from '#contract/permissions.ts';
import { personName, type NamedPerson } from '#contract/person-name.ts';
import type { Person } from '#server/pipeline/actor.ts';
import type { Unit } from '#server/pipeline/unit-of-work.ts';
import { parseJson } from '#server/query/columns.ts';

/** One permission of a group. */
export interface Grant {
  model: string;
  action: Action;
}

/** model -> actions, the union over the person's groups. */
export async function permissionsOf(unit: Unit, user: string): Promise<Record<string, Action[]>> {
  const groups = await unit
    .asInternal()
    .select('usergroup')
    .innerJoin('group', 'group.id', 'usergroup.group')
    .select('group.permissions')
    .where('usergroup.user', '=', user)
    .execute();
  const permissions: Record<string, Action[]> = {};
  for (const { model, action } of groups.flatMap((group) => parseJson(group.permissions))) {
    const actions = (permissions[model] ??= []);
    if (!actions.includes(action)) actions.push(action);
  }
  return permissions;
}

/** The rights of one person; whether they may act everywhere stands in their own row. */
export async function rightsOf(unit: Unit, user: string, allOrganizations: boolean): Promise<Rights> {
  const links = unit.asInternal().select('userorg').select('organization').where('user', '=', user);
  const orgIds = (await links.execute()).map(({ organization }) => organization);
  return { permissions: await permissionsOf(unit, user), allOrganizations, orgIds };
}

/** The part of a user's row that says who acts, decoded or as it is stored. */
interface PersonRow extends NamedPerson {
  id: string;
  allOrganizations: boolean | 0 | 1;
}

/** Returns the actor of a user's row, with the rights of now; `sessionId` is empty without a session. */
export async function personOf(unit: Unit, user: PersonRow, sessionId = ''): Promise<Person> {
  const { id, allOrganizations } = user;
  const rights = await rightsOf(unit, id, Boolean(allOrganizations));
  return { kind: 'person', id, name: personName(user), rights, sessionId };
}
