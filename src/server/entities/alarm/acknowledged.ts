// An alarm that somebody acknowledged: the person is asked before the acknowledgement lapses, then it waits for anybody again.
import { askedAt } from '#contract/time/lapse.ts';
import type { Unit } from '#server/pipeline/unit-of-work.ts';
import type { Services } from '#server/services.ts';
import { later, enqueueDeliveries } from './enqueue-deliveries.ts';
import { candidatesFor, devicesOf, mayReceive, recipientsOf, type Recipients, tookLastPush } from './recipients.ts';
import { isSnoozed } from './snooze.ts';
import type { RowOf } from '#server/db/engine.ts';

type AlarmRow = RowOf<'alarm'>;

/** Returns the next instant at which something happens to an acknowledged alarm; null for none. */
export function nextOfHeld(
  { acknowledgedUntil: until, snoozedUntil }: Pick<AlarmRow, 'acknowledgedUntil' | 'snoozedUntil'>,
  now: string,
): string | null {
  const moments = [snoozedUntil, until && askedAt(until), until];
  return moments.filter((moment): moment is string => (moment ?? '') > now).toSorted()[0] ?? null;
}

/**
 * Does what is due: lapse, question, or end of the snooze. During a snooze the acknowledgement lapses without a sound.
 * @param dueAt the instant that this was planned for; it may have passed long ago
 */
export async function advanceHeld(unit: Unit, services: Services, alarm: AlarmRow, dueAt: string): Promise<void> {
  const until = alarm.acknowledgedUntil;
  if (until !== null && until <= unit.now) {
    await releaseAlarm(unit, services, alarm, { keepsSnooze: true });
    return;
  }
  const snoozed = isSnoozed(alarm, unit.now);
  const snoozeEnds = alarm.snoozedUntil !== null && !snoozed;
  const asks = until !== null && !snoozed && dueAt <= askedAt(until) && askedAt(until) <= unit.now;
  const values = { nextAt: nextOfHeld(alarm, unit.now), ...(snoozeEnds && { snoozedUntil: null }) };
  const next = await unit.updateRow('alarm', alarm, values);
  if (values.nextAt !== null) services.dueBy(unit, values.nextAt);
  if (asks || snoozeEnds) await enqueueDeliveries(unit, services, next, 'held', await holderOf(unit, next));
}

/** The devices of the person who has an alarm, and the mailbox if none of them took its last push. */
async function holderOf(unit: Unit, { acknowledgedBy, organization }: AlarmRow): Promise<Recipients> {
  const user = acknowledgedBy === null ? undefined : await unit.find('user', acknowledgedBy);
  if (!user) return { devices: [], mails: [] };
  const devices = await devicesOf(unit, [user.id]);
  const wantsMail = !devices.some(tookLastPush) && (await mayReceive(unit, user, organization, true));
  return { devices, mails: wantsMail ? [user.id] : [] };
}

/** The values of an alarm without an owner. */
export const released = (alarm: AlarmRow, now: string): Partial<AlarmRow> => ({
  acknowledgedAt: null,
  acknowledgedBy: null,
  acknowledgedUntil: null,
  waitingSince: now,
  heldBefore: alarm.acknowledgedBy,
  stage: 0,
});

/** Ends an acknowledgement and rings everyone on shift; a snooze that is left (`keepsSnooze`) rings at its end instead. */
export async function releaseAlarm(
  unit: Unit,
  services: Pick<Services, 'dueBy' | 'remindAfterMinutes'>,
  alarm: AlarmRow,
  { keepsSnooze = false } = {},
): Promise<AlarmRow> {
  const snoozed = keepsSnooze && isSnoozed(alarm, unit.now);
  const nextAt = snoozed ? String(alarm.snoozedUntil) : later(unit.now, services.remindAfterMinutes);
  const values = { ...released(alarm, unit.now), nextAt, ...(!snoozed && { snoozedUntil: null }) };
  const next = await unit.updateRow('alarm', alarm, values);
  services.dueBy(unit, nextAt);
  if (!snoozed) await enqueueDeliveries(unit, services, next, 'released', await recipientsOf(unit, next, 'shift'));
  return next;
}

/** A person with alarms left: they wait for somebody again, and ring at once. */
export async function releaseAlarmsOf(unit: Unit, services: Services, user: string): Promise<void> {
  const internal = unit.asInternal();
  const open = unit.asInternal().select('alarm').select('id').where('openKey', 'is not', null);
  for (const { id } of await open.where('acknowledgedBy', '=', user).execute()) {
    await releaseAlarm(internal, services, await internal.need('alarm', id));
  }
}

/**
 * Releases the open alarms whose person may no longer act on them. Call it after the change.
 * @param by `acknowledgedBy` for people who lost a right, `system` for a system that moved; `ids` are theirs
 */
export async function releaseLostAlarms(
  unit: Unit,
  services: Services,
  by: 'acknowledgedBy' | 'system',
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  // An acknowledgement locks its person as well: of the two, the later one sees what the other changed.
  if (by === 'acknowledgedBy') await unit.lock('user', ids);
  const internal = unit.asInternal();
  const open = internal
    .select('alarm')
    .select(['id', 'organization', 'acknowledgedBy'])
    .where('openKey', 'is not', null);
  const held = await open.where('acknowledgedBy', 'is not', null).where(by, 'in', ids).orderBy('id').execute();
  // The unit may have read the permissions before the change.
  delete unit.memo.permissions;
  const acting = new Map<string | null, Set<string | null>>();
  for (const { id, organization, acknowledgedBy } of held) {
    const able = acting.get(organization) ?? (await actingIn(internal, organization));
    acting.set(organization, able);
    if (!able.has(acknowledgedBy)) await releaseAlarm(internal, services, await internal.need('alarm', id));
  }
}

/** The people who may act on the alarms of an organization. */
const actingIn = async (unit: Unit, organization: string | null): Promise<Set<string | null>> =>
  new Set((await candidatesFor(unit, organization)).flatMap(({ acts, id }) => (acts ? [id] : [])));
