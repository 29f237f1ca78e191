// The default values of a new user.
export const userDefaults = {
  passwordHash: null,
  emailConfirmedAt: null,
  firstName: '',
  lastName: '',
  mobilePhone: '',
  timeZone: '',
  language: null,
  alarmEmails: true,
  allOrganizations: false,
  isDay: false,
  hideNames: false,
  readOnlyAlarms: false,
  active: true,
  invitation: false,
};
