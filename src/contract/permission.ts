// The noun permission: one action on one noun, as the contract's calls declare them.
import * as z from 'zod/mini';
import { actions, call, entity } from './define.ts';

/** One permission as groups store it. */
export const Grant = z.object({
  model: z.string(),
  action: z.enum(actions),
});

/** Errors of calls that may take the last administrator's rights, or make an administrator, for `crud`. */
export const ADMINISTRATORS = {
  create: ['E_REAUTHENTICATE'],
  update: ['E_LAST_ADMINISTRATOR', 'E_REAUTHENTICATE'],
  destroy: ['E_LAST_ADMINISTRATOR'],
};

/** `id` is `model.action`, such as `system.read`. */
export const Permission = z.object({ id: z.string(), model: z.string(), action: z.string() });

/** The list of permissions that groups can grant. */
export const permission = entity('permission', {
  record: Permission,
  organization: null,
  calls: {
    list: call({
      doc: 'Lists all permissions that a group can have. Each is a pair of model and action.',
      method: 'GET',
      path: '/permission',
      result: z.array(Permission),
      may: 'group.read',
    }),
  },
});
