// Schedules and retentions as records: the owner, and the number of systems that follow. None that is followed goes.
import { sql } from 'kysely';
import { may } from '#contract/permissions.ts';
import { ApiError } from '#server/pipeline/errors.ts';
import type { Unit } from '#server/pipeline/unit-of-work.ts';
import { references } from '#server/entities/reference.ts';
import type { Followed } from './shared-record.ts';
import type { RowOf } from '#server/db/engine.ts';

/** Returns the number of systems that follow each of the records, within what the actor may read. */
async function countFollowers(unit: Unit, noun: Followed, ids: readonly string[]): Promise<Map<string, number>> {
  const { actor } = unit;
  if (actor.kind === 'person' && !may(actor.rights, 'system.read')) return new Map();
  const counts = await unit
    .select('system')
    .select([noun, sql<number>`count(*)`.as('total')])
    .where(noun, 'in', ids)
    .groupBy(noun)
    .execute();
  return new Map(counts.map((count) => [String(count[noun]), count.total]));
}

/** The rows, each with its organization and its number of systems. */
export async function withSystemCount<R extends RowOf<'schedule'> | RowOf<'retention'>>(
  unit: Unit,
  noun: Followed,
  rows: readonly R[],
) {
  if (rows.length === 0) return [];
  const organization = await references(unit, 'organization', rows);
  const ids = rows.map(({ id }) => id);
  const followers = await countFollowers(unit, noun, ids);
  return rows.map((row) => ({
    ...row,
    organization: organization(row),
    organizationId: row.organization,
    systems: followers.get(row.id) ?? 0,
  }));
}

/** @throws ApiError E_IN_USE */
export async function assertUnused(unit: Unit, noun: Followed, id: string): Promise<void> {
  const follower = unit.asInternal().select('system').select('id').where(noun, '=', id).limit(1);
  if (!(await follower.executeTakeFirst())) return;
  const seen = (await countFollowers(unit, noun, [id])).get(id) ?? 0;
  const systems = seen === 0 ? 'systems' : `${seen} ${seen === 1 ? 'system' : 'systems'}`;
  throw new ApiError('E_IN_USE', `This ${noun} is used by ${systems}. Assign another ${noun} there first.`);
}
