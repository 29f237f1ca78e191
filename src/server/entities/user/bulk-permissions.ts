// Rights by the handful and links by the pair: permissions given to or taken from a group, users taken out of groups and organizations.
import type { Call, ParsedOf } from '#contract/define.ts';
import { group } from '#contract/group.ts';
import type { Context, Handlers } from '#server/pipeline/dispatch.ts';
import { notFound } from '#server/pipeline/errors.ts';
import type { RecordFor, RowFor } from '#server/db/engine.ts';
import type { Unit } from '#server/pipeline/unit-of-work.ts';
import type { Grant } from '#server/auth/permissions.ts';
import { unlink } from './organization-links.ts';
import { assertHasPermissions, assertInstallation } from './privilege-guard.ts';
import { assertAdministrator } from './administrators.ts';
import { assertGrants, permissions } from './permission.ts';
import { leaveGroup } from './usergroup.ts';

const idOf = ({ model, action }: Grant): string => `${model}.${action}`;

/** Each given by its id or as a pair; what does not exist is refused, all of it. */
function grantsOf(call: Call, given: (string | Grant)[]): Grant[] {
  const named = given.map((one) => {
    if (typeof one !== 'string') return one;
    const at = one.indexOf('.');
    return { model: one.slice(0, Math.max(0, at)), action: one.slice(at + 1) };
  });
  assertGrants(call, { permissions: named });
  const byId = new Map(permissions.map(({ id, model, action }) => [id, { model, action }]));
  return named.flatMap(({ model, action }) => byId.get(`${model}.${action}`) ?? []);
}

function change(call: Call, alter: (held: Grant[], given: Grant[]) => Grant[]) {
  return (context: Context, { group: id, permissions: named }: ParsedOf<typeof group.calls.grant>) => {
    const given = grantsOf(call, named);
    return context.write(async (unit) => {
      assertInstallation(unit);
      const row = await unit.need('group', id, 'update');
      const held = row.permissions;
      assertHasPermissions(unit, [...held, ...given]);
      const next = await unit.updateRow('group', row, { permissions: alter(held, given) });
      await assertAdministrator(unit);
      return unit.record('group', next);
    });
  };
}

export const grantHandlers: Pick<Handlers['group'], 'grant' | 'revoke'> = {
  grant: change(group.calls.grant, (held, given) => {
    const all = new Map([...held, ...given].map((grant) => [idOf(grant), grant]));
    return [...all.values()];
  }),
  revoke: change(group.calls.revoke, (held, given) => {
    const taken = new Set(given.map(idOf));
    return held.filter((grant) => !taken.has(idOf(grant)));
  }),
};

/** Takes away the one row of a join that links two records; there is one at most. */
async function destroyPair<N extends 'usergroup' | 'userorg'>(
  context: Context,
  noun: N,
  pair: Partial<RowFor<N>>,
  remove: (unit: Unit, row: RowFor<N>) => Promise<RecordFor<N>>,
): Promise<RecordFor<N>> {
  return context.write(async (unit) => {
    const row = await unit.findBy(noun, pair, 'destroy');
    if (!row) throw notFound();
    return remove(unit, row);
  });
}

export const groupPairHandlers: Pick<Handlers['usergroup'], 'destroyPair'> = {
  destroyPair: (context, { user, group: of }) => destroyPair(context, 'usergroup', { user, group: of }, leaveGroup),
};
export const orgPairHandlers: Pick<Handlers['userorg'], 'destroyPair'> = {
  destroyPair: (context, { user, organization }) => destroyPair(context, 'userorg', { user, organization }, unlink),
};
