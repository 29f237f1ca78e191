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
/** The interval of queries whose records may change without a live event. */
export const POLL_MS = 10_000;

export type Device = Pick<Answer<'device', 'list'>[number], 'id' | 'name' | 'lastReceiptAt' | 'lastError'>;

/** Finds the devices beside the one here that showed a push, such as the test alarm. */
export const isRingingElsewhere =
  (here: string | null) =>
  ({ id, lastReceiptAt, lastError }: Device): boolean =>
    id !== here && lastReceiptAt !== null && lastError === null;

/** The queries of the records. They follow live events; systems are asked for every 10 s where those do not come. */
export function useFirstRecords() {
  const organizations = useQuery(api.organization.list.queryOptions({ ...one, sort: 'createdAt ASC' }));
  const systems = useQuery({
    ...api.system.list.queryOptions({ ...one, sort: 'lastBackup DESC' }),
    refetchInterval: POLL_MS,
  });
  return { organizations, systems };
}

/** Null until it is known. */
export function useFirstSteps(): FirstStepsState | null {
  const records = useFirstRecords();
  const [organizations, systems] = [records.organizations.data, records.systems.data];
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
