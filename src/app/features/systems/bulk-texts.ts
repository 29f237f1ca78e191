// The sentences of a bulk change: "Setting the schedule to Nightly", "Schedule is now Nightly".
import { useQuery } from '@tanstack/react-query';
import { api } from '#app/api/client.ts';
import { queryClient } from '#app/api/query-client.ts';
import type { Answer } from '#app/api/types.ts';
import { reader } from '#app/device/reader.ts';
import { formatMoment } from '#text/format.ts';
import * as m from '#text/messages.js';

export type Job = Answer<'job', 'get'>;

interface JobTexts {
  /** While it runs. */
  readonly doing: string;
  /** At its end. */
  readonly did: string;
}

/** The name of the record that the values refer to; '' while it is not known, or when it is gone. */
type Names = string;

const texts = (doing: string, did: string): JobTexts => ({ doing, did });

function updateTexts(
  { schedule, retention, organization, active, reenableTime }: Job['values'],
  name: Names,
): JobTexts {
  if (organization !== undefined) return texts(m.systems_bulk_moving({ name }), m.systems_bulk_moved({ name }));
  if (schedule !== undefined)
    return schedule === null
      ? texts(m.systems_bulk_schedule_removing(), m.systems_bulk_schedule_removed())
      : texts(m.systems_bulk_schedule_setting({ name }), m.systems_bulk_schedule_set({ name }));
  if (retention !== undefined)
    return retention === null
      ? texts(m.systems_bulk_retention_removing(), m.systems_bulk_retention_removed())
      : texts(m.systems_bulk_retention_setting({ name }), m.systems_bulk_retention_set({ name }));
  if (active === true) return texts(m.systems_bulk_resuming(), m.systems_bulk_resumed());
  if (!reenableTime) return texts(m.systems_bulk_pausing(), m.systems_bulk_paused());
  const time = formatMoment(reenableTime, Date.now(), reader());
  return texts(m.systems_bulk_pausing_until({ time }), m.systems_bulk_paused_until({ time }));
}

/** Returns the sentences of a job. */
export function jobTexts({ action, values, state, results }: Job, name: Names): JobTexts {
  const isUndo = state === 'undoing' || state === 'undone' || results.some((one) => one.state === 'undone');
  if (isUndo) return texts(m.systems_bulk_undoing(), m.systems_bulk_undone());
  if (action === 'destroy') return texts(m.systems_bulk_deleting(), m.systems_bulk_deleted());
  if (action === 'restart') return texts(m.systems_bulk_restart_doing(), m.systems_bulk_restart_did());
  return updateTexts(values, name);
}

/** The query of the record that the values refer to; undefined for none. */
function namedQuery({ schedule, retention, organization }: Job['values'] = {}) {
  if (organization) return api.organization.get.queryOptions({ id: organization });
  if (schedule) return api.schedule.get.queryOptions({ id: schedule });
  return retention ? api.retention.get.queryOptions({ id: retention }) : undefined;
}

const NEVER_STALE = { staleTime: Infinity } as const;

/** The name that the sentences of a job need. */
export async function namesOf({ values }: Job): Promise<Names> {
  const query = namedQuery(values);
  if (query === undefined) return '';
  const named = await queryClient.fetchQuery({ ...query, ...NEVER_STALE } as never).catch(() => null);
  return (named as { name: string } | null)?.name ?? '';
}

/** The sentences of a job; undefined until the name in them is known. */
export function useJobTexts(job: Job | undefined): JobTexts | undefined {
  const query = namedQuery(job?.values);
  const { data, isError } = useQuery({
    queryKey: ['none'],
    ...(query as object),
    ...NEVER_STALE,
    enabled: query !== undefined,
  } as never);
  const name = (data as { name: string } | undefined)?.name;
  if (job === undefined || (query !== undefined && name === undefined && !isError)) return undefined;
  return jobTexts(job, name ?? '');
}
