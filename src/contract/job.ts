// The noun job: one change of many systems, made by the server one system after another. Seen by its owner only.
import * as z from 'zod/mini';
import { Id, Instant, Reference, call, entity } from './define.ts';

/** Most systems of one job. */
export const MOST_SYSTEMS = 1000;
/** Most jobs of one user at work at the same time; another one fails with E_RATE. */
export const MOST_JOBS = 3;

/** `update` sets values, `destroy` deletes, `restart` sends the signal to the client. */
export const BulkAction = z.enum(['update', 'destroy', 'restart']);
/** One of `BulkAction`. */
export type BulkAction = z.infer<typeof BulkAction>;

/** The values that a job may set. */
export const BulkValues = z.strictObject({
  schedule: z.optional(z.nullable(Id)),
  retention: z.optional(z.nullable(Id)),
  organization: z.optional(Id),
  active: z.optional(z.boolean()),
  reenableTime: z.optional(z.nullable(Instant)),
});
/** Values of a job. */
export type BulkValues = z.infer<typeof BulkValues>;

/** The result for one system, in the order of the job. */
const Result = z.object({
  id: Id,
  /** The names of the system and its organization when the job began; empty for a system that the owner cannot see. */
  name: z.string(),
  organizationName: z.string(),
  /**
   * `waiting`: not tried yet. `done`: changed. `failed`: not changed. `undoing`: waits to get its former values back.
   * `undone`: has them. `notUndone`: stays changed, because the undo failed.
   */
  state: z.enum(['waiting', 'done', 'failed', 'undoing', 'undone', 'notUndone']),
  /** The error code and sentence of `failed` and `notUndone`. */
  code: z.optional(z.string()),
  message: z.optional(z.string()),
  /** True for `failed` where another attempt may succeed. */
  mayRetry: z.optional(z.boolean()),
  /** The values before the change, for an undo. */
  former: z.optional(BulkValues),
  /** The person whose edit the job did not overwrite, and its time; only with E_CHANGED. */
  editedBy: z.optional(Reference),
  editedAt: z.optional(Instant),
});

/** A job with its results. */
export const Job = z.object({
  id: Id,
  action: BulkAction,
  values: BulkValues,
  /** `running` and `undoing` while the server works on it, `stopped` after a stop or a server that was away for too long. */
  state: z.enum(['running', 'done', 'stopped', 'undoing', 'undone']),
  /** The number of systems tried: changed or failed. */
  done: z.number(),
  failed: z.number(),
  total: z.number(),
  /** True if an undo can give former values back. */
  mayUndo: z.boolean(),
  results: z.array(Result),
  createdAt: Instant,
  updatedAt: Instant,
});
/** One job. */
export type JobRecord = z.infer<typeof Job>;

const byId = z.object({ id: Id });
const act = (name: string, doc: string) =>
  call({ doc, method: 'POST', path: `/job/:id/${name}`, input: byId, result: Job, may: 'session' });

/** The calls of jobs. `system.bulk` begins one. */
export const job = entity('job', {
  record: Job,
  organization: null,
  calls: {
    get: call({
      doc: 'Returns one job of the signed-in user with its results so far. Jobs are deleted 30 days after their last change.',
      method: 'GET',
      path: '/job/:id',
      input: byId,
      result: Job,
      may: 'session',
    }),
    stop: act('stop', 'Stops a job after the system at work. Systems that were changed stay changed.'),
    retry: act(
      'retry',
      'Tries the systems again that failed and may succeed now, and those that a stop left out. Overwrites edits of others.',
    ),
    undo: act(
      'undo',
      'Gives the changed systems their former values back, the last one first. A system that was edited since keeps its values.',
    ),
  },
});
