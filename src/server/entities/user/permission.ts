// Permissions: every pair of model and action that a group can have.
import { contract } from '#contract/index.ts';
import { actions, type Call } from '#contract/define.ts';
import { badInput } from '#contract/errors.ts';
import type { Grant } from '#server/auth/permissions.ts';
import { defineEntity } from '#server/entities/define-entity.ts';
import { text } from '#server/query/columns.ts';
import { invalidField } from '#server/pipeline/errors.ts';

/** Every model and action there is: what the calls of the contract ask for, and readAll beside each read. */
export const permissions: (Grant & { id: string })[] = (() => {
  const found = new Set<string>();
  for (const { calls } of Object.values(contract)) {
    for (const { may } of Object.values(calls)) {
      if (!may.includes('.')) continue;
      found.add(may);
      if (may.endsWith('.read')) found.add(`${may}All`);
    }
  }
  return [...found].sort().flatMap((id) => {
    const [model = '', name] = id.split('.');
    const action = actions.find((one) => one === name);
    return action ? [{ id, model, action }] : [];
  });
})();

/** @param call whose input they are: it says by which word they are refused */
export function assertGrants(
  call: Call,
  { permissions: grants }: { permissions: readonly { model: string; action: string }[] },
): void {
  const unknown = grants.find((grant) => !permissions.some(({ id }) => id === `${grant.model}.${grant.action}`));
  if (unknown)
    throw invalidField(
      badInput(call),
      'permissions',
      `unknown permission ${unknown.model.slice(0, 40)}.${unknown.action}`,
    );
}

export const permissionEntity = defineEntity(contract.permission, {
  table: {
    columns: { id: text(), model: text(), action: text() },
    organization: null,
    records: (_unit, rows) => {
      const ids = new Set(rows.map(({ id }) => id));
      return Promise.resolve(permissions.filter(({ id }) => ids.has(id)));
    },
  },
  handlers: () => ({ list: () => Promise.resolve(permissions) }),
});
