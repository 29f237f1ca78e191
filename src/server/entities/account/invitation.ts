// Invitations. Whoever may manage only some organizations must not learn which addresses have an account elsewhere: such an address
// is invited as any other, by a row that looks like a new user, and the person accepts by a link in a mail.
import { taken } from '#server/pipeline/constraint.ts';
import { attributeTo } from '#server/pipeline/audit-source.ts';
import { ApiError, forbidden } from '#server/pipeline/errors.ts';
import type { Unit } from '#server/pipeline/unit-of-work.ts';
import type { Services } from '#server/services.ts';
import { askForAddress } from './account.ts';
import { accountByEmail } from './by-email.ts';
import { linkToOrganizations } from '#server/entities/user/organization-links.ts';
import { scopedActor } from '#server/entities/user/privilege-guard.ts';
import { nameOf } from '#server/entities/reference.ts';
import type { RowOf } from '#server/db/engine.ts';

type UserRow = RowOf<'user'>;

/**
 * Returns whether a new user of that email is an invitation: the email has an account that the actor cannot see.
 *
 * @throws ApiError E_UNIQUE where the actor sees a user of that email
 */
export async function isInvitation(unit: Unit, email: string): Promise<boolean> {
  // The unique index tells readers of all users that the address is taken.
  if (!scopedActor(unit)) return false;
  return (await unseenOf(unit, email)).some(({ invitation }) => invitation === 0);
}

/** The users of an email. @throws ApiError E_UNIQUE where the actor sees one of them */
async function unseenOf(unit: Unit, email: string) {
  const rows = await unit.asInternal().select('user').select(['id', 'invitation']).where('email', '=', email).execute();
  for (const { id } of rows) if (await unit.find('user', id)) throw taken('user', ['email']);
  return rows;
}

/** True for a user who has neither chosen a password nor opened a link. */
const isPending = (user: UserRow): boolean => user.emailConfirmedAt === null && user.passwordHash === null;

/**
 * Returns what an update sets of the email of another user. Whoever may manage only some organizations sets it at once of a
 * pending user alone; to others goes a link, as with one's own account: the answer is the same for an email of somebody else.
 *
 * @throws ApiError E_UNIQUE where the actor sees a user of that email; E_RATE where enough links were sent within the hour
 */
export async function readdressed(
  unit: Unit,
  services: Services,
  user: UserRow,
  email: string,
): Promise<Partial<UserRow>> {
  if (isPending(user)) return { email, emailConfirmedAt: null, invitation: await isInvitation(unit, email) };
  if (!scopedActor(unit)) return { email, emailConfirmedAt: null, invitation: false };
  await unseenOf(unit, email);
  await askForAddress(unit, services, user, email);
  return {};
}

/**
 * A password that opened a new account but not an invitation would tell which of them it is. The person chooses one by the link.
 *
 * @throws ApiError E_FORBIDDEN where whoever may manage only some organizations gives one to an unconfirmed address
 */
export function assertMaySetPassword(unit: Unit, user: UserRow | null, { passwordHash }: Partial<UserRow>): void {
  if (passwordHash === undefined || !scopedActor(unit) || (user !== null && user.emailConfirmedAt !== null)) return;
  throw forbidden(
    'The person chooses a password by the link in the mail. You can set one once the email is confirmed.',
  );
}

/**
 * Links the account of the email to the organizations of the invitation, which goes.
 *
 * @throws ApiError E_TOKEN where the account is gone
 */
export async function acceptInvitation(unit: Unit, invitation: UserRow): Promise<void> {
  const account = await accountByEmail(unit, invitation.email);
  if (!account?.active) throw new ApiError('E_TOKEN', 'This link has expired or was used.');
  const id = account.id;
  attributeTo(unit, { id, name: nameOf(account) });
  const linksOf = async (user: string) => {
    const links = unit.asInternal().select('userorg').select('organization').where('user', '=', user);
    return (await links.execute()).map(({ organization }) => organization);
  };
  const own = await linksOf(id);
  const invited = await linksOf(invitation.id);
  await unit.asInternal().remove('user', invitation.id);
  await linkToOrganizations(
    unit,
    id,
    invited.filter((organization) => !own.includes(organization)),
  );
  if (account.emailConfirmedAt === null) await unit.updateRow('user', account, { emailConfirmedAt: unit.now });
}
