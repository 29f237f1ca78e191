// The mails about accounts, put into the outbox with the change that they report.
import {
  changeMail,
  changeNotice,
  confirmMail,
  deviceNotice,
  failedSignInsNotice,
  invitationMail,
  passkeyNotice,
  passwordNotice,
  resetMail,
  unsubscribedNotice,
} from '#server/mails/account.ts';
import type { Written } from '#server/mails/frame.ts';
import type { Unit } from '#server/pipeline/unit-of-work.ts';
import type { Services } from '#server/services.ts';
import { accountByEmail } from './by-email.ts';
import { nameOf } from '#server/entities/reference.ts';
import { queueMail } from '#server/entities/mail-repository.ts';
import { endSessions } from '#server/entities/session/sign-in.ts';
import { addToken, newToken } from './token.ts';
import { voidTokens } from './token-repository.ts';
import type { RowOf } from '#server/db/engine.ts';

type UserRow = RowOf<'user'>;

const confirmUrl = (services: Services, token: string): string =>
  `${services.origin()}/auth/confirm-email?token=${token}`;
const post = (unit: Unit, services: Services, to: string, written: Written): Promise<void> =>
  queueMail(unit, services, { to, ...written });

/** A name goes only to a confirmed address: an unconfirmed one may be a stranger's. */
const nameFor = (user: UserRow): string | null => (user.emailConfirmedAt === null ? null : nameOf(user));
const languageFor = (user: UserRow): string | null => user.language;

/** The purpose of a link: it confirms the account's address, or leads to a new password. */
export type LinkPurpose = 'confirm' | 'reset';

/** Mails a link. The caller limits the number. */
export const mailLink = async (unit: Unit, services: Services, user: UserRow, purpose: LinkPurpose): Promise<void> =>
  posts[purpose](unit, services, user, await addToken(unit, purpose, user.id, user.email));

/** As `mailLink`, for a link that anybody may ask for: nothing is mailed where enough were within the hour. */
export async function mailRequestedLink(
  unit: Unit,
  services: Services,
  user: UserRow,
  purpose: LinkPurpose,
): Promise<void> {
  const secret = await newToken(unit, purpose, user.id, user.email);
  if (secret !== null) await posts[purpose](unit, services, user, secret);
}

type Post = (unit: Unit, services: Services, user: UserRow, secret: string) => Promise<void>;
const posts: Record<LinkPurpose, Post> = { confirm: postConfirm, reset: postReset };

async function postReset(unit: Unit, services: Services, user: UserRow, secret: string): Promise<void> {
  const url = `${services.origin()}/auth/recover-password?token=${secret}`;
  await post(unit, services, user.email, resetMail({ name: nameFor(user), url, language: languageFor(user) }));
}

async function postConfirm(unit: Unit, services: Services, user: UserRow, secret: string): Promise<void> {
  if (user.invitation) return mailInvitation(unit, services, user, secret);
  const choose = user.passwordHash === null;
  const link = { url: confirmUrl(services, secret), choose };
  await post(unit, services, user.email, confirmMail({ ...link, language: languageFor(user) }));
}

/** To the person whose account has the email of an invitation. */
async function mailInvitation(unit: Unit, services: Services, invitation: UserRow, secret: string): Promise<void> {
  const links = unit
    .asInternal()
    .select('userorg')
    .innerJoin('organization', 'organization.id', 'userorg.organization');
  const own = links.select('organization.name').where('userorg.user', '=', invitation.id);
  const organizations = (await own.orderBy('organization.name').execute()).map(({ name }) => name);
  const account = await accountByEmail(unit, invitation.email);
  const language = account ? languageFor(account) : null;
  const named = account?.emailConfirmedAt ? organizations : [];
  const written = invitationMail({ organizations: named, url: confirmUrl(services, secret), language });
  await post(unit, services, invitation.email, written);
}

/** To the new address the link, to the present one the word that it was asked for. */
export async function mailChange(
  unit: Unit,
  services: Services,
  user: UserRow,
  email: string,
  secret: string,
): Promise<void> {
  await post(unit, services, email, changeMail({ url: confirmUrl(services, secret), language: languageFor(user) }));
  await mailOldAddress(unit, services, user, email, false);
}

/** Notifies the former address of `user`. */
export const mailOldAddress = (
  unit: Unit,
  services: Services,
  user: UserRow,
  email: string,
  done: boolean,
): Promise<void> =>
  post(
    unit,
    services,
    user.email,
    changeNotice({ name: nameFor(user), url: services.origin(), email, done, language: languageFor(user) }),
  );

/** After a new password of one's own: other sessions, their devices and open links end, and the person gets a mail. */
export async function passwordChanged(unit: Unit, services: Services, user: UserRow, session: string): Promise<void> {
  await revoke(unit, services, user, { session, passkeys: 0 });
}

/** After a reset by mail or by an administrator: as `passwordChanged`, for every session; passkeys may be a thief's, and go. */
export async function passwordReset(unit: Unit, services: Services, user: UserRow): Promise<void> {
  await revoke(unit, services, user, { session: null, passkeys: await removePasskeys(unit, user.id) });
}

async function revoke(
  unit: Unit,
  services: Services,
  user: UserRow,
  { session, passkeys }: { session: string | null; passkeys: number },
): Promise<void> {
  const id = user.id;
  const devices = await endSessions(unit, services, id, { reason: 'password', except: session });
  await voidTokens(unit, id);
  const url = `${services.origin()}/auth/forgot-password`;
  const facts = { name: nameFor(user), url, language: languageFor(user), devices, passkeys };
  await post(unit, services, user.email, passwordNotice(facts));
}

async function removePasskeys(unit: Unit, user: string): Promise<number> {
  const passkeys = await unit.asInternal().select('passkey').select('id').where('user', '=', user).execute();
  for (const { id } of passkeys) await unit.asInternal().remove('passkey', id);
  return passkeys.length;
}

/** Notifies the person of a device that gets the alarms from now on. */
export const mailDevice = (unit: Unit, services: Services, user: UserRow, device: string): Promise<void> =>
  post(
    unit,
    services,
    user.email,
    deviceNotice({
      name: nameFor(user),
      url: `${services.origin()}/user/account`,
      device,
      language: languageFor(user),
    }),
  );

/** Notifies the person of password guesses; `ip` is the address of the last one. */
export const mailFailedSignIns = (unit: Unit, services: Services, user: UserRow, ip: string): Promise<void> =>
  post(
    unit,
    services,
    user.email,
    failedSignInsNotice({
      name: nameFor(user),
      url: `${services.origin()}/auth/forgot-password`,
      ip,
      language: languageFor(user),
    }),
  );

/**
 * Notifies the person that alarm mails were turned off by a link: about these organizations, or all if none is named.
 */
export const mailUnsubscribed = (
  unit: Unit,
  services: Services,
  user: UserRow,
  organizations: readonly string[],
): Promise<void> =>
  post(
    unit,
    services,
    user.email,
    unsubscribedNotice({ organizations, url: `${services.origin()}/user/account`, language: languageFor(user) }),
  );

/** Notifies the person of a passkey that was added or removed. */
export const mailPasskey = (
  unit: Unit,
  services: Services,
  user: UserRow,
  passkey: string,
  added: boolean,
): Promise<void> =>
  post(
    unit,
    services,
    user.email,
    passkeyNotice({
      name: nameFor(user),
      url: `${services.origin()}/user/account`,
      passkey,
      added,
      language: languageFor(user),
    }),
  );
