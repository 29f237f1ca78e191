// The zone in which the due times of a schedule are counted, and the system that they are shown for.
import { useQuery } from '@tanstack/react-query';
import { api } from '#app/api/client.ts';
import type { Answer } from '#app/api/types.ts';
import { useCan } from '#app/auth/me.ts';
import { reader } from '#app/device/reader.ts';

/** A system that uses the schedule. */
export type Follower = Answer<'system', 'list'>['rows'][number];

/** The first system of a schedule by its name; undefined where there is none, or none may be read. */
export function useFirstFollower(id: string | undefined): Follower | undefined {
  const { data } = useQuery({
    ...api.system.list.queryOptions({ where: { schedule: id }, sort: 'name ASC', limit: 1 }),
    enabled: useCan('system.read') && id !== undefined,
  });
  return data?.rows[0];
}

/** The zone of the follower, else of the owner; the reader's where there is neither, or while it is not known. */
export function useRuleZone(follower: Follower | undefined, owner: string | undefined): string {
  const zone = follower?.organization.timeZone;
  const { data } = useQuery({
    ...api.organization.get.queryOptions({ id: owner ?? '' }, { persist: true }),
    enabled: useCan('organization.read') && zone === undefined && owner !== undefined,
  });
  return zone ?? data?.timeZone ?? reader().timeZone;
}
