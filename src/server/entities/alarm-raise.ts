// Raising and resolving alarms, once per system and kind, and putting the pushes that tell of them into the outbox.
import { shifted } from '#contract/time/calendar.ts';
import type { AlarmKind } from '#contract/alarm-kind.ts';
import type { AlarmStage } from '#contract/notifications/notification.ts';
import type { Row } from '#server/kernel/store.ts';
import type { Unit } from '#server/kernel/unit.ts';
import type { Services } from '#server/services.ts';
import { newDelivery } from './delivery.ts';
import { isUnreached } from './reach.ts';
import { told, untold, type Told } from './told.ts';

const MINUTE = 60_000;
/** A phone rings at once. A mailbox is better served by one mail about all that fails together. */
const MAIL_WAIT_MS = 30_000;
/** As many rows as one statement may carry. */
const SLICE = 500;
export const later = (now: string, minutes: number): string => shifted(now, minutes * MINUTE);
const openKey = (system: Row, kind: AlarmKind): string => `${String(system['id'])}:${kind}`;
const openAlarm = (unit: Unit, system: Row, kind: AlarmKind): Promise<Row | undefined> =>
  unit.findBy('alarm', { openKey: openKey(system, kind) });

/** Opens an alarm. The unique open key makes a second one of the same system and kind impossible, whoever raises it. */
export async function raise(
  unit: Unit,
  services: Services,
  system: Row,
  kind: AlarmKind,
  since: string,
): Promise<void> {
  if (await openAlarm(unit, system, kind)) return;
  const to = await told(unit, { organization: system['organization'] }, 'shift');
  const alarm = await unit.insert('alarm', {
    kind,
    system: system['id'],
    organization: system['organization'],
    since,
    reason: kind === 'failed' ? system['failedReason'] : null,
    lastBackup: system['lastBackup'],
    dueAt: system['dueAt'],
    addedAt: system['createdAt'],
    acknowledgedAt: null,
    acknowledgedBy: null,
    snoozedUntil: null,
    note: '',
    resolvedAt: null,
    resolvedBy: null,
    openKey: openKey(system, kind),
    nextAt: later(unit.now, services.remindAfterMinutes),
    stage: 0,
    sent: 0,
    shown: 0,
    failed: 0,
    unreached: isNobody(to),
  });
  await tell(unit, services, alarm, 'new', to);
}

/** Ends an open alarm; who was told of it hears so quietly. `by` is the person who ended it, or none where its cause is gone. */
export async function end(unit: Unit, services: Services, open: Row, by: Row = {}): Promise<Row> {
  const ended = { resolvedAt: unit.now, openKey: null, nextAt: null, snoozedUntil: null, ...by };
  const alarm = await unit.updateRow('alarm', open, ended);
  await tell(unit, services, alarm, 'resolved', await told(unit, alarm, 'already-told'));
  return alarm;
}

/**
 * Tells of an open alarm that nobody took once more; from the second time on everyone who may act. After that it rests,
 * unless nobody could be told: then it is tried for ever, since a phone may be turned on at any time.
 */
export async function tellAgain(unit: Unit, services: Services, alarm: Row): Promise<void> {
  const { remindAfterMinutes, escalateAfterMinutes } = services;
  const stage = Number(alarm['stage']);
  const escalates = stage >= 1;
  const all = await told(unit, alarm, escalates ? 'everyone' : 'shift');
  const to = stage > 1 && alarm['unreached'] ? await untold(unit, alarm, all) : all;
  const unreached = isNobody(to) ? await isUnreached(unit, alarm) : alarm['unreached'];
  const wait = escalates ? remindAfterMinutes : Math.max(1, escalateAfterMinutes - remindAfterMinutes);
  const nextAt = escalates && !unreached ? null : later(unit.now, wait);
  const next = await unit.updateRow('alarm', alarm, { stage: stage + 1, snoozedUntil: null, nextAt, unreached });
  await tell(unit, services, next, escalates ? 'escalated' : 'reminder', to);
}

/** Somebody took it: who was told of it hears so quietly, but for the device that it was taken on. */
export async function tellTaken(unit: Unit, services: Services, alarm: Row, on: string | null): Promise<void> {
  const { devices, mails } = await told(unit, alarm, 'already-told');
  await tell(unit, services, alarm, 'taken', { devices: devices.filter(({ id }) => id !== on), mails });
}

/** The cause is gone: the alarm is resolved by itself. */
export async function resolve(unit: Unit, services: Services, system: Row, kind: AlarmKind): Promise<void> {
  const open = await openAlarm(unit, system, kind);
  if (open) await end(unit, services, open);
}

/** Who took alarms is not there any more: they wait for somebody again, and are told of at once. */
export async function giveBack(unit: Unit, services: Services, user: string): Promise<void> {
  const house = unit.asHouse();
  const open = unit.db.selectFrom('alarm').select('id').where('openKey', 'is not', null);
  const free = { acknowledgedAt: null, acknowledgedBy: null, snoozedUntil: null, stage: 0, nextAt: unit.now };
  for (const { id } of await open.where('acknowledgedBy', '=', user).execute())
    await house.update('alarm', String(id), free);
  services.dueBy(unit, unit.now);
}

/** When a person last ended the alarm that this system has had since then, or null. */
export async function endedByPerson(unit: Unit, system: Row, kind: AlarmKind, since: string): Promise<string | null> {
  const ended = await unit.db
    .selectFrom('alarm')
    .select('resolvedAt')
    .where('system', '=', system['id'])
    .where('kind', '=', kind)
    .where('since', '=', since)
    .where('resolvedBy', 'is not', null)
    .orderBy('resolvedAt', 'desc')
    .executeTakeFirst();
  return (ended?.['resolvedAt'] as string | undefined) ?? null;
}

const isNobody = ({ devices, mails }: Told): boolean => devices.length + mails.length === 0;

/** Writes one delivery for each device and each mail, in the same transaction as the alarm: none can be lost in between. */
async function tell(
  unit: Unit,
  services: Services,
  alarm: Row,
  stage: AlarmStage,
  { devices, mails }: Told,
): Promise<void> {
  const about = { alarm: alarm['id'], stage };
  const rows = [
    ...devices.map(({ id, user }) => newDelivery(unit, { ...about, user, device: id })),
    ...mails.map((user) => ({
      ...newDelivery(unit, { ...about, user, device: null }),
      nextAt: shifted(unit.now, MAIL_WAIT_MS),
    })),
  ];
  for (let from = 0; from < rows.length; from += SLICE)
    await unit.db
      .insertInto('delivery')
      .values(rows.slice(from, from + SLICE))
      .execute();
  services.dueBy(unit, unit.now);
}
