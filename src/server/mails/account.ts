// The mails about an account: each a function of its facts. To an address that nobody has proven to own, no name is sent:
// whoever can type a name and an address could else write to strangers in our name.
import { typed, write, type Written } from './frame.ts';

/** `name` and addresses as they were typed; `url` is whole. */
export interface AccountFacts {
  /** Null where nobody has proven to own the address that this goes to. */
  name: string | null;
  url: string;
}

const accountOf = (name: string | null): string =>
  `Backwatch account ${name === null ? 'with this email' : `of ${typed(name)}`}`;

const NOT_YOU = 'If you did not ask for it, do nothing: without the link nothing changes.';

/** To somebody who forgot the password. */
export const resetMail = ({ name, url }: AccountFacts): Written =>
  write({
    subject: 'Set a new password for Backwatch',
    title: 'Set a new password',
    lines: [`Somebody, most likely you, asked for a new password for the ${accountOf(name)}.`],
    button: { label: 'Set a new password', url },
    notes: ['The link works once, within the next hour.', NOT_YOU],
  });

/** To the address of an account that was made, or whose address an administrator changed. */
export const confirmMail = ({ url, choose }: { url: string; choose: boolean }): Written =>
  write({
    subject: 'Confirm your email for Backwatch',
    title: choose ? 'You have an account' : 'Confirm your email',
    lines: [
      choose
        ? 'An administrator made you an account on Backwatch, which watches backups. Choose your password to sign in.'
        : 'This address was given for an account on Backwatch, which watches backups. Confirm that it is yours.',
    ],
    button: { label: choose ? 'Choose your password' : 'Confirm this email', url },
    notes: ['The link works once, within the next 24 hours.', 'If you do not know what this is, do nothing.'],
  });

/** To the new address: only opening it changes the account. */
export const changeMail = ({ url }: { url: string }): Written =>
  write({
    subject: 'Confirm your new email for Backwatch',
    title: 'Confirm your new email',
    lines: ['This address was given as the new one of an account on Backwatch. It is used once you confirm it.'],
    button: { label: 'Use this email', url },
    notes: ['The link works once, within the next 24 hours.', NOT_YOU],
  });

/** To the old address, when a change of it was asked for or made. */
export const changeNotice = ({ name, url, email, done }: AccountFacts & { email: string; done: boolean }): Written =>
  write({
    subject: done ? 'Your email for Backwatch was changed' : 'Your email for Backwatch is about to change',
    title: done ? 'Your email was changed' : 'Your email is about to change',
    lines: [
      done
        ? `The ${accountOf(name)} now has the email ${typed(email)}.`
        : `The ${accountOf(name)} will have the email ${typed(email)} once that is confirmed.`,
    ],
    button: { label: 'Open Backwatch', url },
    notes: ['If this was not you, sign in, change your password, and tell your administrator.'],
  });

/** To whoever's password was changed, in whatever way. */
export const passwordNotice = ({ name, url }: AccountFacts): Written =>
  write({
    subject: 'Your password for Backwatch was changed',
    title: 'Your password was changed',
    lines: [`The password of the ${accountOf(name)} was changed. All other sessions were ended.`],
    button: { label: 'It was not me', url },
    notes: ['If it was you, there is nothing to do.'],
  });

/** To whoever has a passkey more, or one less. `url` leads to the account. */
export const passkeyNotice = ({
  name,
  url,
  passkey,
  added,
}: AccountFacts & { passkey: string; added: boolean }): Written =>
  write({
    subject: `A passkey was ${added ? 'added to' : 'removed from'} your Backwatch account`,
    title: `A passkey was ${added ? 'added' : 'removed'}`,
    lines: [
      added
        ? `The passkey ${typed(passkey)} was added to the ${accountOf(name)}: it signs in without a password.`
        : `The passkey ${typed(passkey)} of the ${accountOf(name)} was removed: it opens nothing any more.`,
    ],
    button: { label: 'Look at your passkeys', url },
    notes: [
      'If it was you, there is nothing to do.',
      `If it was not you, ${added ? 'remove it there, ' : ''}change your password, and tell your administrator.`,
    ],
  });
