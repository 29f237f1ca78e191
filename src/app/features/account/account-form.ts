// The form of one's own account: its fields, its values, and the sentences of its own.
import type { FieldTable, FormIssue } from '#app/ui/form/form-types.ts';
import { timeZoneText } from '#app/ui/form/time-zone-row.tsx';
import type { Me } from '#app/auth/me.ts';
import { issueText } from '#app/features/shell/issue-text.ts';

/** The account's own attributes that its person may change. */
export type Account = Pick<
  Me,
  'firstName' | 'lastName' | 'email' | 'mobilePhone' | 'timeZone' | 'alarmEmails' | 'isDay' | 'hideNames'
>;

export interface AccountValues extends Account {
  password: string;
  currentPassword: string;
}

const onOff = (on: boolean): string => (on ? 'On' : 'Off');

export const accountFields: FieldTable<AccountValues> = {
  firstName: { label: 'First name', short: 'first name' },
  lastName: { label: 'Last name', short: 'last name' },
  email: { label: 'Email', short: 'email', normalize: (email) => email.trim().toLowerCase() },
  mobilePhone: { label: 'Phone', short: 'phone' },
  timeZone: { label: 'Time zone', short: 'time zone', text: timeZoneText },
  isDay: { label: 'Day shift', short: 'day shift', text: onOff },
  alarmEmails: { label: 'Alarm emails', short: 'alarm emails', text: onOff },
  hideNames: { label: 'Hide names on the lock screen', short: 'hidden names', text: onOff },
  password: { label: 'New password', short: 'password', secret: true },
  currentPassword: {
    label: 'Current password',
    short: 'current password',
    secret: true,
    confirms: (changed) => changed.includes('email') || changed.includes('password'),
  },
};

/** The values of an account before anything is typed. */
export const readAccount = (account: Account): AccountValues => ({
  firstName: account.firstName,
  lastName: account.lastName,
  email: account.email,
  mobilePhone: account.mobilePhone,
  timeZone: account.timeZone,
  isDay: account.isDay,
  alarmEmails: account.alarmEmails,
  hideNames: account.hideNames,
  password: '',
  currentPassword: '',
});

/** The sentence of an issue of this form. */
export function accountIssueText(issue: FormIssue, label: string, name: string): string {
  if (name === 'currentPassword' && issue.code === 'required') return 'Enter your current password to confirm.';
  return issueText(issue, label);
}

/** The flash after saving: a new email is used only once its link is opened. */
export const savedText = (email: unknown): string =>
  typeof email === 'string' ? `We sent a link to ${email}. Your email changes when you open it.` : 'Saved';
