// Begins a job for many systems: takes the systems by id or filter within the actor's scope, and answers at once.
import type { ParsedOf } from '#contract/define.ts';
import { MOST_JOBS, MOST_SYSTEMS } from '#contract/job.ts';
import { may } from '#contract/permissions.ts';
import { System, type system } from '#contract/system.ts';
import { asPerson, internalActor } from '#server/pipeline/actor.ts';
import type { Context, Handlers } from '#server/pipeline/dispatch.ts';
import { uuidv7 } from '#server/pipeline/id.ts';
import { readWhere } from '#server/pipeline/read-params.ts';
import { ApiError, forbidden, invalidField } from '#server/pipeline/errors.ts';
import { isWithin } from '#server/query/shared.ts';
import type { Unit } from '#server/pipeline/unit-of-work.ts';
import type { Services } from '#server/services.ts';
import { insertItems } from './job-repository.ts';

type Input = ParsedOf<typeof system.calls.bulk>;

interface Target {
  id: string;
  name: string;
  organizationName: string;
}

/** @throws ApiError E_INVALID_NEW_RECORD for parameters that contradict each other */
function assertFits({ ids, where, action, values }: Input): void {
  const refuse = (field: string, rule: string) => invalidField('E_INVALID_NEW_RECORD', field, rule);
  if (ids === undefined && where === undefined) throw refuse('ids', 'is required, or a `where`');
  if (ids !== undefined && where !== undefined) throw refuse('where', 'must not be given together with `ids`');
  const isSet = Object.values(values ?? {}).some((value) => value !== undefined);
  if (action === 'update' && !isSet) throw refuse('values', 'must set at least one attribute');
  if (action !== 'update' && values !== undefined) throw refuse('values', 'is only for the action `update`');
}

/** @throws ApiError E_TOO_MANY */
async function matching(unit: Unit, where: unknown): Promise<Target[]> {
  const criteria = readWhere(unit.table('system'), System, where);
  const { rows, total } = await unit.list('system', { ...criteria, limit: MOST_SYSTEMS }, 'update');
  if (total > MOST_SYSTEMS)
    throw new ApiError(
      'E_TOO_MANY',
      `The filter matches ${total} systems. A job changes at most ${MOST_SYSTEMS}: narrow the filter.`,
    );
  return rows.map(({ id, name, organizationName }) => ({ id, name, organizationName }));
}

/** The systems in the given order; one that the actor cannot read has no name, and fails when its turn comes. */
async function named(unit: Unit, ids: readonly string[]): Promise<Target[]> {
  const table = unit.table('system');
  const scope = unit.scope('system', 'read');
  const rows = await unit.lookup('system', ids);
  const organizations = await unit.lookup(
    'organization',
    [...rows.values()].map((row) => row.organization),
  );
  return [...new Set(ids)].map((id) => {
    const row = rows.get(id);
    if (!row || !isWithin(table, row, scope, 'read')) return { id, name: '', organizationName: '' };
    const owner = organizations.get(row.organization);
    return { id, name: row.name, organizationName: owner?.name ?? '' };
  });
}

/** @throws ApiError E_RATE while as many jobs of the user are at work as one may have */
async function assertRoom(unit: Unit, user: string): Promise<void> {
  await unit.lock('user', [user]);
  const working = unit.asInternal().select('job').select('id').where('user', '=', user).where('nextAt', 'is not', null);
  if ((await working.execute()).length < MOST_JOBS) return;
  throw new ApiError('E_RATE', `${MOST_JOBS} of your changes are still at work. Wait until one of them ends.`, {}, 10);
}

async function addItems(unit: Unit, job: string, targets: readonly Target[]): Promise<void> {
  const { now } = unit;
  const stamps = { createdAt: now, updatedAt: now };
  const blank = { state: 'waiting' as const, code: null, message: null, former: null, editedBy: null, editedAt: null };
  const items = targets.map(({ id: system, name, organizationName }, place) => ({
    id: uuidv7(Date.parse(now)),
    job,
    place,
    system,
    name,
    organizationName,
    ...blank,
    ...stamps,
  }));
  await insertItems(unit, items);
}

async function begin(context: Context, services: Services, input: Input) {
  assertFits(input);
  const { id: user, rights } = asPerson(context.actor);
  const { action } = input;
  if (action === 'destroy' && !may(rights, 'system.destroy')) throw forbidden();
  return context.write(async (unit) => {
    const targets = input.ids ? await named(unit, input.ids) : await matching(unit, input.where);
    await assertRoom(unit, user);
    const { carrier, ip } = unit.origin;
    const id = uuidv7(Date.parse(unit.now));
    // The items come first: the event of the new job contains them.
    const values = { action, values: input.values ?? {}, user, startedAt: unit.now, node: null, carrier, ip };
    const isEmpty = targets.length === 0;
    const state = isEmpty ? ('done' as const) : ('running' as const);
    const job = { ...values, id, state, nextAt: isEmpty ? null : unit.now };
    await addItems(unit, id, targets);
    await unit.as(internalActor).insert('job', job);
    services.dueBy(unit, unit.now);
    return { job: id };
  });
}

export const bulkHandler =
  (services: Services): Handlers['system']['bulk'] =>
  (context, input) =>
    begin(context, services, input);
