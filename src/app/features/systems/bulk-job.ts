// A change of several systems as a job of the server: begun here, followed until its end on whatever page is shown.
import { QueryObserver, useQuery } from '@tanstack/react-query';
import type { RouterHistory } from '@tanstack/react-router';
import { api } from '#app/api/client.ts';
import { errorMessage } from '#app/api/write-error-messages.ts';
import { ApiError } from '#app/api/errors.ts';
import { queryClient } from '#app/api/query-client.ts';
import type { Input } from '#app/api/types.ts';
import { cachedSession } from '#app/auth/me.ts';
import { flash } from '#app/device/flash.ts';
import type { BulkRow } from '#app/ui/status/bulk-progress.tsx';
import * as m from '#text/messages.js';
import { failureText } from './bulk-failures.ts';
import { addBulkJob, removeBulkJob } from './bulk-store.ts';
import { type Job, jobTexts, namesOf } from './bulk-texts.ts';

export type BulkRequest = Pick<Input<'system', 'bulk'>, 'action' | 'values'>;

/** Events tell of the progress; without a connection the question does. */
const POLLED_MS = 3000;
const SHOWN_MS = 8000;
/** As `MOST_SYSTEMS` of `contract/job.ts`, whose schemas this script does not need. */
const MOST = 1000;

export const isWorking = ({ state }: Pick<Job, 'state'>): boolean => state === 'running' || state === 'undoing';
const isUndo = ({ state, results }: Job): boolean =>
  state === 'undoing' || state === 'undone' || (state === 'stopped' && results.some((one) => one.state === 'undone'));

export const addressOf = (id: string): string => `/admin/systems/bulk?job=${id}`;

const jobQuery = (id: string) => ({
  ...api.job.get.queryOptions({ id }),
  refetchInterval: ({ state: { data } }: { state: { data: Job | undefined } }) =>
    data && !isWorking(data) ? (false as const) : POLLED_MS,
});

/** The job, kept up to date until it ends; nothing is asked without an id. */
export const useJob = (id: string) => useQuery({ ...jobQuery(id), enabled: id !== '' });

const rowState = {
  waiting: 'waiting',
  done: 'done',
  failed: 'failed',
  undoing: 'waiting',
  undone: 'done',
  notUndone: 'failed',
};

/** The rows of the page: all of them, and during and after an undo those that were changed. The next one is at work. */
export function rowsOf(job: Job): readonly BulkRow[] {
  const undo = isUndo(job);
  const results = undo
    ? job.results.filter(({ state }) => state !== 'failed' && state !== 'waiting')
    : job.results.map((one) => ({ ...one, state: one.state === 'notUndone' ? ('done' as const) : one.state }));
  const rows = results.map((one): BulkRow => {
    const state = (undo && one.state === 'done' ? 'waiting' : rowState[one.state]) as BulkRow['state'];
    return {
      id: one.id,
      label: one.name === '' ? m.systems_bulk_unknown() : one.name,
      note: one.organizationName,
      state,
      ...(state === 'failed' && { reason: failureText(one), mayRetry: !undo && one.mayRetry === true }),
      ...(one.code === 'E_CHANGED' && { href: `/admin/system?id=${one.id}` }),
    };
  });
  // An undo begins at the end.
  const next = undo
    ? rows.findLastIndex(({ state }) => state === 'waiting')
    : rows.findIndex(({ state }) => state === 'waiting');
  return rows.map((row, at) => (at === next && isWorking(job) ? { ...row, state: 'running' } : row));
}

const followed = new Set<string>();

/** Says on another page that the job has ended. */
export function followJob(id: string, history: Pick<RouterHistory, 'location' | 'push'>): void {
  if (followed.has(id)) return;
  followed.add(id);
  const observer = new QueryObserver<Job, Error>(queryClient, jobQuery(id) as never);
  const end = observer.subscribe(({ data, error }) => {
    const status = error instanceof ApiError ? error.status : 0;
    const isOver = status === 404 || (data !== undefined && !isWorking(data));
    if (!isOver && status !== 401) return;
    end();
    followed.delete(id);
    // After the end of a session the job goes on: it is followed again with the next one.
    if (!isOver) return;
    removeBulkJob(id);
    if (data && history.location.href !== addressOf(id)) void announce(data, history);
  });
}

async function announce(job: Job, history: Pick<RouterHistory, 'push'>): Promise<void> {
  const rows = rowsOf(job);
  const done = rows.filter(({ state }) => state === 'done').length;
  const { did } = jobTexts(job, await namesOf(job));
  const action = { word: m.lists_bulk_show(), run: () => history.push(addressOf(job.id)) };
  const text = m.systems_bulk_result({ did, done, count: rows.length });
  flash(done === rows.length ? 'positive' : 'negative', text, { timeout: SHOWN_MS, action });
}

/** Begins a job. Returns its id; null after a failure, which is shown. */
export async function beginJob(ids: readonly string[], request: BulkRequest): Promise<string | null> {
  if (ids.length > MOST) {
    flash('negative', m.systems_bulk_most({ count: MOST }));
    return null;
  }
  const person = cachedSession()?.user?.id;
  try {
    const { job } = await api.system.bulk({ ids: [...ids], ...request });
    if (person !== undefined) addBulkJob(job, person);
    return job;
  } catch (error) {
    flash('negative', errorMessage(error));
    return null;
  }
}

/** Tries again, or gives former values back; shows a failure. */
export async function continueJob(
  id: string,
  step: 'retry' | 'undo',
  history: Pick<RouterHistory, 'location' | 'push'>,
): Promise<void> {
  try {
    await api.job[step]({ id });
    const person = cachedSession()?.user?.id;
    if (person !== undefined) addBulkJob(id, person);
    followJob(id, history);
  } catch (error) {
    flash('negative', errorMessage(error));
  }
}
