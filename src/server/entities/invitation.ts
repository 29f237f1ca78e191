// Invitations. Whoever may manage only some organizations must not learn which addresses have an account elsewhere: such an address
// is invited as any other, by a row that looks like a new user, and the person accepts by a link in a mail.
import { taken } from '#server/kernel/constraint.ts';
import { actedBy } from '#server/kernel/origin.ts';
import { Refusal } from '#server/kernel/refusal.ts';
import type { Row } from '#server/kernel/store.ts';
import type { Unit } from '#server/kernel/unit.ts';
import { accountByEmail } from './account-by-email.ts';
import { linkTo } from './linking.ts';
import { limited } from './no-more.ts';
import { nameOf } from './reference.ts';

/**
 * Returns whether a new user of that email is an invitation: the email has an account that the actor cannot see.
 *
 * @throws Refusal E_UNIQUE where the actor sees a user of that email
 */
export async function isInvitation(unit: Unit, email: string): Promise<boolean> {
  // Who sees all users is told by the unique index.
  if (!limited(unit)) return false;
  const rows = await unit.db.selectFrom('user').select(['id', 'invitation']).where('email', '=', email).execute();
  for (const { id } of rows) if (await unit.find('user', String(id))) throw taken('user', ['email']);
  return rows.some(({ invitation }) => invitation === 0);
}

/**
 * Links the account of the email to the organizations of the invitation, which goes.
 *
 * @throws Refusal E_TOKEN where the account is gone
 */
export async function acceptInvitation(unit: Unit, invitation: Row): Promise<void> {
  const account = await accountByEmail(unit, String(invitation['email']));
  if (!account?.['active']) throw new Refusal('E_TOKEN', 'This link has expired or was used.');
  const id = String(account['id']);
  actedBy(unit, { id, name: nameOf(account) });
  const linksOf = async (user: unknown) => {
    const links = unit.db.selectFrom('userorg').select('organization').where('user', '=', user);
    return (await links.execute()).map(({ organization }) => String(organization));
  };
  const own = await linksOf(id);
  const invited = await linksOf(invitation['id']);
  await unit.asHouse().remove('user', String(invitation['id']));
  await linkTo(
    unit,
    id,
    invited.filter((organization) => !own.includes(organization)),
  );
  if (account['emailConfirmedAt'] === null) await unit.updateRow('user', account, { emailConfirmedAt: unit.now });
}
