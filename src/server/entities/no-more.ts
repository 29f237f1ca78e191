// Nobody gives more than he has. Who may edit every organization stands above these rules; the house does as well.
import { may } from '#contract/permissions.ts';
import type { Action } from '#contract/define.ts';
import type { Person } from '#server/kernel/actor.ts';
import { dangling } from '#server/kernel/constraint.ts';
import { Refusal, forbidden, invalidField } from '#server/kernel/refusal.ts';
import { permissionsOf, type Grant } from '#server/kernel/rights.ts';
import type { Row } from '#server/kernel/store.ts';
import type { Unit } from '#server/kernel/unit.ts';

/** The person who acts, where his organizations are numbered. */
export const limited = ({ actor }: Unit): Person | null =>
  actor.kind === 'person' && !actor.rights.allOrganizations ? actor : null;

/** @throws Refusal E_FORBIDDEN where what is set of a user opens every organization, and the actor has not all of them */
export function assertNotAll(unit: Unit, values: Row): Row {
  if (values['allOrganizations'] === true && limited(unit))
    throw forbidden('Only users with `allOrganizations` can grant it to others.');
  return values;
}

/** @throws Refusal E_FORBIDDEN for the first of these permissions that the actor has not himself */
export function assertHolds(unit: Unit, grants: readonly Grant[]): void {
  const actor = limited(unit);
  const missing = actor && grants.find(({ model, action }) => !may(actor.rights, `${model}.${action as Action}`));
  if (missing) throw forbidden(`You cannot grant or revoke ${missing.model}.${missing.action}: you do not have it.`);
}

/** Another's account is only for who can do all that it can: with its password it would be his. */
export async function assertReaches(unit: Unit, user: Row): Promise<void> {
  const actor = limited(unit);
  if (!actor || user['id'] === actor.id) return;
  const links = await unit.db.selectFrom('userorg').select('organization').where('user', '=', user['id']).execute();
  const elsewhere = links.some(({ organization }) => !actor.rights.orgIds.includes(String(organization)));
  if (user['allOrganizations'] === true || elsewhere)
    throw forbidden('This user belongs to organizations that you cannot access.');
  const held = await permissionsOf(unit.db, String(user['id']));
  assertHolds(
    unit,
    Object.entries(held).flatMap(([model, actions]) => actions.map((action) => ({ model, action }))),
  );
}

/** As `assertReaches`, for the user of a link to a group: who is in it is his affair as well. */
export async function assertReachesMember(unit: Unit, link: Row): Promise<void> {
  const id = String(link['user']);
  const user = limited(unit) && (await unit.lookup('user', [id])).get(id);
  if (user) await assertReaches(unit, user);
}

/** @throws Refusal E_DANGLING where the actor sees no such person: not even that there is one is said */
export async function assertSees(unit: Unit, user: unknown): Promise<void> {
  if (!(await unit.find('user', String(user)))) throw dangling();
}

/** @throws Refusal E_INVALID_NEW_RECORD where a person would be made whom nobody but the actor's superiors could see */
export function assertNamed(unit: Unit, organizations: readonly string[]): void {
  if (organizations.length > 0 || !limited(unit)) return;
  throw invalidField('E_INVALID_NEW_RECORD', 'organizations', 'must contain at least one of your organizations', {
    code: 'too_short',
    minimum: 1,
  });
}

/** @throws Refusal E_FORBIDDEN where the group permits what the actor has not himself */
export async function assertHoldsGroup(unit: Unit, id: unknown): Promise<void> {
  const group = limited(unit) && (await unit.find('group', String(id)));
  if (group) assertHolds(unit, group['permissions'] as Grant[]);
}

/**
 * What a group permits is given to or taken from each of its members: as `assertReaches` for all of them, those included
 * whom the actor does not see. Who they are is not said.
 */
export async function assertReachesMembers(unit: Unit, group: unknown): Promise<void> {
  if (!limited(unit)) return;
  const links = await unit.db.selectFrom('usergroup').select('user').where('group', '=', group).execute();
  try {
    for (const link of links) await assertReachesMember(unit, link);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw forbidden(
      'A user in this group belongs to organizations that you cannot access, or has permissions that you do not have.',
    );
  }
}
