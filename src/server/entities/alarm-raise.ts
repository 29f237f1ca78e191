// Raising and resolving alarms, once per system and kind, and putting the pushes that tell of them into the outbox.
import { shifted } from '#contract/calendar.ts';
import type { AlarmKind } from '#contract/notification.ts';
import type { Row } from '#server/kernel/store.ts';
import type { Unit } from '#server/kernel/unit.ts';
import type { Services } from '#server/services.ts';
import { newDelivery } from './delivery.ts';
import { told, type Reach } from './told.ts';

const MINUTE = 60_000;
/** A phone rings at once. A mailbox is better served by one mail about all that fails together. */
const MAIL_WAIT_MS = 30_000;
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
  });
  await tell(unit, services, alarm, 'new', 'shift');
}

/** The cause is gone: the alarm is resolved by itself, and who was told hears of it quietly. */
export async function resolve(unit: Unit, services: Services, system: Row, kind: AlarmKind): Promise<void> {
  const open = await openAlarm(unit, system, kind);
  if (!open) return;
  const alarm = await unit.updateRow('alarm', open, {
    resolvedAt: unit.now,
    openKey: null,
    nextAt: null,
    snoozedUntil: null,
  });
  await tell(unit, services, alarm, 'resolved', 'already-told');
}

/** Writes one delivery for each device and each mail, in the same transaction as the alarm: none can be lost in between. */
export async function tell(
  unit: Unit,
  services: Services,
  alarm: Row,
  stage: 'new' | 'reminder' | 'escalated' | 'resolved',
  reach: Reach,
): Promise<void> {
  const { devices, mails } = await told(unit, alarm, reach);
  const about = { alarm: alarm['id'], stage };
  const rows = [
    ...devices.map(({ id, user }) => newDelivery(unit, { ...about, user, device: id })),
    ...mails.map((user) => ({
      ...newDelivery(unit, { ...about, user, device: null }),
      nextAt: shifted(unit.now, MAIL_WAIT_MS),
    })),
  ];
  if (rows.length > 0) await unit.db.insertInto('delivery').values(rows).execute();
  services.dueBy(unit, unit.now);
}
