// The people whom the alarms of an organization concern.
import type { Unit } from '#server/pipeline/unit-of-work.ts';

/** Everybody active who is linked to an organization (null: to none), or to all; joined with the link, where there is one. */
export const usersLinkedTo = (unit: Unit, organization: string | null) =>
  unit
    .asInternal()
    .select('user')
    .leftJoin('userorg', (join) =>
      join.onRef('userorg.user', '=', 'user.id').on('userorg.organization', '=', organization),
    )
    .where('user.active', '=', 1)
    .where((where) => where.or([where('user.allOrganizations', '=', 1), where('userorg.id', 'is not', null)]));
