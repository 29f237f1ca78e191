// Propagates a changed schedule, retention or organization to the systems that use it: to the first at once, to the
// rest in batches that leave the database free for others in between. The remaining work is stored: a restart continues
// it.
import type { Unit } from '#server/pipeline/unit-of-work.ts';
import type { Services } from '#server/services.ts';
import { notePurge } from '#server/entities/schedule/retention-removal.ts';
import {
  loadOwners,
  evaluate,
  scheduledOf,
  closePastDays,
  type OrganizationPart,
  type SchedulePart,
} from './health.ts';
import { insertPropagation, lockOldestPropagation, setPropagated } from './propagation-repository.ts';
import type { RowOf } from '#server/db/engine.ts';

/** Systems of one slice: they take about a tenth of a second. */
const SLICE = 200;

/** The part of a record that its systems depend on. */
const COUNTS = ['id', 'active', 'timeZone', 'intervalUnit', 'intervalValue', 'alarmAfter'];

interface Id {
  id: string;
}
/** A record as it was before its change, as far as systems depend on it. */
export type FollowedRecord =
  | { noun: 'organization'; before: OrganizationPart & Id }
  | { noun: 'schedule'; before: SchedulePart & Id }
  | { noun: 'retention'; before: Id };
/** `after`: the last system that it was followed for. */
type Change = FollowedRecord & { after: string };

/** Every system that follows the record is brought in line with it, whoever made the change and wherever the system is. */
export async function propagateChange(unit: Unit, services: Services, followed: FollowedRecord): Promise<void> {
  const after = await propagateBatch(unit.asInternal(), services, { ...followed, after: '' });
  if (after === null) return;
  const { noun, before } = followed;
  await insertPropagation(unit, { noun, before: JSON.stringify(before, COUNTS), after });
  services.dueBy(unit, unit.now);
}

/** The next slice of the oldest change that is not followed to its end; false where there is none. */
export async function propagateNextBatch(internalUnit: Unit, services: Services): Promise<boolean> {
  const row = await lockOldestPropagation(internalUnit);
  if (!row) return false;
  // As `propagateChange` wrote it.
  const followed = { noun: row.noun, before: JSON.parse(row.before) } as FollowedRecord;
  const after = await propagateBatch(internalUnit, services, { ...followed, after: row.after });
  await setPropagated(internalUnit, row.id, after);
  return true;
}

/** Answers the last system of the slice, or null where none is left. */
async function propagateBatch(internalUnit: Unit, services: Services, change: Change): Promise<string | null> {
  const { noun, before, after } = change;
  const rows = await internalUnit
    .select('system')
    .select('id')
    .where(noun, '=', before.id)
    .where('id', '>', after)
    .orderBy('id')
    .limit(SLICE)
    .execute();
  for (const { id } of rows) {
    const system = await internalUnit.need('system', id);
    if (noun === 'retention') await notePurge(internalUnit, system);
    else await evaluate(internalUnit, services, system, await daysUntilNow(internalUnit, system, change));
  }
  return rows.length < SLICE ? null : (rows.at(-1)?.id ?? null);
}

/** Days until now keep what held on them. */
async function daysUntilNow(
  internalUnit: Unit,
  system: RowOf<'system'>,
  change: Change,
): Promise<Partial<RowOf<'system'>>> {
  const { organization, schedule } = (await loadOwners(internalUnit, [system]))(system);
  const was = scheduledOf(
    system,
    change.noun === 'organization' ? change.before : organization,
    change.noun === 'schedule' ? change.before : schedule,
  );
  return closePastDays(system, was, internalUnit.now);
}
