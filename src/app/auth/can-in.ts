// Permissions for one record: apart from me.ts, because nothing that loads before the first screen needs them.
import type { Action } from '#contract/define.ts';
import { may, scopeOf, type Rights } from '#contract/permissions.ts';
import { useMe } from './me.ts';

/** Returns whether the rights include the permission for a record of that organization; null: a record that all share. */
export function mayIn(rights: Rights, permission: `${string}.${Action}`, organizationId: string | null): boolean {
  if (!may(rights, permission)) return false;
  const [model = '', action = ''] = permission.split('.');
  const scope = scopeOf(rights, model, action as Action);
  return scope === 'all' || (organizationId !== null && scope.includes(organizationId));
}

/** As `mayIn`; where no organization is given (undefined), the permission in any organization counts. */
export const mayInOrSomewhere = (
  rights: Rights,
  permission: `${string}.${Action}`,
  organizationId: string | null | undefined,
): boolean => (organizationId === undefined ? may(rights, permission) : mayIn(rights, permission, organizationId));

/** True if the user has a permission for a record of that organization; null: a record that all organizations share. */
export function useCanIn(permission: `${string}.${Action}`, organizationId: string | null): boolean {
  const me = useMe();
  return me !== null && mayIn(me, permission, organizationId);
}

/**
 * Returns whether the user can link a person again to an organization after the link was removed. A user of some organizations
 * may not see the person any more.
 */
export function useMayRelink(organizationId: string): boolean {
  const seesEverybody = useCanIn('user.read', null);
  return useCanIn('userorg.create', organizationId) && seesEverybody;
}

/**
 * Returns whether the user may read the activity of a record. An organization belongs to itself; the activity of other records
 * without an organization needs the permission for all organizations.
 */
export const useMayReadActivity = ({ id, organizationId }: { id: string; organizationId?: string | null }): boolean =>
  useCanIn('activity.read', organizationId ?? id);
