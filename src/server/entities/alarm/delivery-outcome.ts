// Whether anybody was reached: how deliveries end, and what their alarm keeps of it.
import type { SendFault } from '#contract/cause.ts';
import { shifted } from '#contract/time/calendar.ts';
import { silentStages } from '#contract/notifications/notification.ts';
import type { Unit } from '#server/pipeline/unit-of-work.ts';
import type { Services } from '#server/services.ts';
import { endDeliveries, setDeliveries } from './delivery-repository.ts';
import { releaseAlarm } from './acknowledged.ts';
import { hasActed } from './alarm-event-repository.ts';
import { wasHandedOver, wasRepeated, isSentBeside } from './sent-delivery-repository.ts';
import { isSnoozed } from './snooze.ts';
import type { DeliveryRow } from '#server/entities/internal-tables.ts';
import { parseJson, toJson } from '#server/query/columns.ts';
import { sendFault } from './send-fault.ts';
import type { RowOf } from '#server/db/engine.ts';

type AlarmRow = RowOf<'alarm'>;

type Needs = Pick<Services, 'dueBy' | 'remindAfterMinutes'>;
type Delivery = Pick<DeliveryRow, 'id' | 'alarm' | 'user' | 'device' | 'stage' | 'covers' | 'createdAt'>;
const MINUTE = 60_000;
/** A delivery that is tried again sooner still counts as being sent. */
export const PATIENCE_MS = MINUTE;
/** Twice the longest time between two repeats to one device. */
const REPEATS_WITHIN_MS = 120 * MINUTE;

const isOver = ({ resolvedAt, acknowledgedAt }: AlarmRow): boolean => Boolean(resolvedAt ?? acknowledgedAt);

/** Whether nobody wants to hear of it now: it is over, taken, or snoozed. */
export const isSilenced = (alarm: AlarmRow | undefined, now: string): boolean =>
  !alarm || isOver(alarm) || isSnoozed(alarm, now);

/**
 * False where it was handed over to a device that is still there or as a mail, to a person whom it concerns. What is on its
 * way for the first time is waited for, unless nobody was reached before: then only what was handed over counts.
 */
export async function isUnreached(unit: Unit, alarm: AlarmRow): Promise<boolean> {
  if (await wasHandedOver(unit, alarm, { isOnItsWay: !alarm.unreached })) return false;
  return !(await wasRepeated(unit, alarm, Date.parse(unit.now) - REPEATS_WITHIN_MS));
}

/**
 * Returns the changes of an open alarm whose reach changed. While it reached nobody, recipients are looked for again.
 */
async function unreachedChange(unit: Unit, services: Needs, alarm: AlarmRow): Promise<Partial<AlarmRow>> {
  const unreached = await isUnreached(unit, alarm);
  if (unreached === alarm.unreached) return {};
  // The end of a snooze is the next look: a sooner one would ring within it.
  if (!unreached || isSnoozed(alarm, unit.now)) return { unreached };
  const soon = shifted(unit.now, services.remindAfterMinutes * MINUTE);
  const { nextAt: planned } = alarm;
  const nextAt = planned !== null && planned < soon ? planned : soon;
  services.dueBy(unit, nextAt);
  return { unreached, nextAt };
}

async function updateAlarmCounters(
  unit: Unit,
  services: Needs,
  row: Delivery,
  counted: (alarm: AlarmRow) => Partial<AlarmRow>,
): Promise<void> {
  const alarm = row.alarm ? await unit.find('alarm', row.alarm) : undefined;
  if (!alarm || silentStages.includes(row.stage)) return;
  const values = { ...counted(alarm), ...(!isOver(alarm) && (await unreachedChange(unit, services, alarm))) };
  if (Object.keys(values).length > 0) await unit.updateRow('alarm', alarm, values);
}

/** Locks the alarms before their deliveries are written. Acknowledgements write in the same order, so that both cannot deadlock. */
const lockAlarms = (unit: Unit, rows: readonly Delivery[]): Promise<void> =>
  unit.lock(
    'alarm',
    rows.flatMap(({ alarm, stage, covers }) => [
      ...(alarm ? [alarm] : []),
      ...(stage === 'repeat' ? parseJson(covers) : []),
    ]),
  );

/** Ends deliveries, and counts them with their alarms: a mail that was handed over is no device that it was sent to. */
export async function finishDeliveries(
  unit: Unit,
  services: Needs,
  rows: readonly Delivery[],
  status: 'sent' | 'gone' | 'refused' | 'failed',
  fault: SendFault | null,
): Promise<void> {
  await lockAlarms(unit, rows);
  await endDeliveries(unit, rows, status, fault);
  // A repeat reached the person about every alarm that it names, or about none of them.
  await updateRepeated(unit, rows, async (alarm) => {
    if (status === 'sent') return alarm.unreached ? { unreached: false } : {};
    return alarm.unreached ? {} : unreachedChange(unit, services, alarm);
  });
  for (const row of rows)
    await updateAlarmCounters(unit, services, row, ({ sent, failed }) => {
      if (status !== 'sent') return { failed: failed + 1 };
      return row.device === null ? {} : { sent: sent + 1 };
    });
  if (status !== 'sent') await releaseFailedHandOvers(unit, services, rows);
}

/**
 * Releases the alarms that were handed over to people whom no message reached: they would wait for somebody who does not
 * know. Call it after the end of the deliveries, with the alarms locked.
 */
async function releaseFailedHandOvers(unit: Unit, services: Needs, rows: readonly Delivery[]): Promise<void> {
  const soon = shifted(unit.now, PATIENCE_MS);
  for (const row of rows) {
    const alarm = row.stage === 'handed' && row.alarm ? await unit.find('alarm', row.alarm) : undefined;
    if (!alarm || !hasSinceHandOver(alarm, row, unit.now) || (await isSentBeside(unit, row, soon))) continue;
    // A person who opened the alarm since knows of it without a message.
    if (await hasActed(unit, alarm.id, row.user, row.createdAt)) continue;
    await releaseAlarm(unit, services, alarm);
  }
}

/** Whether the person still has the alarm by this hand-over: a person who took it again or snoozed it since knows of it. */
const hasSinceHandOver = (alarm: AlarmRow, { user, createdAt }: Delivery, now: string): boolean =>
  alarm.resolvedAt === null &&
  alarm.acknowledgedBy === user &&
  alarm.acknowledgedAt !== null &&
  alarm.acknowledgedAt <= createdAt &&
  !isSnoozed(alarm, now);

/** Changes the open alarms that repeats name. */
async function updateRepeated(
  unit: Unit,
  rows: readonly Delivery[],
  changed: (alarm: AlarmRow) => Promise<Partial<AlarmRow>>,
): Promise<void> {
  for (const { stage, covers } of rows) {
    if (stage !== 'repeat') continue;
    for (const id of parseJson(covers)) {
      const alarm = (await unit.lookup('alarm', [id])).get(id);
      if (!alarm || isOver(alarm)) continue;
      const values = await changed(alarm);
      if (Object.keys(values).length > 0) await unit.updateRow('alarm', alarm, values);
    }
  }
}

/** They are tried again at `nextAt`, or by whoever has them where it is null. `fault`: what was in the way. */
export async function rescheduleDeliveries(
  unit: Unit,
  services: Needs,
  rows: readonly Delivery[],
  {
    status,
    fault,
    nextAt,
    waitMs,
  }: { status: DeliveryRow['status']; fault: SendFault; nextAt: string | null; waitMs: number },
): Promise<void> {
  const isLong = waitMs > PATIENCE_MS;
  if (isLong) await lockAlarms(unit, rows);
  await setDeliveries(unit, rows, { status, detail: toJson(fault), nextAt });
  if (!isLong) return;
  for (const row of rows) await updateAlarmCounters(unit, services, row, () => ({}));
  await releaseFailedHandOvers(unit, services, rows);
}

/** Ends what is not to be sent any more. Of an alarm that is over, taken or snoozed nobody misses it; else it did not get through. */
export async function cancelDeliveries(
  unit: Unit,
  services: Needs,
  rows: readonly Delivery[],
  status: 'gone' | 'failed',
  fault: SendFault | null,
): Promise<void> {
  await lockAlarms(unit, rows);
  const alarms = await unit.lookup(
    'alarm',
    rows.flatMap(({ alarm }) => (alarm ? [alarm] : [])),
  );
  const isMissed = ({ alarm, stage }: Delivery) =>
    !silentStages.includes(stage) && !isSilenced(alarms.get(alarm ?? ''), unit.now);
  // Before the first change: what the unit knows of an alarm ends with a change of it.
  const [missed, unneeded] = [rows.filter(isMissed), rows.filter((row) => !isMissed(row))];
  await finishDeliveries(unit, services, missed, status, fault);
  await endDeliveries(unit, unneeded, 'failed', sendFault('unneeded'));
  await releaseFailedHandOvers(unit, services, unneeded);
}
