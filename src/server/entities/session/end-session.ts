// The end of a session by its person from elsewhere: its browser learns why, and its devices ring no longer.
import type { Unit } from '#server/pipeline/unit-of-work.ts';
import type { Services } from '#server/services.ts';
import { endDevicesOf } from '#server/entities/device/end.ts';
import type { RowOf } from '#server/db/engine.ts';
import { recordEnds } from './session-repository.ts';

/** Ends a session and its devices, and returns what its removal answers. `unit` is internal. */
export async function endSession(unit: Unit, services: Services, { id, user, hash }: RowOf<'session'>) {
  await recordEnds(unit, [hash], { reason: 'signedOut', at: unit.now });
  const ended = await unit.remove('session', id);
  await endDevicesOf(unit, services, user, id);
  return ended;
}
