// An open alarm that nobody acknowledged: reminder, escalation, and from then on a repeated notification for each person.
import type { Unit } from '#server/pipeline/unit-of-work.ts';
import type { Services } from '#server/services.ts';
import { isNobody, later, enqueueDeliveries } from './enqueue-deliveries.ts';
import { REPEAT_MINUTES } from './repeat.ts';
import { insertRepeats, postponeRepeats } from './repeat-repository.ts';
import { isUnreached } from './delivery-outcome.ts';
import { candidatesFor, recipientsOf, notYetNotified, type Recipients } from './recipients.ts';
import type { RowOf } from '#server/db/engine.ts';

/** Stages count up: 0 before the reminder, 1 before the escalation, 2 and more after it. */
const ESCALATED = 2;

/**
 * Sends the reminder, then the escalation to everyone who may act. After that the repeats of each person follow; the alarm
 * only looks for people who joined since. While it reached nobody, or nobody whom it reached has a device left, it is sent
 * to devices that were added since.
 */
export async function advanceWaiting(unit: Unit, services: Services, alarm: RowOf<'alarm'>): Promise<void> {
  const { stage } = alarm;
  if (stage >= 1) await startRepeats(unit, services, alarm);
  const isLost = stage >= ESCALATED && (alarm.unreached || (await isUnreached(unit, alarm)));
  const rings = stage < ESCALATED || alarm.snoozedUntil !== null || isLost;
  if (!rings) return setNext(unit, services, alarm, REPEAT_MINUTES);
  const { remindAfterMinutes, escalateAfterMinutes } = services;
  const escalates = stage >= 1;
  const all = await recipientsOf(unit, alarm, escalates ? 'everyone' : 'shift');
  const to = isLost ? await notYetNotified(unit, alarm, all) : all;
  const unreached = isNobody(to) ? await isUnreached(unit, alarm) : alarm.unreached;
  const reachedWait = escalates ? REPEAT_MINUTES : Math.max(1, escalateAfterMinutes - remindAfterMinutes);
  const wait = unreached && escalates ? remindAfterMinutes : reachedWait;
  const nextAt = later(unit.now, wait);
  const next = await unit.updateRow('alarm', alarm, { stage: stage + 1, snoozedUntil: null, nextAt, unreached });
  services.dueBy(unit, nextAt);
  await enqueueDeliveries(unit, services, next, escalates ? 'escalated' : 'reminder', to);
  if (stage >= ESCALATED) await postponeRepeatsOf(unit, to);
}

/** A person is rung once in half an hour: a repeat that is due with a late escalation waits for the next one. */
async function postponeRepeatsOf(unit: Unit, { devices, mails }: Recipients): Promise<void> {
  const users = [...new Set([...devices.map(({ user }) => user), ...mails])];
  if (users.length > 0) await postponeRepeats(unit, users, later(unit.now, REPEAT_MINUTES));
}

async function setNext(unit: Unit, services: Services, { id }: RowOf<'alarm'>, minutes: number): Promise<void> {
  const nextAt = later(unit.now, minutes);
  await unit.unrecorded.updateTable('alarm').set({ nextAt }).where('id', '=', id).execute();
  services.dueBy(unit, nextAt);
}

/** Adds the people who may act, and whose notifications are not repeated yet. */
async function startRepeats(unit: Unit, services: Services, { organization }: RowOf<'alarm'>): Promise<void> {
  const nextAt = later(unit.now, REPEAT_MINUTES);
  const users = (await candidatesFor(unit, organization)).filter(({ acts }) => acts).map(({ id }) => id);
  if (users.length === 0) return;
  await insertRepeats(unit, users, nextAt);
  services.dueBy(unit, nextAt);
}
