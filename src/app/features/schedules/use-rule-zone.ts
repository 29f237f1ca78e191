// The zone in which the due times of a schedule are counted.
import { useQuery } from '@tanstack/react-query';
import { api } from '#app/api/client.ts';
import { useCan } from '#app/auth/me.ts';
import { reader } from '#app/device/reader.ts';

/**
 * The zone of the organization that owns the schedule, else of the first of its systems; the reader's where there is none, or
 * while it is not known. `id`: undefined for a new schedule; `owner`: the id of an organization, null if all share it.
 */
export function useRuleZone(id: string | undefined, owner: string | null): string {
  const ofSystem = useQuery({
    ...api.system.list.queryOptions({ where: { schedule: id }, sort: 'name ASC', limit: 1 }),
    enabled: useCan('system.read') && id !== undefined && owner === null,
  });
  const organization = owner ?? ofSystem.data?.rows[0]?.organizationId;
  const { data } = useQuery({
    ...api.organization.get.queryOptions({ id: organization ?? '' }, { persist: true }),
    enabled: useCan('organization.read') && organization !== undefined,
  });
  return data?.timeZone ?? reader().timeZone;
}
