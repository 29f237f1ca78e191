// The end of a session by its user: its devices get no more alarms. The reason is recorded unless it ends itself.
import type { Unit } from '#server/pipeline/unit-of-work.ts';
import type { Services } from '#server/services.ts';
import { endDevicesOf } from '#server/entities/device/end.ts';
import type { RowOf } from '#server/db/engine.ts';
import { recordEnds } from './session-repository.ts';

/**
 * Ends a session and its devices, and returns the answer of its removal. `unit` is internal.
 *
 * @param isCurrent the session ends itself: the answer replaces its cookie
 */
export async function endSession(
  unit: Unit,
  services: Services,
  { id, user, hash }: RowOf<'session'>,
  isCurrent = false,
) {
  if (!isCurrent) await recordEnds(unit, [hash], { reason: 'signedOut', at: unit.now });
  const ended = await unit.remove('session', id);
  await endDevicesOf(unit, services, user, id);
  return ended;
}
