// The nouns of people and rights: user, group, permission, usergroup, userorg.
import * as z from 'zod';
import { Id, Instant, Reference, call, crud, entity, name, patch, text } from './define.ts';
import { isTimeZone } from './time/calendar.ts';
import { MAX_PASSWORD, MIN_PASSWORD } from './password.ts';
import { Secret, TokenMode } from './token.ts';

const Grant = z.object({ model: z.string(), action: z.enum(['create', 'read', 'readAll', 'update', 'destroy']) });

const Language = z.enum(['en', 'de', 'es']);

export const User = z.object({
  id: Id,
  email: z.string(),
  /** When the person proved to read mail at that address; null until then. */
  emailConfirmedAt: Instant.nullable(),
  firstName: z.string(),
  lastName: z.string(),
  mobilePhone: z.string(),
  timeZone: z.string(),
  /** For screens, mails and pushes; null for the language of the device. */
  language: Language.nullable(),
  alarmEmails: z.boolean(),
  allOrganizations: z.boolean(),
  isDay: z.boolean(),
  hideNames: z.boolean(),
  active: z.boolean(),
  groups: z.array(Reference),
  organizations: z.array(Reference),
  /** The groups with what they permit: only where `populate` names them. */
  group: z.array(Reference.extend({ permissions: z.array(Grant) })).optional(),
  /** The organizations with what the link says: only where `populate` names them. */
  organization: z.array(Reference.extend({ active: z.boolean(), userorg: Id, alarmEmails: z.boolean() })).optional(),
  /** How many devices can be reached by push. */
  devices: z.number(),
  createdAt: Instant,
  updatedAt: Instant,
});

const account = {
  firstName: text(100).default(''),
  lastName: text(100).default(''),
  mobilePhone: text(40).default(''),
  timeZone: z.string().refine(isTimeZone, 'must be an IANA time zone such as Europe/Berlin').default('UTC'),
  language: Language.nullable().default(null),
  alarmEmails: z.boolean().default(true),
  isDay: z.boolean().default(false),
  hideNames: z.boolean().default(false),
};
export const Email = z
  .email('must be an email address')
  .max(254)
  .transform((value) => value.toLowerCase());
export const Password = z
  .string()
  .min(MIN_PASSWORD, `must have at least ${MIN_PASSWORD} characters`)
  .max(MAX_PASSWORD, `must have at most ${MAX_PASSWORD} characters`);

const person = z.object({
  ...account,
  email: Email,
  allOrganizations: z.boolean().default(false),
  active: z.boolean().default(true),
  password: Password.optional(),
});
const RULING = { update: ['E_LAST_ADMINISTRATOR'], destroy: ['E_LAST_ADMINISTRATOR'] };
const people = crud('user', User, person, RULING);

export const user = entity('user', {
  record: User,
  organization: null,
  derivesFrom: ['usergroup', 'userorg', 'group', 'organization'],
  calls: {
    ...people,
    create: call({
      doc: 'Creates one user, linked to these organizations: at least one, for whoever may not edit every one.',
      method: 'POST',
      path: '/user',
      input: person.extend({ organizations: z.array(Id).max(1000, 'must have at most 1000 items').default([]) }),
      result: User,
      may: 'user.create',
    }),
    editAccount: call({
      doc: 'Changes the signed-in person’s own account. A new address is used once it is confirmed by mail.',
      method: 'PATCH',
      path: '/user/edit-account',
      input: patch(
        z.object({ ...account, email: Email, password: Password, currentPassword: z.string().max(200) }),
      ).omit({ id: true }),
      result: User,
      may: 'session',
      refuses: ['E_BAD_LOGIN', 'E_RATE'],
    }),
    token: call({
      doc: 'Uses a token from a mail: proves a new address, confirms one, or sets a new password.',
      method: 'POST',
      path: '/user/token',
      input: z.object({ mode: TokenMode, token: Secret, password: Password.optional() }),
      result: z.object({ mode: TokenMode, email: z.string(), signedIn: z.boolean() }),
      may: 'public',
      refuses: ['E_TOKEN', 'E_RATE'],
    }),
  },
});

/** Each by its id, such as `system.read`, or as model and action. */
const SomeGrants = z
  .array(z.union([z.string().max(100), Grant], 'must be a permission'), 'must be a list of permissions')
  .min(1, 'must name a permission')
  .max(500, 'must have at most 500 items');

export const Group = z.object({
  id: Id,
  name: z.string(),
  permissions: z.array(Grant),
  users: z.array(z.object({ id: Id, email: z.string(), first_name: z.string(), last_name: z.string() })),
  createdAt: Instant,
  updatedAt: Instant,
});
export const group = entity('group', {
  record: Group,
  organization: null,
  derivesFrom: ['usergroup', 'user'],
  calls: {
    ...crud('group', Group, z.object({ name: name(), permissions: z.array(Grant).max(500).default([]) }), RULING),
    grant: call({
      doc: 'Gives a group several permissions at once, all or none; what it has already stays.',
      method: 'POST',
      path: '/grouppermission',
      input: z.object({ group: Id, permissions: SomeGrants }),
      result: Group,
      may: 'group.update',
      refuses: ['E_NOT_FOUND'],
    }),
    revoke: call({
      doc: 'Takes several permissions from a group at once, all or none; what it does not have is passed over.',
      method: 'DELETE',
      path: '/grouppermission',
      input: z.object({ group: Id, permissions: SomeGrants }),
      result: Group,
      may: 'group.update',
      refuses: ['E_NOT_FOUND', 'E_LAST_ADMINISTRATOR'],
    }),
  },
});

export const Permission = z.object({ id: z.string(), model: z.string(), action: z.string() });
export const permission = entity('permission', {
  record: Permission,
  organization: null,
  calls: {
    list: call({
      doc: 'Every permission there is: model by action, derived from the contract.',
      method: 'GET',
      path: '/permission',
      result: z.array(Permission),
      may: 'group.read',
    }),
  },
});

const Person = Reference.extend({ email: z.string() });

export const UserGroup = z.object({
  id: Id,
  user: Person,
  group: Reference,
  createdAt: Instant,
  updatedAt: Instant,
});
const groupLinks = crud('usergroup', UserGroup, z.object({ user: Id, group: Id }), RULING);
export const usergroup = entity('usergroup', {
  record: UserGroup,
  organization: null,
  derivesFrom: ['user', 'group'],
  calls: {
    list: groupLinks.list,
    get: groupLinks.get,
    create: groupLinks.create,
    destroy: groupLinks.destroy,
    destroyPair: call({
      doc: 'Takes a user out of a group, by the pair.',
      method: 'DELETE',
      path: '/usergroup',
      input: z.object({ user: Id, group: Id }),
      result: UserGroup,
      may: 'usergroup.destroy',
      refuses: ['E_NOT_FOUND', 'E_LAST_ADMINISTRATOR'],
    }),
  },
});

export const UserOrg = z.object({
  id: Id,
  user: Person,
  organization: Reference,
  /** Scopes the live events. */
  organizationId: Id,
  alarmEmails: z.boolean(),
  createdAt: Instant,
  updatedAt: Instant,
});
export const userorg = entity('userorg', {
  record: UserOrg,
  organization: 'organizationId',
  derivesFrom: ['user', 'organization'],
  calls: {
    ...crud('userorg', UserOrg, z.object({ user: Id, organization: Id, alarmEmails: z.boolean().default(true) })),
    destroyPair: call({
      doc: 'Takes a user’s link to an organization away, by the pair.',
      method: 'DELETE',
      path: '/userorg',
      input: z.object({ user: Id, organization: Id }),
      result: UserOrg,
      may: 'userorg.destroy',
      refuses: ['E_NOT_FOUND'],
    }),
    oneClick: call({
      doc: 'Ends the alarm mails that a mail tells of, as mail programs do it by themselves (RFC 8058).',
      method: 'POST',
      path: '/userorg/unsubscribe',
      byToken: true,
      input: z.object({ token: text(1000), 'List-Unsubscribe': z.literal('One-Click').optional() }),
      result: z.object({ id: Id }),
      may: 'public',
      refuses: ['E_TOKEN', 'E_RATE'],
    }),
    unsubscribe: call({
      doc: 'Ends the alarm mails that a link in one of them tells of, or brings them back; by the token in that link.',
      method: 'GET',
      path: '/userorg/unsubscribe',
      changes: true,
      byToken: true,
      input: z.object({ token: text(1000), set: z.enum(['off', 'on', 'all-off', 'all-on']).default('off') }),
      result: z.object({
        /** The person. */
        id: Id,
        email: z.string(),
        /** The organization that the mail was about, where the person is linked to it. */
        organization: Reference.nullable(),
        /** Of that organization. */
        alarmEmails: z.boolean(),
        /** Of any organization at all. */
        allAlarmEmails: z.boolean(),
      }),
      may: 'public',
      refuses: ['E_TOKEN', 'E_RATE'],
    }),
  },
});
