// The noun group: permissions that its users share.
import * as z from 'zod/mini';
import { Id, Instant, call, crud, entity, name } from './define.ts';
import { ADMINISTRATORS, Grant } from './permission.ts';

/** Permissions by id, such as `system.read`, or as model and action. */
const SomeGrants = z
  .array(z.union([z.string().check(z.maxLength(100)), Grant], 'must be a permission'), 'must be a list of permissions')
  .check(z.minLength(1, 'must name a permission'), z.maxLength(500, 'must have at most 500 items'));

/** A group with its permissions and its users. */
export const Group = z.object({
  id: Id,
  name: z.string(),
  permissions: z.array(Grant),
  users: z.array(
    z.object({
      id: Id,
      email: z.string(),
      first_name: z.string(),
      last_name: z.string(),
      /** As in the record of the user. */
      manageable: z.optional(z.boolean()),
    }),
  ),
  createdAt: Instant,
  updatedAt: Instant,
  editedAt: Instant,
});

/** The calls of groups: CRUD, and granting or revoking several permissions in one call. */
export const group = entity('group', {
  record: Group,
  organization: null,
  derivesFrom: ['usergroup', 'userorg', 'user'],
  navigation: { path: '/admin/groups', section: 'people' },
  presets: { organizationAdministrator: ['read'] },
  calls: {
    ...crud(
      'group',
      Group,
      z.object({ name: name(), permissions: z._default(z.array(Grant).check(z.maxLength(500)), []) }),
      ADMINISTRATORS,
    ),
    grant: call({
      doc: 'Grants several permissions to a group, all or none. Permissions that the group already has are kept.',
      method: 'POST',
      path: '/grouppermission',
      input: z.object({ group: Id, permissions: SomeGrants }),
      result: Group,
      may: 'group.update',
      errors: ['E_NOT_FOUND', 'E_REAUTHENTICATE'],
    }),
    revoke: call({
      doc: 'Revokes several permissions of a group, all or none. Permissions that the group does not have are ignored.',
      method: 'DELETE',
      path: '/grouppermission',
      input: z.object({ group: Id, permissions: SomeGrants }),
      result: Group,
      may: 'group.update',
      errors: ['E_NOT_FOUND', 'E_LAST_ADMINISTRATOR'],
    }),
  },
});
