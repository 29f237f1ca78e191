// Handing an alarm over to a colleague who may act on it: the colleague has it and is notified, the others hear so quietly.
import { acknowledgedUntil } from '#contract/time/lapse.ts';
import { invalidField } from '#server/pipeline/errors.ts';
import type { Unit } from '#server/pipeline/unit-of-work.ts';
import type { Services } from '#server/services.ts';
import { nextOfHeld } from './acknowledged.ts';
import { addAlarmEvent } from './alarm-event-repository.ts';
import { enqueueDeliveries } from './enqueue-deliveries.ts';
import { candidatesFor, devicesOf, recipientsOf, type Recipients, tookLastPush } from './recipients.ts';
import { contextOfAlarm } from '#server/entities/system/health.ts';
import type { RowOf } from '#server/db/engine.ts';

interface HandOver {
  at: string;
  by: string;
  to?: string;
  note?: string;
}

const refused = (reason: string) => invalidField('E_INVALID_VALUES_TO_SET', 'to', reason);

/** The devices of the colleague, and the mailbox if none of them took its last push. Refuses a person who may not act, and one whom nothing reaches. */
async function recipientsOfHandOver(
  unit: Unit,
  organization: string | null,
  { to = '', by }: HandOver,
): Promise<Recipients> {
  const candidate = (await candidatesFor(unit.asInternal(), organization)).find(({ id }) => id === to);
  if (!candidate?.acts) throw refused('must be a person who may act on alarms of this organization');
  const devices = await devicesOf(unit, [to]);
  const isPushed = devices.some(tookLastPush);
  if (to !== by && !isPushed && !candidate.isMailed)
    throw refused('has no device that took its last push and no alarm mails, so nothing would reach this person');
  return { devices, mails: candidate.wantsMails && !isPushed ? [to] : [] };
}

/** Gives the alarm to another person. `row`: as it was before. */
export async function handOver(
  unit: Unit,
  services: Services,
  row: RowOf<'alarm'>,
  command: HandOver,
): Promise<RowOf<'alarm'>> {
  const { at, by, to = '', note } = command;
  // A user who is deactivated or deleted meanwhile owns nothing.
  await unit.lock('user', [to]);
  const recipients = await recipientsOfHandOver(unit, row.organization, command);
  const until = acknowledgedUntil(unit.now, services.lapseAfterHours, await contextOfAlarm(unit, row));
  const held = { acknowledgedAt: at, acknowledgedBy: to, acknowledgedUntil: until, snoozedUntil: null };
  const values = { ...held, nextAt: nextOfHeld(held, unit.now), ...(note && { note }) };
  const next = await unit.updateRow('alarm', row, values);
  await addAlarmEvent(unit, row.id, { act: 'handedOver', by, to, note });
  if (to !== by) await enqueueDeliveries(unit, services, next, 'handed', recipients);
  const others = await recipientsOf(unit, next, 'already-notified');
  await enqueueDeliveries(unit, services, next, 'taken', {
    ...others,
    devices: others.devices.filter(({ user }) => user !== to),
  });
  return next;
}
