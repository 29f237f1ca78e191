// Schedules and retentions: a shared one is for all organizations, any other for one; systems follow what fits their organization.
import type { Contract } from '#contract/index.ts';
import { may } from '#contract/permissions.ts';
import { missingReference } from '#server/pipeline/constraint.ts';
import type { Handler } from '#server/pipeline/dispatch.ts';
import { editOf } from '#server/pipeline/edit.ts';
import { ApiError, forbidden, invalidField } from '#server/pipeline/errors.ts';
import type { NewRowFor, RowFor, RowOf } from '#server/db/engine.ts';
import type { Unit } from '#server/pipeline/unit-of-work.ts';
import type { Services } from '#server/services.ts';
import { propagateChange, type FollowedRecord } from '#server/entities/system/propagation.ts';
import { scopedActor } from '#server/entities/user/privilege-guard.ts';

/** A row that belongs to an organization, or to none. */
type Owned = Pick<RowOf<'schedule'> | RowOf<'retention'>, 'id' | 'organization'>;
/** The nouns that systems follow. */
export type Followed = 'schedule' | 'retention';
export const FOLLOWED: readonly Followed[] = ['schedule', 'retention'];

/**
 * Returns the values of a new record with its owner: a person limited to one organization creates it there.
 *
 * @throws ApiError E_INVALID_NEW_RECORD for a person limited to several organizations who names none
 */
export function withOwner<T extends { organization: string | null }>(unit: Unit, values: T): T {
  const actor = scopedActor(unit);
  if (!actor || values.organization !== null) return values;
  const [organization, ...others] = actor.rights.orgIds;
  if (organization !== undefined && others.length === 0) return { ...values, organization };
  throw invalidField('E_INVALID_NEW_RECORD', 'organization', 'must name one of your organizations', {
    code: 'required',
  });
}

/** @throws ApiError E_IN_USE where the record would belong to an organization, and systems of others follow it */
export async function assertOwnerFits<T extends { organization?: string | null | undefined }>(
  unit: Unit,
  noun: Followed,
  row: Owned,
  values: T,
): Promise<T> {
  const organization = values.organization ?? null;
  if (organization === null || organization === row.organization) return values;
  await unit.lock(noun, [row.id]);
  const other = await unit
    .asInternal()
    .select('system')
    .select('id')
    .where(noun, '=', row.id)
    .where('organization', '!=', organization)
    .limit(1)
    .executeTakeFirst();
  if (!other) return values;
  throw new ApiError(
    'E_IN_USE',
    `Systems of other organizations use this ${noun}. Make a copy for the organization instead.`,
    { details: [`organization: systems of others use this ${noun}`] },
  );
}

/**
 * Checks the schedule and the retention of a system against its organization, and holds all of them until the unit ends.
 *
 * @throws ApiError E_DANGLING for one of another organization; one that the actor cannot see is like one that does not exist
 */
export async function assertFollowedFit(unit: Unit, system: RowOf<'system'>): Promise<void> {
  await unit.lock('organization', [system.organization]);
  for (const noun of FOLLOWED) {
    const id = system[noun];
    if (!id) continue;
    await unit.lock(noun, [id]);
    const followed = await unit.asInternal().need(noun, id);
    if (followed.organization === null || followed.organization === system.organization) continue;
    if (!(await unit.find(noun, id))) throw missingReference();
    throw invalidField(
      'E_DANGLING',
      noun,
      'belongs to another organization. Set one that is shared or belongs to this one',
    );
  }
}

interface Rule<N extends Followed> {
  /** The values of a new row that follows the same rule. */
  copied(row: RowFor<N>, own: { name: string; organization: string }): NewRowFor<N>;
  followed(row: RowFor<N>): FollowedRecord;
}

/** Copies one record for an organization and moves the followers of that organization to the copy. */
export const copyFor =
  <N extends Followed>(
    noun: N,
    services: Services,
    { copied, followed }: Rule<N>,
  ): Handler<Contract[Followed]['calls']['copy']> =>
  (context, { id, organization, name }) =>
    context.write(async (unit) => {
      await unit.lock(noun, [id]);
      const original = await unit.need(noun, id);
      const copy = await unit.insert(noun, copied(original, { name: name ?? original.name, organization }));
      const moved = await moveFollowers(unit, noun, original, copy);
      if (moved > 0) {
        unit.audit(noun, copy, 'updated', { systems: String(moved) });
        // A change of the original may not have reached all of them yet.
        await propagateChange(unit, services, followed(copy));
      }
      return unit.record(noun, copy);
    });

/** Returns the number of systems that follow the copy now. The event of the copy stands for theirs: there may be thousands. */
async function moveFollowers(
  unit: Unit,
  noun: Followed,
  original: Owned,
  { id, organization }: Owned,
): Promise<number> {
  const followers = unit
    .asInternal()
    .select('system')
    .select(['id', 'editedAt'])
    .where(noun, '=', original.id)
    .where('organization', '=', organization);
  const rows = await followers.execute();
  if (rows.length === 0) return 0;
  if (unit.actor.kind === 'person' && !may(unit.actor.rights, 'system.update'))
    throw forbidden('You need `system.update` to move the systems of the organization to the copy.');
  const writable = new Set([noun]);
  const edit = { writable, origin: unit.origin, now: unit.now };
  const set = (of: { editedAt: string }) => ({ [noun]: id, updatedAt: unit.now, ...editOf(edit, of, { [noun]: id }) });
  const following = () => unit.withoutEvents.updateTable('system').where(noun, '=', original.id);
  for (const row of rows.filter(({ editedAt }) => editedAt >= unit.now))
    await following().set(set(row)).where('id', '=', row.id).execute();
  await following()
    .set(set({ editedAt: '' }))
    .where('organization', '=', organization)
    .execute();
  return rows.length;
}
