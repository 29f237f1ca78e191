// What a person's account says where nobody filled in a form.
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
