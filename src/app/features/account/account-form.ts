// The form of one's own account: its fields, its values, and its messages.
import type { FieldTable, FormIssue } from '#app/ui/form/form-types.ts';
import { timeZoneText } from '#app/ui/form/time-zone-row.tsx';
import type { Me } from '#app/auth/me.ts';
import { issueText } from '#app/features/shell/issue-text.ts';
import { type LanguageValue, languageText } from '#app/features/shell/language-text.ts';
import * as m from '#text/messages.js';

/** The account's own attributes that its person may change. */
export type Account = Pick<
  Me,
  | 'firstName'
  | 'lastName'
  | 'email'
  | 'mobilePhone'
  | 'timeZone'
  | 'alarmEmails'
  | 'isDay'
  | 'hideNames'
  | 'readOnlyAlarms'
>;

export interface AccountValues extends Account {
  language: LanguageValue;
  password: string;
  currentPassword: string;
}

const onOff = (on: boolean): string => (on ? m.forms_on() : m.forms_off());

/** The fields, in the language of the moment of the call. */
export const accountFields = (): FieldTable<AccountValues> => ({
  firstName: { label: m.account_first_name(), short: m.account_first_name_short() },
  lastName: { label: m.account_last_name(), short: m.account_last_name_short() },
  email: { label: m.account_email(), short: m.account_email_short(), normalize: (email) => email.trim().toLowerCase() },
  mobilePhone: { label: m.account_phone(), short: m.account_phone_short() },
  timeZone: { label: m.account_time_zone(), short: m.account_time_zone_short(), text: timeZoneText },
  language: { label: m.users_language_label(), short: m.users_language_short(), text: languageText },
  isDay: { label: m.account_day_shift(), short: m.account_day_shift_short(), text: onOff },
  alarmEmails: { label: m.account_alarm_emails(), short: m.account_alarm_emails_short(), text: onOff },
  readOnlyAlarms: {
    label: m.account_read_only_alarms(),
    short: m.account_read_only_alarms_short(),
    text: onOff,
  },
  hideNames: { label: m.account_hide_names(), short: m.account_hide_names_short(), text: onOff },
  password: { label: m.account_new_password(), short: m.account_new_password_short(), secret: true },
  currentPassword: {
    label: m.account_current_password(),
    short: m.account_current_password_short(),
    secret: true,
    confirms: (changed) => changed.includes('email') || changed.includes('password'),
  },
});

/** The values of an account before anything is typed. */
export const readAccount = (account: Account & Pick<Me, 'language'>): AccountValues => ({
  firstName: account.firstName,
  lastName: account.lastName,
  email: account.email,
  mobilePhone: account.mobilePhone,
  timeZone: account.timeZone,
  language: account.language ?? '',
  isDay: account.isDay,
  alarmEmails: account.alarmEmails,
  hideNames: account.hideNames,
  readOnlyAlarms: account.readOnlyAlarms,
  password: '',
  currentPassword: '',
});

/** The sentence of an issue of this form. */
export function accountIssueText(issue: FormIssue, label: string, name: string): string {
  if (name === 'currentPassword' && issue.code === 'required') return m.account_current_password_required();
  return issueText(issue, label);
}

/** The flash after saving: a new email is used only once its link is opened. */
export const savedText = (email: unknown): string =>
  typeof email === 'string' ? m.account_email_link_sent({ email }) : m.forms_saved();
