// Rights by the handful and links by the pair: permissions given to or taken from a group, users taken out of groups and organizations.
import type { Call } from '#contract/define.ts';
import { group } from '#contract/group.ts';
import type { Context, Handlers } from '#server/kernel/dispatch.ts';
import { notFound } from '#server/kernel/refusal.ts';
import type { Row } from '#server/kernel/store.ts';
import type { Grant } from '#server/kernel/rights.ts';
import { unlink } from './linking.ts';
import { assertHolds, assertInstallation } from './no-more.ts';
import { assertAdministrator, assertGrants, leaveGroup } from './people.ts';

const idOf = ({ model, action }: Grant): string => `${model}.${action}`;

/** Each given by its id or as a pair; what does not exist is refused, all of it. */
function grantsOf(call: Call, permissions: (string | Grant)[]): Grant[] {
  const grants = permissions.map((one) => {
    if (typeof one !== 'string') return { model: one.model, action: one.action };
    const at = one.indexOf('.');
    return { model: one.slice(0, Math.max(0, at)), action: one.slice(at + 1) };
  });
  assertGrants(call, { permissions: grants });
  return grants;
}

function change(call: Call, alter: (held: Grant[], given: Grant[]) => Grant[]) {
  return (context: Context, { group, permissions }: Row): Promise<Row> => {
    const given = grantsOf(call, permissions as (string | Grant)[]);
    return context.write(async (unit) => {
      assertInstallation(unit);
      const row = await unit.need('group', String(group), 'update');
      const held = row['permissions'] as Grant[];
      assertHolds(unit, [...held, ...given]);
      const next = await unit.updateRow('group', row, { permissions: alter(held, given) });
      await assertAdministrator(unit);
      return unit.record('group', next);
    });
  };
}

export const grantHandlers: Handlers[string] = {
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
const byPair = (noun: 'usergroup' | 'userorg', other: 'group' | 'organization') => (context: Context, input: Row) =>
  context.write(async (unit) => {
    const row = await unit.findBy(noun, { user: input['user'], [other]: input[other] }, 'destroy');
    if (!row) throw notFound();
    return noun === 'usergroup' ? leaveGroup(unit, row) : unlink(unit, row);
  });

export const groupPairHandlers: Handlers[string] = { destroyPair: byPair('usergroup', 'group') };
export const orgPairHandlers: Handlers[string] = { destroyPair: byPair('userorg', 'organization') };
