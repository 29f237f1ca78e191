// People belong to no organization but are linked to some: whoever sees only some organizations sees only their people, and himself.
import { sql, type SelectQueryBuilder, type SqlBool } from 'kysely';
import type { Tables } from '#server/db/engine.ts';
import type { Unit } from '#server/pipeline/unit-of-work.ts';

/** How the rows of a table tell of people. */
export interface UserScoped {
  /** The column with the user's id; null where every row may be read, though not all that its record says. */
  readonly user: string | null;
  /** The attributes that say more to whoever sees more: events say them only to those who see everything. */
  readonly restrictedFields: readonly string[];
}

/** Where readers of only some organizations hear of what all of them may read. */
export const ANY_ORGANIZATION = '~';

/** The viewer: the organizations of the actor, and the person's own id. */
export interface Viewer {
  scope: 'all' | readonly string[];
  self: string | null;
}

/** From where each person can be seen: by himself, and in each organization that he is linked to. */
export async function visibleIn(unit: Unit, users: readonly string[]): Promise<Map<string, string[]>> {
  const places = new Map(users.map((user) => [user, [user]]));
  const links = unit.asInternal().select('userorg').select(['user', 'organization']).where('user', 'in', users);
  for (const { user, organization } of await links.execute()) places.get(user)?.push(organization);
  return places;
}

/** Whether a person can be seen from there. */
export async function isLinked(unit: Unit, user: string, { scope, self }: Viewer): Promise<boolean> {
  if (scope === 'all' || user === self) return true;
  return (await visibleIn(unit, [user])).get(user)?.some((place) => scope.includes(place)) ?? false;
}

/** Only the rows whose `column` names a person who can be seen from there. */
export function onlyVisibleUsers<T extends string, O>(
  query: SelectQueryBuilder<Tables, T, O>,
  column: string,
  { scope, self }: Viewer,
): SelectQueryBuilder<Tables, T, O> {
  if (scope === 'all') return query;
  const user = sql.ref(column);
  const own = sql<SqlBool>`${user} = ${self ?? ''}`;
  if (scope.length === 0) return query.where(own);
  const linked = sql`select "user" from "userorg" where "organization" in (${sql.join(scope)})`;
  return query.where(sql<SqlBool>`(${own} or ${user} in (${linked}))`);
}
