// The mails about an account, each a function of its facts. An unconfirmed address never receives a name:
// otherwise anyone could send words of their own to strangers in the name of Backwatch.
import { formatList } from '#text/format.ts';
import { languageOf } from '#text/language.ts';
import * as m from '#text/messages.js';
import { inLanguage, typed, write, type Recipient, type Written } from './frame.ts';

export interface AccountFacts extends Recipient {
  /** As it was typed; null where the receiving address is not confirmed. */
  name: string | null;
  /** Absolute. */
  url: string;
}

const ownerOf = (name: string | null) =>
  name === null ? { owner: 'unnamed', name: '' } : { owner: 'named', name: typed(name) };

/** To the address of an account whose password is forgotten. */
export function resetMail({ name, url, language }: AccountFacts): Written {
  const options = inLanguage(language);
  return write({
    language,
    subject: m.mails_reset_subject({}, options),
    title: m.mails_reset_title({}, options),
    lines: [m.mails_reset_line(ownerOf(name), options)],
    button: { label: m.mails_reset_title({}, options), url },
    notes: [m.mails_hour_note({}, options), m.mails_not_you_note({}, options)],
  });
}

/** To the address of a new account (`choose`: it has no password yet), or to one that an administrator changed. */
export function confirmMail({ url, choose, language }: Recipient & { url: string; choose: boolean }): Written {
  const options = inLanguage(language);
  const words = choose
    ? {
        subject: m.mails_ready_title({}, options),
        title: m.mails_ready_title({}, options),
        lines: [m.mails_ready_line({}, options)],
        button: { label: m.mails_ready_button({}, options), url },
      }
    : {
        subject: m.mails_confirm_subject({}, options),
        title: m.mails_confirm_title({}, options),
        lines: [m.mails_confirm_line({}, options)],
        button: { label: m.mails_confirm_button({}, options), url },
      };
  const notes = [m.mails_within_day_note({}, options), m.mails_ignore_note({}, options)];
  return write({ language, ...words, notes });
}

const listOfTyped = (names: readonly string[], language: string | null): string =>
  formatList(names.map(typed), { locale: languageOf(language) });

/** To the email of an account that somebody else invites to organizations, empty where the address is not confirmed. */
export function invitationMail(facts: Recipient & { organizations: readonly string[]; url: string }): Written {
  const { organizations, url, language } = facts;
  const options = inLanguage(language);
  const list = listOfTyped(organizations, language);
  const named = organizations.length > 0 ? 'named' : 'unnamed';
  return write({
    language,
    subject: m.mails_invited_subject({}, options),
    title: m.mails_invited_subject({}, options),
    lines: [m.mails_invited_line({ organizations: list, named }, options)],
    button: { label: m.mails_invited_button({}, options), url },
    notes: [m.mails_within_day_note({}, options), m.mails_ignore_note({}, options)],
  });
}

/** To the new address: the account changes only when somebody opens the link. */
export function changeMail({ url, language }: Recipient & { url: string }): Written {
  const options = inLanguage(language);
  return write({
    language,
    subject: m.mails_change_subject({}, options),
    title: m.mails_change_title({}, options),
    lines: [m.mails_change_line({}, options)],
    button: { label: m.mails_change_button({}, options), url },
    notes: [m.mails_within_day_note({}, options), m.mails_not_you_note({}, options)],
  });
}

/** To the old address, when somebody requested a change of it, or made one (`done`). */
export function changeNotice(facts: AccountFacts & { email: string; done: boolean }): Written {
  const { name, url, email, done, language } = facts;
  const options = inLanguage(language);
  const tense = done ? 'past' : 'future';
  return write({
    language,
    subject: m.mails_changed_subject({ tense }, options),
    title: m.mails_changed_title({ tense }, options),
    lines: [m.mails_changed_line({ ...ownerOf(name), tense, email: typed(email) }, options)],
    button: { label: m.mails_changed_button({}, options), url },
    notes: [m.mails_changed_note({}, options)],
  });
}

/**
 * To the account's address after every change of its password. `url` leads to a way to set another one; `devices` and
 * `passkeys` are the numbers of those that ended with it.
 */
export function passwordNotice(facts: AccountFacts & { devices: number; passkeys: number }): Written {
  const { name, url, language, devices, passkeys } = facts;
  const options = inLanguage(language);
  return write({
    language,
    subject: m.mails_password_subject({}, options),
    title: m.mails_password_title({}, options),
    lines: [
      m.mails_password_line(ownerOf(name), options),
      ...(devices > 0 ? [m.mails_password_devices({ count: devices }, options)] : []),
      ...(passkeys > 0 ? [m.mails_password_passkeys({ count: passkeys }, options)] : []),
    ],
    button: { label: m.mails_password_button({}, options), url },
    notes: [m.mails_was_you_note({}, options)],
  });
}

/** To the account's address after a device was added that gets its alarms. `url` leads to the account. */
export function deviceNotice({ name, url, device, language }: AccountFacts & { device: string }): Written {
  const options = inLanguage(language);
  const what = device === '' ? m.mails_device_unnamed({}, options) : typed(device);
  return write({
    language,
    subject: m.mails_device_subject({}, options),
    title: m.mails_device_subject({}, options),
    lines: [m.mails_device_line({ ...ownerOf(name), device: what }, options)],
    button: { label: m.mails_device_button({}, options), url },
    notes: [m.mails_was_you_note({}, options), m.mails_device_note({}, options)],
  });
}

/** To the account's address after many wrong passwords. `url` leads to a way to set another one; `ip` is where the last came from. */
export function failedSignInsNotice({ name, url, ip, language }: AccountFacts & { ip: string }): Written {
  const options = inLanguage(language);
  return write({
    language,
    subject: m.mails_failed_sign_ins_subject({}, options),
    title: m.mails_failed_sign_ins_subject({}, options),
    lines: [
      m.mails_failed_sign_ins_line({ ...ownerOf(name), address: typed(ip) }, options),
      m.mails_failed_sign_ins_slowed({}, options),
    ],
    button: { label: m.mails_reset_title({}, options), url },
    notes: [m.mails_failed_sign_ins_note({}, options)],
  });
}

/** To the account's address after a passkey was added or removed. `url` leads to the account. */
export function passkeyNotice(facts: AccountFacts & { passkey: string; added: boolean }): Written {
  const { name, url, passkey, added, language } = facts;
  const options = inLanguage(language);
  const values = { ...ownerOf(name), passkey: typed(passkey) };
  const words = added
    ? {
        subject: m.mails_passkey_added_subject({}, options),
        title: m.mails_passkey_added_title({}, options),
        lines: [m.mails_passkey_added_line(values, options)],
      }
    : {
        subject: m.mails_passkey_removed_subject({}, options),
        title: m.mails_passkey_removed_title({}, options),
        lines: [m.mails_passkey_removed_line(values, options)],
      };
  const note = added ? m.mails_passkey_added_note({}, options) : m.mails_passkey_removed_note({}, options);
  return write({
    language,
    ...words,
    button: { label: m.mails_passkey_button({}, options), url },
    notes: [m.mails_was_you_note({}, options), note],
  });
}

/** After alarm mails were turned off by a link in one; without `organizations` all of them. `url` leads to the account. */
export function unsubscribedNotice(facts: Recipient & { organizations: readonly string[]; url: string }): Written {
  const { organizations, url, language } = facts;
  const options = inLanguage(language);
  const title =
    organizations.length === 0
      ? m.mails_unsubscribed_all({}, options)
      : m.mails_unsubscribed_some({ organizations: listOfTyped(organizations, language) }, options);
  return write({
    language,
    subject: title,
    title,
    lines: [m.mails_unsubscribed_line({}, options)],
    button: { label: m.mails_unsubscribed_button({}, options), url },
    notes: [m.mails_was_you_note({}, options)],
  });
}
