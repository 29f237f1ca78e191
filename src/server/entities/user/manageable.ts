// The attribute `manageable` of people, links and members: true where the guards of privilege-guard.ts accept the reader.
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { may } from '#contract/permissions.ts';
import type { Grant } from '#server/auth/permissions.ts';
import type { Person } from '#server/pipeline/actor.ts';
import type { Unit } from '#server/pipeline/unit-of-work.ts';
import { parseJson } from '#server/query/columns.ts';

/** `account`: as `assertCanManageUser` decides. `link`: as `assertNotStronger` does, so other organizations do not matter. */
type Managed = 'account' | 'link';

/** The ids of the groups that grant something that the person lacks. */
async function strongerGroups(unit: Unit, { rights }: Person): Promise<string[]> {
  const groups = await unit.asInternal().select('group').select(['id', 'permissions']).execute();
  const lacks = ({ model, action }: Grant) => !may(rights, `${model}.${action}`);
  return groups.filter(({ permissions }) => parseJson(permissions).some(lacks)).map(({ id }) => id);
}

// No id is empty: without it the list might be, which PostgreSQL does not read.
const oneOf = (ids: readonly string[]) => sql`(${sql.join(['', ...ids])})`;

type Stored = 0 | 1 | null;

/** Returns a column for queries of the table `user`: 1 where the actor may manage the person, null for jobs and events. */
export async function manageableColumn(unit: Unit, managed: Managed): Promise<RawBuilder<Stored>> {
  const { actor } = unit;
  if (actor.kind !== 'person') return sql`null`;
  const { allOrganizations, orgIds } = actor.rights;
  const groups = oneOf(await strongerGroups(unit, actor));
  const beyond = [
    sql<SqlBool>`exists (select 1 from "usergroup" where "usergroup"."user" = "user"."id" and "usergroup"."group" in ${groups})`,
  ];
  if (!allOrganizations) beyond.push(sql`"user"."allOrganizations" = 1`);
  if (!allOrganizations && managed === 'account')
    beyond.push(
      sql`exists (select 1 from "userorg" where "userorg"."user" = "user"."id" and "userorg"."organization" not in ${oneOf(orgIds)})`,
    );
  return sql`case when "user"."id" <> ${actor.id} and (${sql.join(beyond, sql` or `)}) then 0 else 1 end`;
}

/** The attribute of a row with that column: undefined for events, which have many readers. */
export const isManageable = ({ manageable }: { manageable: Stored }): boolean | undefined =>
  manageable === null ? undefined : manageable === 1;

/** Returns a function that answers the attribute for one of these users. */
export async function manageableOf(
  unit: Unit,
  ids: readonly string[],
  managed: Managed,
): Promise<(id: string) => boolean | undefined> {
  if (ids.length === 0 || unit.actor.kind !== 'person') return () => undefined;
  const column = (await manageableColumn(unit, managed)).as('manageable');
  const users = await unit.asInternal().select('user').select(['id', column]).where('id', 'in', ids).execute();
  const known = new Map(users.map((user) => [user.id, isManageable(user)]));
  return (id) => known.get(id);
}
