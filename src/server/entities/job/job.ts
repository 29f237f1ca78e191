// Jobs: the table, the results of each system, and the calls of the owner.
import { contract } from '#contract/index.ts';
import { errorStatuses } from '#contract/errors.ts';
import type { JobRecord, BulkAction, BulkValues, Job } from '#contract/job.ts';
import { asPerson, internalActor } from '#server/pipeline/actor.ts';
import type { Context, Handlers, Request } from '#server/pipeline/dispatch.ts';
import { notFound } from '#server/pipeline/errors.ts';
import type { RecordFor, RowOf, Row } from '#server/db/engine.ts';
import type { Unit } from '#server/pipeline/unit-of-work.ts';
import type { Services } from '#server/services.ts';
import { parseJson, json, nullable, stamps, text } from '#server/query/columns.ts';
import type { JobitemRow } from '#server/entities/internal-tables.ts';
import { itemsOf, moveItems, setItems, setJob } from './job-repository.ts';
import type * as z from 'zod/mini';
import { defineEntity, type DeclaredTable } from '#server/entities/define-entity.ts';

type JobRow = RowOf<'job'>;

type Result = JobRecord['results'][number];
type State = Result['state'];

/** Statuses of failures that the same attempt meets again: not valid, not allowed, not there. */
const FINAL: readonly number[] = [400, 401, 403, 404];
const statuses: Readonly<Record<string, number>> = errorStatuses;
const statusOf = (code: string | null): number => statuses[code ?? ''] ?? 500;
const mayRetry = ({ state, code }: JobitemRow): boolean => state === 'failed' && !FINAL.includes(statusOf(code));

const resultOf = (item: JobitemRow): Result => ({
  id: item.system,
  name: item.name,
  organizationName: item.organizationName,
  state: item.state,
  ...(item.code !== null && { code: item.code, message: item.message ?? '' }),
  ...(item.state === 'failed' && { mayRetry: mayRetry(item) }),
  ...(item.former !== null && { former: parseJson(item.former) }),
  ...(item.editedBy !== null && { editedBy: parseJson(item.editedBy) }),
  ...(item.code === 'E_CHANGED' && item.editedAt !== null && { editedAt: item.editedAt }),
});

/** The number of items in one of the states. */
const count = (items: readonly JobitemRow[], ...states: State[]): number =>
  items.filter(({ state }) => states.includes(state)).length;

function recordOf(row: JobRow, items: readonly JobitemRow[]): RecordFor<'job'> {
  return {
    ...row,
    done: items.length - count(items, 'waiting'),
    failed: count(items, 'failed'),
    total: items.length,
    mayUndo: row.action === 'update' && count(items, 'done') > 0,
    results: items.map(resultOf),
  };
}

/** The name of a job in the activity: "update 12 systems". */
const jobName = ({ action, total }: Row): string => `${action} ${total} ${total === 1 ? 'system' : 'systems'}`;

const columns = {
  ...stamps,
  user: text(),
  action: text<z.output<typeof BulkAction>>(),
  values: json<z.output<typeof BulkValues>>(),
  state: text<z.output<typeof Job>['state']>(),
  startedAt: text(),
  nextAt: nullable(text()),
  node: nullable(text()),
  carrier: nullable(text<Request['carrier']>()),
  ip: nullable(text()),
};

declare module '#server/db/engine.ts' {
  interface TableColumns {
    job: typeof columns;
  }
  interface RepositoryNouns {
    job: true;
  }
}

const table: DeclaredTable<'job'> = {
  columns,
  // The changes of its systems are entries of their own.
  activity: { nameOf: jobName, isRecorded: ({ before }) => before === null },
  organization: null,
  owner: 'user',
  async records(unit, rows) {
    if (rows.length === 0) return [];
    const items = await itemsOf(
      unit,
      rows.map(({ id }) => id),
    );
    return rows.map((row) =>
      recordOf(
        row,
        items.filter(({ job }) => job === row.id),
      ),
    );
  },
};

async function own(unit: Unit, context: Context, id: string): Promise<JobRow> {
  const row = await unit.find('job', id);
  if (!row || row.user !== asPerson(context.actor).id) throw notFound();
  return row;
}

interface Step {
  /** The state in the activity, and of the job. */
  state: JobRecord['state'];
  /** Changes the items; the job stays as it is where this returns false. */
  items(unit: Unit, job: JobRow): Promise<boolean>;
}

const steps: Record<'stop' | 'retry' | 'undo', Step> = {
  stop: {
    state: 'stopped',
    async items(unit, job) {
      await moveItems(unit, job.id, ['undoing'], 'done');
      return job.nextAt !== null;
    },
  },
  retry: {
    state: 'running',
    async items(unit, job) {
      if (job.state !== 'done' && job.state !== 'stopped') return false;
      const items = await itemsOf(unit, [job.id]);
      const again = items.filter(mayRetry).map(({ id }) => id);
      await setItems(unit, again, { state: 'waiting', code: null, message: null, editedBy: null, editedAt: null });
      return again.length + count(items, 'waiting') > 0;
    },
  },
  undo: {
    state: 'undoing',
    items: async (unit, job) =>
      job.action === 'update' && job.nextAt === null && (await moveItems(unit, job.id, ['done'], 'undoing')),
  },
};

const stepHandler =
  (services: Services, { state, items }: Step): Handlers['job']['stop'] =>
  (context, { id }) =>
    context.write(async (unit) => {
      await own(unit, context, id);
      // After the system that a server is at work on: it holds the row.
      await unit.lock('job', [id]);
      const row = await own(unit, context, id);
      const before = await unit.snapshot('job', row);
      if (!(await items(unit, row))) return before.record;
      const nextAt = state === 'stopped' ? null : unit.now;
      const values = { state, nextAt, node: null, startedAt: unit.now, updatedAt: unit.now };
      await setJob(unit, id, values);
      const after = await unit.snapshot('job', { ...row, ...values });
      unit.recordIndirect(before, after);
      unit.audit('job', after.record, 'updated', { state });
      if (nextAt !== null) services.dueBy(unit, nextAt);
      return after.record;
    }, internalActor);

const handlers = (services: Services): Handlers['job'] => ({
  get: (context, { id }) =>
    context.read(async (unit) => unit.record('job', await own(unit, context, id)), internalActor),
  stop: stepHandler(services, steps.stop),
  retry: stepHandler(services, steps.retry),
  undo: stepHandler(services, steps.undo),
});

export const jobEntity = defineEntity(contract.job, { table, handlers });
