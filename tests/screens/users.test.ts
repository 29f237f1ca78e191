// Users on screens: who they are, whether alarms reach them, what they may do and why.
import { describe, expect, test } from 'vitest';
import { accessText, tellingOf } from '#app/features/users/access-text.ts';
import { effectiveRights, rightsLines } from '#app/features/users/effective-rights.ts';
import { emptyInvitation, invitationInput, readUser, userInput } from '#app/features/users/user-form.ts';
import type { User } from '#app/features/users/user-kind.ts';
import {
  groupsText,
  initials,
  linksText,
  organizationsText,
  reachText,
  seenText,
} from '#app/features/users/user-text.ts';
import { userParts } from '#app/features/users/users-screen.tsx';
import { grantOf } from '#app/features/groups/permission-set.ts';
import { user as userEntity } from '#contract/user.ts';
import { parseCriteria } from '#contract/criteria.ts';

const now = Date.parse('2026-11-20T12:00:00.000Z');
const user: User = {
  id: '019a0000-0000-7000-8000-000000000001',
  email: 'jonas@nordlys.example',
  emailConfirmedAt: '2026-01-01T00:00:00.000Z',
  firstName: 'Jonas',
  lastName: 'Brandt',
  mobilePhone: '',
  timeZone: '',
  language: null,
  alarmEmails: true,
  allOrganizations: false,
  isDay: false,
  hideNames: false,
  readOnlyAlarms: false,
  active: true,
  groups: [{ id: 'g', name: 'Night shift' }],
  organizations: [{ id: 'o', name: 'Acme' }],
  devices: 0,
  phones: [],
  mailed: true,
  lastSeenAt: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  editedAt: '2026-01-01T00:00:00.000Z',
};
const phone = (name: string, lastReceiptAt: string | null = null) => ({ name, lastReceiptAt, lastError: null });

describe('whether alarms reach a user', () => {
  test.each([
    [{}, 'No device, emails only', false],
    [{ mailed: false }, 'No device, no email', true],
    [{ mailed: false, phones: [phone('Pixel 9')] }, 'Pixel 9 rings, never shown an alarm', false],
    [{ mailed: false, emailConfirmedAt: null, lastSeenAt: '2026-11-20T11:30:00.000Z' }, 'No device, no email', true],
    [{ emailConfirmedAt: null }, 'Invited, not yet signed in', false],
    [{ active: false }, 'Deactivated', false],
    [{ phones: [phone('Pixel 9')] }, 'Pixel 9 rings, never shown an alarm', false],
    [{ phones: [phone('iPhone'), phone('Mac')], isDay: true }, 'Day shift, iPhone and Mac ring from 07:00', false],
  ])('%o reads "%s"', (values, text, isBad) => {
    const reach = reachText({ ...user, ...values }, true, now);
    expect([reach.text, reach.isBad]).toEqual([text, isBad]);
  });

  test('names the newest alarm that a device showed, and counts more than two devices', () => {
    const phones = [phone('A', '2026-10-12T08:00:00.000Z'), phone('B', '2026-10-14T08:00:00.000Z'), phone('C')];
    expect(reachText({ ...user, phones }, true, now).text).toMatch(/^A, B,? and 1 more ring, last shown /);
    expect(reachText({ ...user, phones }, true, now).text).toContain('14');
  });

  test('a device whose last push failed does not ring, and one that nothing else reaches is named with the reason', () => {
    const refused = { ...phone('iPhone'), lastError: { code: 'answered' as const, status: 403, text: null } };
    const reach = (values: object) => reachText({ ...user, ...values }, true, now);
    expect(reach({ phones: [refused, phone('Mac')] }).text).toBe('Mac rings, never shown an alarm');
    const text = 'Last error: the push service answered 403';
    expect(reach({ phones: [refused], mailed: false })).toEqual({ text, icon: 'bell', isBad: true });
    expect(reach({ phones: [refused, refused], isDay: true })).toEqual({ text, icon: 'mail', isBad: false });
  });

  test('a person who only reads alarms is not missed, unless pushes are switched on', () => {
    expect(reachText(user, false, now).text).toBe('Ringing is off');
    expect(reachText({ ...user, readOnlyAlarms: true, mailed: false }, false, now).isBad).toBe(true);
    // Not known: then rather too loud.
    expect(reachText({ ...user, mailed: false }, undefined, now).isBad).toBe(true);
  });
});

test('a row says who, where and when', () => {
  expect(initials(user)).toBe('JB');
  expect(initials({ ...user, firstName: '', lastName: '' })).toBe('J');
  expect(groupsText(user)).toBe('Night shift');
  expect(groupsText({ groups: [] })).toBe('No group');
  expect(organizationsText(user)).toBe('1 organization');
  expect(organizationsText({ ...user, allOrganizations: true })).toBe('all organizations');
  expect(seenText(user, now)).toBe('Signed out');
  expect(seenText({ lastSeenAt: '2026-11-20T11:30:00.000Z' }, now)).toBe('In the last hour');
});

test('the links of a user are counted, and named to those who read no organizations', () => {
  const link = { id: 'o', name: 'Acme', active: true, userorg: 'l', alarmEmails: true };
  expect(linksText({ ...user, organization: [link] })).toBe('Linked to 1 organization, alarm emails from 1.');
  expect(linksText({ ...user, alarmEmails: false, organization: [link] })).toMatch(/from 0\.$/);
  expect(linksText(user)).toBe('Linked to Acme.');
  expect(linksText({ ...user, organizations: [] })).toBe('Linked to 0 organizations, alarm emails from 0.');
});

describe('what a user may do, in a sentence', () => {
  test('names the strongest permissions, at most three, and no weaker one of the same noun', () => {
    expect(tellingOf(['system.read', 'system.update', 'alarm.update', 'backup.download', 'alarm.read'])).toEqual([
      'system.update',
      'alarm.update',
      'backup.download',
    ]);
    expect(tellingOf(['system.readAll'])).toEqual(['system.read']);
  });

  test.each([
    [['system.update', 'alarm.update'], 2, 'Jonas may edit systems and act on alarms in 2 organizations.'],
    [['system.read'], 'all', 'Jonas may see systems in all organizations.'],
    [['system.read'], 0, 'Jonas may see systems in no organization yet.'],
    [[], 3, 'Jonas may sign in, and see nothing.'],
  ] as const)('%j in %s', (held, where, text) => expect(accessText('Jonas', held, where)).toBe(text));
});

describe('effective permissions', () => {
  const groups = [
    { name: 'Night shift', permissions: [grantOf('system.read'), grantOf('system.update')] },
    { name: 'Viewers', permissions: [grantOf('system.readAll')] },
  ];
  const rights = effectiveRights(groups);

  test('name each group that grants them, what follows from another included', () => {
    expect(rights.get('system.read')).toEqual(['Night shift', 'Viewers']);
    expect(rights.get('system.update')).toEqual(['Night shift']);
    expect(rights.has('system.destroy')).toBe(false);
  });

  test('are one line for each set of groups, and what nothing grants is the last', () => {
    const lines = rightsLines(['system.read', 'system.destroy', 'system.update'], rights);
    expect(lines).toEqual([
      { ids: ['system.read'], groups: ['Night shift', 'Viewers'] },
      { ids: ['system.update'], groups: ['Night shift'] },
      { ids: ['system.destroy'], groups: [] },
    ]);
  });
});

describe('the forms', () => {
  test('an invitation is what the call takes', () => {
    const values = { ...emptyInvitation, email: 'ida@nordlys.example', organizations: [{ id: user.id, name: 'Acme' }] };
    expect(userEntity.calls.create.input.safeParse(invitationInput(values)).success).toBe(true);
    expect(invitationInput(values).organizations).toEqual([user.id]);
  });

  test('the language of the device is null on the wire', () => {
    expect(readUser(user).language).toBe('');
    expect(userInput({ language: '' })).toEqual({ language: null });
    expect(userInput({ isDay: true })).toEqual({ isDay: true });
  });
});

test('users whom nothing reaches come first, and are in no other group', () => {
  const [first, active, inactive] = userParts({ find: 'mia' }, [user.id]);
  expect([first?.key, active?.key, inactive?.key]).toEqual(['unreachable', 'active', 'inactive']);
  expect(active?.where).toMatchObject({ active: true, id: { nin: [user.id] } });
  expect(userParts({}, []).map(({ key }) => key)).toEqual(['active', 'inactive']);
  const attributes = { id: 'id', firstName: 'text', lastName: 'text', email: 'text', active: 'bool' } as const;
  for (const part of [first, active, inactive])
    expect(() => parseCriteria({ where: JSON.stringify(part?.where), sort: part?.sort }, attributes)).not.toThrow();
});
