// The next system of a job: changed with the rights that its owner has now, in one unit with its result.
import { may } from '#contract/permissions.ts';
import { shifted } from '#contract/time/calendar.ts';
import { fromServer } from '#server/pipeline/audit-source.ts';
import { editorOf } from '#server/pipeline/if-match.ts';
import { outageOf } from '#server/pipeline/outage.ts';
import { ApiError, forbidden } from '#server/pipeline/errors.ts';
import { personOf } from '#server/auth/permissions.ts';
import type { Row, RowOf } from '#server/db/engine.ts';
import type { Unit } from '#server/pipeline/unit-of-work.ts';
import type { Services } from '#server/services.ts';
import { destroyRecord, updateRecord } from '#server/entities/crud-handlers.ts';
import { claimJob, moveItems, nextItems, setItems, setJob } from './job-repository.ts';
import { systemRules } from '#server/entities/system/system.ts';
import { signalSystem } from '#server/entities/client/signals.ts';
import { parseJson, toJson } from '#server/query/columns.ts';
import type { JobitemRow } from '#server/entities/internal-tables.ts';

type JobRow = RowOf<'job'>;

/** The access of a job to the data: units with the rights of the server. */
interface Access {
  services: Services;
  read<T>(work: (unit: Unit) => Promise<T>): Promise<T>;
  write<T>(work: (unit: Unit) => Promise<T>): Promise<T>;
}

/** A job that found no server for longer than this ends: nobody expects its changes any more. */
const LONGEST_MS = 3_600_000;

/** The columns of an item that its result sets. */
type Outcome = Partial<Pick<JobitemRow, 'state' | 'code' | 'message' | 'former' | 'editedBy' | 'editedAt'>>;

/** The unit of the owner of the job, and the entries of the activity in the owner's name. */
async function asOwner(unit: Unit, job: JobRow): Promise<Unit> {
  const row = await unit.find('user', job.user);
  if (!row?.active) throw forbidden();
  const person = await personOf(unit, row);
  const by = { kind: 'user', id: person.id, name: person.name } as const;
  unit.origin = { ...fromServer(), by, carrier: job.carrier, ip: job.ip };
  const action = job.action === 'destroy' ? 'destroy' : 'update';
  if (!may(person.rights, `system.${action}`)) throw forbidden();
  return unit.as(person);
}

/** The values of these attributes. A job changes only those of `BulkValues`. */
const pick = (row: Row, keys: readonly string[]): JobRow['values'] =>
  Object.fromEntries(keys.map((key) => [key, row[key]]));

/** The attributes that the values change: a system that is resumed loses the end of its pause. */
const changedBy = (values: JobRow['values']): string[] =>
  Object.keys('active' in values ? { ...values, reenableTime: null } : values);

const editedMeanwhile = (): ApiError => new ApiError('E_CHANGED', 'The system was edited in the meantime.');

async function update(unit: Unit, services: Services, job: JobRow, item: JobitemRow): Promise<Outcome> {
  const { values } = job;
  let former: JobRow['values'] = {};
  const row = await updateRecord(unit, 'system', systemRules(services), { id: item.system, ...values }, (before) => {
    const isOthers = before.editedBy !== job.user;
    if (isOthers && before.editedAt > job.startedAt) throw editedMeanwhile();
    former = pick(before, changedBy(values));
    return Promise.resolve();
  });
  return { state: 'done', former: toJson(former), editedAt: row.editedAt };
}

async function undo(unit: Unit, services: Services, item: JobitemRow): Promise<Outcome> {
  const former = item.former === null ? {} : parseJson(item.former);
  await updateRecord(unit, 'system', systemRules(services), { id: item.system, ...former }, (before) => {
    if (before.editedAt !== item.editedAt) throw editedMeanwhile();
    return Promise.resolve();
  });
  return { state: 'undone' };
}

async function destroy(unit: Unit, services: Services, item: JobitemRow): Promise<Outcome> {
  await destroyRecord(unit, 'system', systemRules(services), item.system);
  return { state: 'done' };
}

/** Sends the signal outside of any write, since a write may be repeated. @throws ApiError E_NOT_CONNECTED */
async function signalRestart(access: Access, job: JobRow, item: JobitemRow): Promise<void> {
  const row = await access.read(async (unit) => (await asOwner(unit, job)).need('system', item.system, 'update'));
  if (!(await signalSystem(access.services, row, { signal: 'restart' })))
    throw new ApiError('E_NOT_CONNECTED', 'The client is not connected, so the signal was not sent.');
}

async function restart(unit: Unit, item: JobitemRow): Promise<Outcome> {
  unit.audit('system', await unit.need('system', item.system, 'update'), 'signalled', { signal: 'restart' });
  return { state: 'done' };
}

function change(unit: Unit, services: Services, job: JobRow, item: JobitemRow): Promise<Outcome> {
  if (item.state === 'undoing') return undo(unit, services, item);
  const { action } = job;
  if (action === 'update') return update(unit, services, job, item);
  return action === 'destroy' ? destroy(unit, services, item) : restart(unit, item);
}

async function failureOf(access: Access, job: JobRow, item: JobitemRow, thrown: unknown): Promise<Outcome> {
  const state = item.state === 'undoing' ? 'notUndone' : 'failed';
  if (!(thrown instanceof ApiError)) {
    access.services.log.failure(`job ${job.id}, system ${item.system}`, thrown);
    return { state, code: 'E_INTERNAL', message: 'Internal Server Error' };
  }
  const { code, message } = thrown;
  if (code !== 'E_CHANGED') return { state, code, message };
  const edit = await access.read(async (unit) => {
    const owner = await asOwner(unit, job);
    const row = await owner.find('system', item.system);
    return row && { by: await editorOf(owner, row), at: row.editedAt };
  });
  if (!edit) return { state, code, message };
  return { state, code, message, editedBy: edit.by && toJson(edit.by), editedAt: edit.at };
}

interface Next {
  job: JobRow;
  /** Undefined where none is left. */
  item: JobitemRow | undefined;
  /** True for the last item: its event completes what the owner knows. */
  isLast: boolean;
}

/** The job and its next item; null for a job that was stopped, or is worked on by another server. */
async function nextItem(unit: Unit, node: string, id: string): Promise<Next | null> {
  const job = await unit.find('job', id);
  if (!job?.nextAt || job.node !== node) return null;
  const isUndo = job.state === 'undoing';
  const [item, ...rest] = await (isUndo
    ? nextItems(unit, id, 'undoing', 'desc')
    : nextItems(unit, id, 'waiting', 'asc'));
  return { job, item, isLast: rest.length === 0 };
}

/** Writes the result; the event of the job follows if `emits`. */
async function writeOutcome(
  unit: Unit,
  job: JobRow,
  item: JobitemRow,
  outcome: Outcome,
  emits: boolean,
): Promise<void> {
  const before = emits ? await unit.snapshot('job', job) : null;
  await setItems(unit, [item.id], outcome);
  if (!before) return;
  await setJob(unit, job.id, { updatedAt: unit.now });
  unit.recordIndirect(before, await unit.snapshot('job', { ...job, updatedAt: unit.now }));
}

/** Ends a job without a next item, or one that is too old. Returns whether it did. */
async function endIfOver(unit: Unit, job: JobRow, item: JobitemRow | undefined): Promise<boolean> {
  const isOld = shifted(job.startedAt, LONGEST_MS) < unit.now;
  if (item && !isOld) return false;
  const isUndo = job.state === 'undoing';
  const state: JobRow['state'] = item ? 'stopped' : isUndo ? 'undone' : 'done';
  const values = { state, nextAt: null, updatedAt: unit.now };
  const before = await unit.snapshot('job', job);
  await setJob(unit, job.id, values);
  if (item && isUndo) await moveItems(unit, job.id, ['undoing'], 'done');
  unit.recordIndirect(before, await unit.snapshot('job', { ...job, ...values }));
  return true;
}

/**
 * Changes the next system of one job that this server works on, or ends the job.
 *
 * @param emits whether the owner gets an event of it: not of each of a thousand
 */
export async function runNextItem(access: Access, id: string, emits: boolean): Promise<void> {
  const { node } = access.services;
  let tried = await access.read((unit) => nextItem(unit, node, id));
  try {
    if (tried?.item && tried.job.action === 'restart') await signalRestart(access, tried.job, tried.item);
    await access.write(async (unit) => {
      await unit.lock('job', [id]);
      tried = await nextItem(unit, node, id);
      if (!tried) return;
      const { job, item, isLast } = tried;
      if ((await endIfOver(unit, job, item)) || !item) return;
      const outcome = await change(await asOwner(unit, job), access.services, job, item);
      await writeOutcome(unit, job, item, { code: null, message: null, ...outcome }, emits || isLast);
    });
  } catch (error) {
    if (outageOf(error) || !tried?.item) throw error;
    const { job, item } = tried;
    const outcome = await failureOf(access, job, item, error);
    await access.write((unit) => writeOutcome(unit, job, item, outcome, true));
  }
}

/** How long a server keeps a job without a sign of life. */
const LEASE_MS = 30_000;

/** Takes the job for this server, or keeps it. Returns false where another server works on it. */
export const takeJob = (unit: Unit, node: string, id: string): Promise<boolean> =>
  claimJob(unit, node, id, shifted(unit.now, LEASE_MS));
