// The claim of a client's key: the first client that presents it has it, until an administrator resets it.
import type { Actor } from '#server/pipeline/actor.ts';
import type { Context } from '#server/pipeline/dispatch.ts';
import { ApiError } from '#server/pipeline/errors.ts';
import { hash } from '#server/auth/crypto.ts';
import type { Unit } from '#server/pipeline/unit-of-work.ts';
import type { RowOf } from '#server/db/engine.ts';

export type Client = Extract<Actor, { kind: 'client' }>;

export const keyClaimed = () =>
  new ApiError('E_KEY_CLAIMED', 'Another client uses this key. An administrator can reset the key.');

/** Checks that the key is unclaimed or claimed by this client. Throws E_KEY_CLAIMED. */
export async function claimable(
  unit: Unit,
  { model, id, instance }: Client,
): Promise<RowOf<'system'> | RowOf<'organization'>> {
  if (!instance) throw new ApiError('E_KEY_CLAIMED', 'The client must send its `instance`.');
  const row = await unit.need(model, id);
  if (row.instanceHash !== null && row.instanceHash !== hash(instance)) throw keyClaimed();
  return row;
}

export const claimOf = ({ instance }: Client) => ({ instanceHash: hash(instance), keyConnected: true });

/** Where a client asks, a key that nobody has becomes its own. Throws E_KEY_CLAIMED. */
export async function claimKey({ actor }: Context, unit: Unit): Promise<void> {
  if (actor?.kind !== 'client' || actor.claimed) return;
  await unit.updateRow(actor.model, await claimable(unit, actor), claimOf(actor));
}
