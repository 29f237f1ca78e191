// The queries of one organization, shared by its pages.
import { useQuery } from '@tanstack/react-query';
import { api } from '#app/api/client.ts';
import type { Answer } from '#app/api/types.ts';
import { useCan } from '#app/auth/me.ts';
import { usePolling } from '#app/realtime/freshness.ts';

export type Organization = Answer<'organization', 'get'>;
/** An organization with the state of its systems. */
export type FleetRow = Answer<'organization', 'fleet'>['rows'][number];
/** The link of a person to an organization. */
export type Link = Answer<'userorg', 'list'>['rows'][number];

/** The query of one organization; persisted. */
export const organizationQuery = (id: string) => api.organization.get.queryOptions({ id }, { persist: true });

/** The organization with the state of its systems; undefined until it is loaded. */
export function useFleetRow(id: string) {
  const query = useQuery({
    ...api.organization.fleet.queryOptions({ where: { id }, limit: 1 }, { persist: true }),
    enabled: useCan('organization.read'),
    // A deadline that passes changes it without an event.
    refetchInterval: usePolling(),
  });
  return { query, row: query.data?.rows[0] };
}
