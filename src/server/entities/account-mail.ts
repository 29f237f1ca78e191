// The mails about accounts, put into the outbox with the change that they report.
import {
  changeMail,
  changeNotice,
  confirmMail,
  passkeyNotice,
  passwordNotice,
  resetMail,
} from '#server/mails/account.ts';
import type { Written } from '#server/mails/frame.ts';
import type { Row } from '#server/kernel/store.ts';
import type { Unit } from '#server/kernel/unit.ts';
import type { Services } from '#server/services.ts';
import { nameOf } from './reference.ts';
import { queueMail } from './mail.ts';
import { endSessions } from './sign-in.ts';
import { newToken, voidTokens } from './token.ts';

const confirmUrl = (services: Services, token: string): string =>
  `${services.origin()}/auth/confirm-email?token=${token}`;
const post = (unit: Unit, services: Services, to: unknown, written: Written): Promise<void> =>
  queueMail(unit, services, { to: String(to), ...written });

/** A name goes only to a confirmed address: an unconfirmed one may be a stranger's. */
const nameFor = (user: Row): string | null => (user['emailConfirmedAt'] === null ? null : nameOf(user));
const languageFor = (user: Row): string | null => (user['language'] as string | null | undefined) ?? null;

/** A link to a new password, unless enough were sent within the hour. */
export async function mailReset(unit: Unit, services: Services, user: Row): Promise<void> {
  const secret = await newToken(unit, 'reset', String(user['id']), String(user['email']));
  if (secret === null) return;
  const url = `${services.origin()}/auth/recover-password?token=${secret}`;
  await post(unit, services, user['email'], resetMail({ name: nameFor(user), url, language: languageFor(user) }));
}

/** A link that confirms the account's address, unless enough were sent within the hour. */
export async function mailConfirm(unit: Unit, services: Services, user: Row): Promise<void> {
  const secret = await newToken(unit, 'confirm', String(user['id']), String(user['email']));
  if (secret === null) return;
  const choose = user['passwordHash'] === null || user['passwordHash'] === undefined;
  const link = { url: confirmUrl(services, secret), choose };
  await post(unit, services, user['email'], confirmMail({ ...link, language: languageFor(user) }));
}

/** To the new address the link, to the present one the word that it was asked for. */
export async function mailChange(
  unit: Unit,
  services: Services,
  user: Row,
  email: string,
  secret: string,
): Promise<void> {
  await post(unit, services, email, changeMail({ url: confirmUrl(services, secret), language: languageFor(user) }));
  await mailOldAddress(unit, services, user, email, false);
}

/** Tells the address that `user` had. */
export const mailOldAddress = (
  unit: Unit,
  services: Services,
  user: Row,
  email: string,
  done: boolean,
): Promise<void> =>
  post(
    unit,
    services,
    user['email'],
    changeNotice({ name: nameFor(user), url: services.origin(), email, done, language: languageFor(user) }),
  );

/** What follows from a new password, whoever set it: other sessions and open links end, and the person is told. */
export async function passwordChanged(unit: Unit, services: Services, user: Row, except: string | null): Promise<void> {
  const id = String(user['id']);
  await endSessions(unit, id, except);
  await voidTokens(unit, id);
  const url = `${services.origin()}/auth/forgot-password`;
  await post(unit, services, user['email'], passwordNotice({ name: nameFor(user), url, language: languageFor(user) }));
}

/** Tells the person of a passkey that was added or removed. */
export const mailPasskey = (
  unit: Unit,
  services: Services,
  user: Row,
  passkey: string,
  added: boolean,
): Promise<void> =>
  post(
    unit,
    services,
    user['email'],
    passkeyNotice({
      name: nameFor(user),
      url: `${services.origin()}/user/account`,
      passkey,
      added,
      language: languageFor(user),
    }),
  );
