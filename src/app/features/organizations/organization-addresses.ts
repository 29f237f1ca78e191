// The addresses of the pages of organizations.
import { useCan, useMe } from '#app/auth/me.ts';

export const ORGANIZATION_SETTINGS = '/admin/organization/settings';

/** True if the person may add organizations: nobody is linked to a new one, so it takes access to all of them. */
export function useMayCreateOrganizations(): boolean {
  const me = useMe();
  return useCan('organization.create') && me?.allOrganizations === true;
}
