// The forms of a user: fields, values, and the input of the calls.
import type { FieldTable } from '#app/ui/form/form-types.ts';
import { timeZoneText } from '#app/ui/form/time-zone-row.tsx';
import type { Input } from '#app/api/types.ts';
import type { OrganizationRef } from '#app/features/organizations/organization-picker.tsx';
import { type LanguageValue, languageInput, languageText } from '#app/features/shell/language-text.ts';
import * as m from '#text/messages.js';
import type { User } from './user-kind.ts';

/** The attributes of a person that both forms have. */
export interface PersonValues {
  email: string;
  firstName: string;
  lastName: string;
  mobilePhone: string;
  timeZone: string;
  language: LanguageValue;
  isDay: boolean;
  alarmEmails: boolean;
  readOnlyAlarms: boolean;
  hideNames: boolean;
}

/** The values of a known user. */
export interface UserValues extends PersonValues {
  password: string;
}

/** The values of an invitation. */
export interface InvitationValues extends PersonValues {
  groups: readonly string[];
  organizations: readonly OrganizationRef[];
  allOrganizations: boolean;
}

const onOff = (on: boolean): string => (on ? m.forms_on() : m.forms_off());

const personFields = (): FieldTable<PersonValues> => ({
  email: { label: m.account_email(), short: m.account_email_short(), normalize: (email) => email.trim().toLowerCase() },
  firstName: { label: m.account_first_name(), short: m.account_first_name_short() },
  lastName: { label: m.account_last_name(), short: m.account_last_name_short() },
  mobilePhone: { label: m.account_phone(), short: m.account_phone_short() },
  timeZone: { label: m.account_time_zone(), short: m.account_time_zone_short(), text: timeZoneText },
  language: { label: m.users_language_label(), short: m.users_language_short(), text: languageText },
  isDay: { label: m.account_day_shift(), short: m.account_day_shift_short(), text: onOff },
  alarmEmails: { label: m.account_alarm_emails(), short: m.account_alarm_emails_short(), text: onOff },
  readOnlyAlarms: { label: m.users_read_only_alarms(), short: m.account_read_only_alarms_short(), text: onOff },
  hideNames: { label: m.account_hide_names(), short: m.account_hide_names_short(), text: onOff },
});

/** In the order of the screen. */
export const userFields = (): FieldTable<UserValues> => ({
  ...personFields(),
  password: { label: m.account_new_password(), short: m.account_new_password_short(), secret: true },
});

/** `groupName`: the name of a group by its id, for drafts. */
export const invitationFields = (groupName: (id: string) => string): FieldTable<InvitationValues> => ({
  ...personFields(),
  groups: {
    label: m.shell_place_groups(),
    short: m.users_groups_short(),
    text: (ids) => ids.map(groupName).join(', '),
  },
  organizations: {
    label: m.shell_place_organizations(),
    short: m.users_organizations_short(),
    text: (list) => list.map(({ name }) => name).join(', '),
  },
  allOrganizations: {
    label: m.users_all_organizations(),
    short: m.users_all_organizations_short(),
    text: onOff,
  },
});

/** An invitation before anything is typed. */
export const emptyInvitation: InvitationValues = {
  email: '',
  firstName: '',
  lastName: '',
  mobilePhone: '',
  timeZone: '',
  language: '',
  isDay: false,
  alarmEmails: true,
  readOnlyAlarms: false,
  hideNames: false,
  groups: [],
  organizations: [],
  allOrganizations: false,
};

/** The values of a user before anything is typed. */
export const readUser = (user: User): UserValues => ({
  email: user.email,
  firstName: user.firstName,
  lastName: user.lastName,
  mobilePhone: user.mobilePhone,
  timeZone: user.timeZone,
  language: user.language ?? '',
  isDay: user.isDay,
  alarmEmails: user.alarmEmails,
  readOnlyAlarms: user.readOnlyAlarms,
  hideNames: user.hideNames,
  password: '',
});

type Update = Omit<Input<'user', 'update'>, 'id'>;

/** The changes as the call takes them. */
export const userInput = ({ language, ...rest }: Partial<UserValues>): Update => ({
  ...rest,
  ...(language !== undefined && { language: languageInput(language) }),
});

/** The invitation as the call takes it. */
export const invitationInput = ({
  language,
  groups,
  organizations,
  ...rest
}: InvitationValues): Input<'user', 'create'> => ({
  ...rest,
  language: languageInput(language),
  groups: [...groups],
  organizations: organizations.map(({ id }) => id),
});
