// The nouns of people and rights: user, group, permission, usergroup, userorg.
import * as z from 'zod';
import { Id, Instant, Reference, call, crud, entity, name, text } from './kernel.ts';
import { isTimeZone } from './calendar.ts';

const Grant = z.object({ model: z.string(), action: z.enum(['create', 'read', 'readAll', 'update', 'destroy']) });

export const User = z.object({
  id: Id,
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  mobilePhone: z.string(),
  timeZone: z.string(),
  alarmEmails: z.boolean(),
  allOrganizations: z.boolean(),
  isDay: z.boolean(),
  hideNames: z.boolean(),
  active: z.boolean(),
  groups: z.array(Reference),
  organizations: z.array(Reference),
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
  .min(10, 'must have at least 10 characters')
  .max(200, 'must have at most 200 characters');

export const user = entity('user', {
  record: User,
  organization: null,
  derivesFrom: ['usergroup', 'userorg', 'group', 'organization'],
  calls: {
    ...crud(
      'user',
      User,
      z.object({
        ...account,
        email: Email,
        allOrganizations: z.boolean().default(false),
        active: z.boolean().default(true),
        password: Password.optional(),
      }),
    ),
    editAccount: call({
      doc: 'Changes the signed-in person’s own account.',
      method: 'PATCH',
      path: '/user/edit-account',
      input: z.object({ ...account, email: Email, password: Password, currentPassword: z.string().max(200) }).partial(),
      result: User,
      may: 'session',
      refuses: ['E_BAD_LOGIN'],
    }),
  },
});

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
  calls: crud('group', Group, z.object({ name: name(), permissions: z.array(Grant).max(500).default([]) })),
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

export const UserGroup = z.object({ id: Id, user: Id, group: Id, createdAt: Instant, updatedAt: Instant });
const groupLinks = crud('usergroup', UserGroup, z.object({ user: Id, group: Id }));
export const usergroup = entity('usergroup', {
  record: UserGroup,
  organization: null,
  calls: { list: groupLinks.list, create: groupLinks.create, destroy: groupLinks.destroy },
});

export const UserOrg = z.object({
  id: Id,
  user: Id,
  organization: Id,
  alarmEmails: z.boolean(),
  createdAt: Instant,
  updatedAt: Instant,
});
export const userorg = entity('userorg', {
  record: UserOrg,
  organization: 'organization',
  calls: crud('userorg', UserOrg, z.object({ user: Id, organization: Id, alarmEmails: z.boolean().default(true) })),
});
