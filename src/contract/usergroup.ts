// The noun usergroup: the membership of a user in a group.
import * as z from 'zod/mini';
import { Id, Instant, Reference, call, crud, entity } from './define.ts';
import { ADMINISTRATORS } from './permission.ts';
import { UserReference } from './user.ts';

/** The membership of one user in one group. */
export const UserGroup = z.object({
  id: Id,
  user: UserReference,
  group: Reference,
  createdAt: Instant,
  updatedAt: Instant,
});

const groupLinks = crud('usergroup', UserGroup, z.object({ user: Id, group: Id }), ADMINISTRATORS);

/** The calls of memberships. A membership is never updated: it is created and destroyed. */
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
      doc: 'Removes a user from a group, identified by both ids.',
      method: 'DELETE',
      path: '/usergroup',
      input: z.object({ user: Id, group: Id }),
      result: UserGroup,
      may: 'usergroup.destroy',
      errors: ['E_NOT_FOUND', 'E_LAST_ADMINISTRATOR'],
    }),
  },
});
