// Live events of users whose devices change: the record of a user shows them.
import { isDeepStrictEqual } from 'node:util';
import type { Unit } from '#server/pipeline/unit-of-work.ts';

/** Changes devices of a user. If the record of the user shows the change, everyone who sees the user gets an update of it. */
export async function withUserEvent<T>(unit: Unit, user: string, changeDevices: () => Promise<T>): Promise<T> {
  const internalUnit = unit.asInternal();
  const row = await internalUnit.find('user', user);
  const before = row && (await internalUnit.snapshot('user', row));
  const changed = await changeDevices();
  if (!before) return changed;
  const after = await internalUnit.snapshot('user', before.row);
  if (!isDeepStrictEqual(before.record.phones, after.record.phones)) internalUnit.recordIndirect(before, after);
  return changed;
}
