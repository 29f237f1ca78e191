// The progress of the first steps, read from the records alone: a step can be left and found again anywhere.
import { useQuery } from '@tanstack/react-query';
import { api } from '#app/api/client.ts';
import type { Answer } from '#app/api/types.ts';

export type FirstSystem = Answer<'system', 'list'>['rows'][number];
type FirstOrganization = Answer<'organization', 'list'>['rows'][number];

/** The steps that count, in their order. */
export const steps = ['organization', 'system', 'schedule', 'report'] as const;
export type Step = (typeof steps)[number];

export interface FirstStepsState {
  organization: FirstOrganization | null;
  /** The one that reported, else the newest. */
  system: FirstSystem | null;
  done: Readonly<Record<Step, boolean>>;
  /** The first step that is not done; null after the last one. */
  next: Step | null;
}

const one = { limit: 1 };
const POLL_MS = 10_000;

/** Null until it is known. Follows live events, and asks every 10 s where they do not come. */
export function useFirstSteps(): FirstStepsState | null {
  const organizations = useQuery(api.organization.list.queryOptions({ ...one, sort: 'createdAt ASC' })).data;
  const systems = useQuery({
    ...api.system.list.queryOptions({ ...one, sort: 'lastBackup DESC' }),
    refetchInterval: POLL_MS,
  }).data;
  if (organizations === undefined || systems === undefined) return null;
  const [organization = null] = organizations.rows;
  const [system = null] = systems.rows;
  const done = {
    organization: organization !== null,
    system: system !== null,
    schedule: system !== null && system.schedule !== null,
    report: system !== null && system.lastBackup !== null,
  };
  return { organization, system, done, next: steps.find((step) => !done[step]) ?? null };
}
