// The tables of jobs and of their items, one for each system. A job that works on emits events of its own rhythm.
import type { Updateable, UnscopedTables } from '#server/db/engine.ts';
import type { Unit } from '#server/pipeline/unit-of-work.ts';
import type { JobitemRow } from '#server/entities/internal-tables.ts';
import type { Insertable } from 'kysely';

/** Items of one statement. */
const SLICE = 200;

type State = JobitemRow['state'];

/** Adds the items of a job, as many statements as they take. */
export async function insertItems({ unscopedDb }: Unit, items: readonly Insertable<UnscopedTables['jobitem']>[]) {
  for (let from = 0; from < items.length; from += SLICE)
    await unscopedDb
      .insertInto('jobitem')
      .values(items.slice(from, from + SLICE))
      .execute();
}

/** Returns the items of jobs, in the order in which they are worked on. */
export const itemsOf = ({ unscopedDb }: Unit, jobs: readonly string[]): Promise<JobitemRow[]> =>
  unscopedDb.selectFrom('jobitem').selectAll().where('job', 'in', jobs).orderBy('job').orderBy('place').execute();

/** Returns the next items of a job in a state, two at most: in the order of their places, or in the reverse one. */
export const nextItems = ({ unscopedDb }: Unit, job: string, state: State, order: 'asc' | 'desc') =>
  unscopedDb
    .selectFrom('jobitem')
    .selectAll()
    .where('job', '=', job)
    .where('state', '=', state)
    .orderBy('place', order)
    .limit(2)
    .execute();

/** Sets columns of items. */
export async function setItems({ unscopedDb, now }: Unit, ids: readonly string[], values: Partial<JobitemRow>) {
  if (ids.length === 0) return;
  await unscopedDb
    .updateTable('jobitem')
    .set({ ...values, updatedAt: now })
    .where('id', 'in', ids)
    .execute();
}

/** Sets the state of the items of a job that are in one of `from`. Returns whether there was one. */
export async function moveItems({ unscopedDb, now }: Unit, job: string, from: readonly State[], state: State) {
  const items = unscopedDb.updateTable('jobitem').set({ state, updatedAt: now });
  const moved = await items.where('job', '=', job).where('state', 'in', from).executeTakeFirst();
  return Number(moved.numUpdatedRows) > 0;
}

/** Sets columns of a job. Its snapshots and its event are those of the caller: each of a thousand items would emit one. */
export async function setJob({ unscopedDb }: Unit, id: string, values: Updateable<UnscopedTables['job']>) {
  await unscopedDb.updateTable('job').set(values).where('id', '=', id).execute();
}

/** Gives a job to a server until `nextAt`. Returns false where another server works on it. */
export async function claimJob({ unscopedDb, now }: Unit, node: string, id: string, nextAt: string): Promise<boolean> {
  const mine = unscopedDb
    .updateTable('job')
    .set({ node, nextAt })
    .where('id', '=', id)
    .where('nextAt', 'is not', null)
    .where(({ or, eb }) => or([eb('node', '=', node), eb('nextAt', '<=', now)]));
  return Number((await mine.executeTakeFirst()).numUpdatedRows) === 1;
}

/** Deletes the jobs that ended before that instant, and the items of all that are gone. Returns the number of rows. */
export async function forgetJobs({ unscopedDb }: Unit, before: string): Promise<number> {
  const ended = unscopedDb.deleteFrom('job').where('nextAt', 'is', null).where('updatedAt', '<', before);
  const jobs = await ended.executeTakeFirst();
  // Also those of a person who was deleted.
  const orphaned = unscopedDb.deleteFrom('jobitem').where('job', 'not in', unscopedDb.selectFrom('job').select('id'));
  const items = await orphaned.executeTakeFirst();
  return Number(jobs.numDeletedRows) + Number(items.numDeletedRows);
}
