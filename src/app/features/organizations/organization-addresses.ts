// The addresses of the pages of organizations.
import { useCan, useMe } from '#app/auth/me.ts';

/** The address of the list. */
export const ORGANIZATIONS = '/admin/organizations';

/** The address of the first page of one organization. */
export const organizationHref = (id: string): string => `/admin/organization/systems?id=${id}`;

export const ORGANIZATION_SETTINGS = '/admin/organization/settings';

/** True if the person may add organizations: nobody is linked to a new one, so it takes access to all of them. */
export function useMayCreateOrganizations(): boolean {
  const me = useMe();
  return useCan('organization.create') && me?.allOrganizations === true;
}
