// Nobody gives more than he has. Who may edit every organization stands above these rules; the house does as well.
import { may } from '#contract/may.ts';
import type { Action } from '#contract/kernel.ts';
import type { Person } from '#server/kernel/actor.ts';
import { forbidden } from '#server/kernel/refusal.ts';
import { permissionsOf, type Grant } from '#server/kernel/rights.ts';
import type { Row } from '#server/kernel/store.ts';
import type { Unit } from '#server/kernel/unit.ts';

/** The person who acts, where his organizations are numbered. */
const limited = ({ actor }: Unit): Person | null =>
  actor.kind === 'person' && !actor.rights.allOrganizations ? actor : null;

/** @throws Refusal E_FORBIDDEN where what is set of a user opens every organization, and the actor has not all of them */
export function assertNotAll(unit: Unit, values: Row): Row {
  if (values['allOrganizations'] === true && limited(unit))
    throw forbidden('Only who may edit every organization can let others do so.');
  return values;
}

/** @throws Refusal E_FORBIDDEN for the first of these permissions that the actor has not himself */
export function assertHolds(unit: Unit, grants: readonly Grant[]): void {
  const actor = limited(unit);
  const missing = actor && grants.find(({ model, action }) => !may(actor.rights, `${model}.${action as Action}`));
  if (missing) throw forbidden(`You do not have ${missing.model}.${missing.action} yourself.`);
}

/** Another's account is only for who can do all that it can: with its password it would be his. */
export async function assertReaches(unit: Unit, user: Row): Promise<void> {
  const actor = limited(unit);
  if (!actor || user['id'] === actor.id) return;
  const links = await unit.db.selectFrom('userorg').select('organization').where('user', '=', user['id']).execute();
  const elsewhere = links.some(({ organization }) => !actor.rights.orgIds.includes(String(organization)));
  if (user['allOrganizations'] === true || elsewhere)
    throw forbidden('This person belongs to organizations that are not yours.');
  const held = await permissionsOf(unit.db, String(user['id']));
  assertHolds(
    unit,
    Object.entries(held).flatMap(([model, actions]) => actions.map((action) => ({ model, action }))),
  );
}

/** As `assertReaches`, for the user of a link to a group: who is in it is his affair as well. */
export async function assertReachesMember(unit: Unit, link: Row): Promise<void> {
  const user = limited(unit) && (await unit.find('user', String(link['user'])));
  if (user) await assertReaches(unit, user);
}

/** @throws Refusal E_FORBIDDEN where the group permits what the actor has not himself */
export async function assertHoldsGroup(unit: Unit, id: unknown): Promise<void> {
  const group = limited(unit) && (await unit.find('group', String(id)));
  if (group) assertHolds(unit, group['permissions'] as Grant[]);
}
