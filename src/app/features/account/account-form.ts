// The account form as data: what was typed, what of it is new, what is wrong with it, and what the server said. Pure.
import type { FormFault } from '#app/ui/form/form-error.tsx';
import { MIN_PASSWORD } from '#contract/password.ts';
import { ApiError } from '#app/api/errors.ts';
import { errorMessage } from '#app/api/error-messages.ts';
import type { Input } from '#app/api/types.ts';
import type { Me } from '#app/auth/me.ts';

/** What of the account one may change oneself. */
export type Account = Pick<
  Me,
  'firstName' | 'lastName' | 'email' | 'mobilePhone' | 'timeZone' | 'alarmEmails' | 'isDay' | 'hideNames'
>;

export interface Draft extends Account {
  password: string;
  currentPassword: string;
}

const words: Record<keyof Account | 'password', string> = {
  firstName: 'first name',
  lastName: 'last name',
  email: 'email',
  mobilePhone: 'phone',
  timeZone: 'time zone',
  alarmEmails: 'alarm emails',
  isDay: 'day shift',
  hideNames: 'hidden names',
  password: 'password',
};
const keys = Object.keys(words).filter((key): key is keyof Account => key !== 'password');

/** The form as it stands before anything was typed. */
export function draftOf(account: Account): Draft {
  const held = Object.fromEntries(keys.map((key) => [key, account[key]])) as unknown as Account;
  return { ...held, password: '', currentPassword: '' };
}

const tidy = (value: string | boolean): string | boolean => (typeof value === 'string' ? value.trim() : value);

/** Only what was changed; empty when nothing was. */
export function changesOf(draft: Draft, account: Account): Input<'user', 'editAccount'> {
  const changed = keys.filter((key) => tidy(draft[key]) !== account[key]).map((key) => [key, tidy(draft[key])]);
  const secret = draft.password === '' ? {} : { password: draft.password };
  const proof = needsProof(draft, account) ? { currentPassword: draft.currentPassword } : {};
  return { ...Object.fromEntries(changed), ...secret, ...proof };
}

/** A new email or password is only taken with the present password. */
export const needsProof = (draft: Draft, account: Account): boolean =>
  draft.password !== '' || draft.email.trim().toLowerCase() !== account.email;

/** "Not saved yet: email, password"; null when there is nothing to save. */
export function dirtyWords(changes: Input<'user', 'editAccount'>): string | null {
  const names = Object.keys(changes).flatMap((key) => (key in words ? [words[key as keyof typeof words]] : []));
  return names.length === 0 ? null : `Not saved yet: ${names.join(', ')}`;
}

/** What is said once it was saved: a new email is not used yet. */
export const savedWords = ({ email }: Input<'user', 'editAccount'>): string =>
  email === undefined ? 'Saved' : `A link went to ${email}. Your email changes when it is opened.`;

/** What is wrong before the server is asked. */
export function faultsIn(draft: Draft, account: Account): FormFault[] {
  const faults: FormFault[] = [];
  if (!/^\S+@\S+\.\S+$/.test(draft.email.trim())) faults.push({ field: 'email', text: 'Type an email address.' });
  if (draft.password !== '' && draft.password.length < MIN_PASSWORD)
    faults.push({ field: 'password', text: `The new password must have at least ${MIN_PASSWORD} characters.` });
  if (needsProof(draft, account) && draft.currentPassword === '')
    faults.push({ field: 'currentPassword', text: 'Type your present password, so that nobody else can do this.' });
  return faults;
}

const labels: Record<string, string> = { ...words, currentPassword: 'The present password' };
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** What the server refused, each thing at its field. */
export function refusedFaults(error: unknown): FormFault[] {
  const details = error instanceof ApiError && error.status < 500 ? error.details : [];
  if (details.length === 0) return [{ text: errorMessage(error) }];
  return details.map((detail) => {
    const [, field = '', rule = detail] = /^(\w+): (.+)$/.exec(detail) ?? [];
    const label = labels[field];
    return label === undefined ? { text: detail } : { field, text: `${capital(label)} ${rule}.` };
  });
}

/** The zones that this browser knows, with the one in use among them. */
export function timeZones(current: string): { value: string; label: string }[] {
  const known = typeof Intl.supportedValuesOf === 'function' ? Intl.supportedValuesOf('timeZone') : [];
  return [...new Set([...known, 'UTC', current])]
    .toSorted()
    .map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }));
}
