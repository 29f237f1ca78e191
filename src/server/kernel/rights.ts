// What a person's groups and links allow, read from the database: the one place that joins them.
import type { Rights } from '#contract/permissions.ts';
import { personName } from '#contract/person-name.ts';
import type { Person } from './actor.ts';
import type { Db, Row } from './store.ts';

/** One permission of a group. */
export interface Grant {
  model: string;
  action: string;
}

/** model -> actions, the union over the person's groups. */
export async function permissionsOf(db: Db, user: string): Promise<Record<string, string[]>> {
  const groups = await db
    .selectFrom('usergroup')
    .innerJoin('group', 'group.id', 'usergroup.group')
    .select('group.permissions')
    .where('usergroup.user', '=', user)
    .execute();
  const permissions: Record<string, string[]> = {};
  for (const { model, action } of groups.flatMap((group) => JSON.parse(String(group['permissions'])) as Grant[])) {
    const actions = (permissions[model] ??= []);
    if (!actions.includes(action)) actions.push(action);
  }
  return permissions;
}

/** The rights of one person; whether they may act everywhere stands in their own row. */
export async function rightsOf(db: Db, user: string, allOrganizations: boolean): Promise<Rights> {
  const links = await db.selectFrom('userorg').select('organization').where('user', '=', user).execute();
  const orgIds = links.map((link) => String(link['organization']));
  return { permissions: await permissionsOf(db, user), allOrganizations, orgIds };
}

/** A user's row as the person who acts, with the rights of now; `sessionId` is empty where no session told who it is. */
export async function personOf(db: Db, user: Row, sessionId = ''): Promise<Person> {
  const id = String(user['id']);
  const name = personName(user as unknown as Parameters<typeof personName>[0]);
  return { kind: 'person', id, name, rights: await rightsOf(db, id, Boolean(user['allOrganizations'])), sessionId };
}
