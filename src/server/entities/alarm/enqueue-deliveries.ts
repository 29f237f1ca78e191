// Puts the notifications about one alarm into the outbox, in the transaction that changes the alarm.
import { shifted } from '#contract/time/calendar.ts';
import type { AlarmStage } from '#contract/notifications/notification.ts';
import type { Unit } from '#server/pipeline/unit-of-work.ts';
import type { Services } from '#server/services.ts';
import { insertDeliveries, newDelivery } from './delivery-repository.ts';
import type { Recipients } from './recipients.ts';
import type { RowOf } from '#server/db/engine.ts';

const MINUTE = 60_000;
/** A phone rings at once. A mailbox is better served by one mail about all that fails together. */
export const MAIL_WAIT_MS = 30_000;
export const later = (now: string, minutes: number): string => shifted(now, minutes * MINUTE);
export const isNobody = ({ devices, mails }: Recipients): boolean => devices.length + mails.length === 0;

/** Writes one delivery for each device and each mail, in the same transaction as the alarm: none can be lost in between. */
export async function enqueueDeliveries(
  unit: Unit,
  services: Pick<Services, 'dueBy'>,
  alarm: RowOf<'alarm'>,
  stage: AlarmStage,
  { devices, mails }: Recipients,
): Promise<void> {
  const about = { alarm: alarm.id, stage };
  const rows = [
    ...devices.map(({ id, user }) => newDelivery(unit, { ...about, user, device: id })),
    ...mails.map((user) => ({
      ...newDelivery(unit, { ...about, user, device: null }),
      nextAt: shifted(unit.now, MAIL_WAIT_MS),
    })),
  ];
  await insertDeliveries(unit, rows);
  services.dueBy(unit, unit.now);
}
