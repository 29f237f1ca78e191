// Prevents privilege escalation: users grant and take only what they have, to people whom they may manage. Jobs are exempt.
import { may } from '#contract/permissions.ts';
import type { Person } from '#server/pipeline/actor.ts';
import { missingReference } from '#server/pipeline/constraint.ts';
import { forbidden, invalidField } from '#server/pipeline/errors.ts';
import { permissionsOf, type Grant } from '#server/auth/permissions.ts';
import type { Row, RowOf } from '#server/db/engine.ts';
import type { Unit } from '#server/pipeline/unit-of-work.ts';

/** The person who acts, where his organizations are numbered. */
export const scopedActor = ({ actor }: Unit): Person | null =>
  actor.kind === 'person' && !actor.rights.allOrganizations ? actor : null;

/** @throws ApiError E_FORBIDDEN where what is set of a user opens every organization, and the actor has not all of them */
export function assertNotAll(unit: Unit, values: Row): Row {
  if (values.allOrganizations === true && scopedActor(unit))
    throw forbidden('Only users with `allOrganizations` can grant it to others.');
  return values;
}

/** @throws ApiError E_FORBIDDEN for a user of only some organizations: groups belong to the installation */
export function assertInstallation(unit: Unit): void {
  if (scopedActor(unit))
    throw forbidden('Groups belong to all organizations. Only users with `allOrganizations` can change them.');
}

/** @throws ApiError E_FORBIDDEN for the first of these permissions that the actor does not have */
export function assertHasPermissions({ actor }: Unit, grants: readonly Grant[]): void {
  if (actor.kind !== 'person') return;
  const missing = grants.find(({ model, action }) => !may(actor.rights, `${model}.${action}`));
  if (missing) throw forbidden(`You cannot grant or revoke ${missing.model}.${missing.action}: you do not have it.`);
}

/** Only a user who can do all that another can may change that account: with its password it would be theirs. */
export async function assertCanManageUser(unit: Unit, user: RowOf<'user'>): Promise<void> {
  const { actor } = unit;
  if (actor.kind !== 'person' || user.id === actor.id) return;
  if (scopedActor(unit)) {
    const links = await unit
      .asInternal()
      .select('userorg')
      .select('organization')
      .where('user', '=', user.id)
      .execute();
    const elsewhere = links.some(({ organization }) => !actor.rights.orgIds.includes(organization));
    if (user.allOrganizations === true || elsewhere)
      throw forbidden('This user belongs to organizations that you cannot access.');
  }
  await assertHasPermissionsOf(unit, user.id);
}

/** @throws ApiError E_FORBIDDEN where a user has a permission that the actor does not have */
async function assertHasPermissionsOf(unit: Unit, user: string): Promise<void> {
  const held = await permissionsOf(unit, user);
  assertHasPermissions(
    unit,
    Object.entries(held).flatMap(([model, actions]) => actions.map((action) => ({ model, action }))),
  );
}

/**
 * For the link of a user to an organization. Without it an alarm reaches the user no more, so a user with more permissions is
 * not unlinked. Links to other organizations do not matter: they stay.
 *
 * @throws ApiError E_FORBIDDEN
 */
export async function assertNotStronger(unit: Unit, link: RowOf<'userorg'>): Promise<void> {
  const { actor } = unit;
  const id = link.user;
  if (actor.kind !== 'person' || id === actor.id) return;
  const user = (await unit.lookup('user', [id])).get(id);
  if (user?.allOrganizations === true && scopedActor(unit))
    throw forbidden('This user may access all organizations. Only users with `allOrganizations` can change the link.');
  await assertHasPermissionsOf(unit, id);
}

/** As `assertReaches`, for the user of a link to a group: who is in it is his affair as well. */
export async function assertCanManageMember(unit: Unit, link: { user: string }): Promise<void> {
  const id = link.user;
  const user = (await unit.lookup('user', [id])).get(id);
  if (user) await assertCanManageUser(unit, user);
}

/** @throws ApiError E_DANGLING if the actor does not see this person: the error does not reveal that there is one */
export async function assertSees(unit: Unit, user: string): Promise<void> {
  if (!(await unit.find('user', user))) throw missingReference();
}

/** @throws ApiError E_INVALID_NEW_RECORD where a person would be made whom nobody but the actor's superiors could see */
export function assertHasOrganizations(unit: Unit, organizations: readonly string[]): void {
  if (organizations.length > 0 || !scopedActor(unit)) return;
  throw invalidField('E_INVALID_NEW_RECORD', 'organizations', 'must contain at least one of your organizations', {
    code: 'too_short',
    minimum: 1,
  });
}

/** @throws ApiError E_FORBIDDEN where the group permits what the actor has not himself */
export async function assertHasPermissionsOfGroup(unit: Unit, id: unknown): Promise<void> {
  const group = await unit.find('group', String(id));
  if (group) assertHasPermissions(unit, group.permissions);
}
