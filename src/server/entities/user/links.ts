// The groups and the organizations of users, as their records show them.
import type { Unit } from '#server/pipeline/unit-of-work.ts';

interface Link {
  user: string;
  id: string;
  name: string;
}

interface Links {
  groups: { id: string; name: string }[];
  organizations: { id: string; name: string }[];
}

/** Returns a function that answers the links of one of these users. */
export async function linksOf(unit: Unit, ids: readonly string[]): Promise<(id: string) => Links> {
  const groups = await unit
    .asInternal()
    .select('usergroup')
    .innerJoin('group', 'group.id', 'usergroup.group')
    .select(['usergroup.user as user', 'group.id as id', 'group.name as name'])
    .where('usergroup.user', 'in', ids)
    .orderBy('group.name')
    .execute();
  // A user may be seen by more readers than the organizations of that user.
  const organizations = await unit
    .select('organization')
    .innerJoin('userorg', 'userorg.organization', 'organization.id')
    .select(['userorg.user as user', 'organization.id as id', 'organization.name as name'])
    .where('userorg.user', 'in', ids)
    .orderBy('organization.name')
    .execute();
  const of = (links: readonly Link[], user: string) =>
    links.filter((link) => link.user === user).map(({ id, name }) => ({ id, name }));
  return (id) => ({ groups: of(groups, id), organizations: of(organizations, id) });
}
