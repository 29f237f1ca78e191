// Raising and resolving alarms, once per system and kind, and putting the pushes that tell of them into the outbox.
import type { Cause } from '#contract/cause.ts';
import type { AlarmKind } from '#contract/alarm-kind.ts';
import type { Unit } from '#server/pipeline/unit-of-work.ts';
import type { Services } from '#server/services.ts';
import { isNobody, later, enqueueDeliveries } from './enqueue-deliveries.ts';
import { recipientsOf } from './recipients.ts';
import type { RowOf } from '#server/db/engine.ts';

type AlarmRow = RowOf<'alarm'>;
type SystemRow = RowOf<'system'>;

const openKey = (system: SystemRow, kind: AlarmKind): string => `${system.id}:${kind}`;
const openAlarm = (unit: Unit, key: string): Promise<AlarmRow | undefined> => unit.findBy('alarm', { openKey: key });

/** The columns that say what an alarm is about. */
type About = 'kind' | 'system' | 'organization' | 'since' | 'reason' | 'cause' | 'lastBackup' | 'dueAt' | 'addedAt';
type Subject = Pick<AlarmRow, About> & { openKey: string };

/** Opens an alarm of a system; `reason` is one line, `cause` what the server itself saw. */
export const raise = (
  unit: Unit,
  services: Services,
  system: SystemRow,
  kind: AlarmKind,
  { since, reason = null, cause = null }: { since: string; reason?: string | null; cause?: Cause | null },
): Promise<void> =>
  open(unit, services, {
    kind,
    system: system.id,
    organization: system.organization,
    since,
    reason,
    cause,
    lastBackup: system.lastBackup,
    dueAt: system.dueAt,
    addedAt: system.createdAt,
    openKey: openKey(system, kind),
  });

/** The unique open key makes a second alarm of the same subject and kind impossible, whoever raises it. */
export async function open(unit: Unit, services: Services, about: Subject): Promise<void> {
  if (await openAlarm(unit, about.openKey)) return;
  const to = await recipientsOf(unit, { organization: about.organization }, 'shift');
  const alarm = await unit.insert('alarm', {
    ...about,
    acknowledgedAt: null,
    acknowledgedBy: null,
    acknowledgedUntil: null,
    snoozedUntil: null,
    snoozedBy: null,
    waitingSince: unit.now,
    heldBefore: null,
    note: '',
    resolvedAt: null,
    resolvedBy: null,
    nextAt: later(unit.now, services.remindAfterMinutes),
    stage: 0,
    sent: 0,
    shown: 0,
    failed: 0,
    unreached: isNobody(to),
    notRung: to.notRung ?? [],
  });
  await enqueueDeliveries(unit, services, alarm, 'new', to);
}

type Ending = Partial<Pick<AlarmRow, 'resolvedAt' | 'resolvedBy' | 'note'>>;

/**
 * Ends an open alarm; its recipients are notified silently. `by` is the person who ended it, or none where its cause is
 * gone.
 */
export async function resolveAlarm(unit: Unit, services: Services, open: AlarmRow, by: Ending = {}): Promise<AlarmRow> {
  const ended = { resolvedAt: unit.now, openKey: null, nextAt: null, snoozedUntil: null, ...by };
  const alarm = await unit.updateRow('alarm', open, ended);
  await enqueueDeliveries(unit, services, alarm, 'resolved', await recipientsOf(unit, alarm, 'already-notified'));
  return alarm;
}

/** Notifies the recipients of an acknowledged alarm silently, except for the device that acknowledged it. */
export async function notifyAcknowledged(
  unit: Unit,
  services: Services,
  alarm: AlarmRow,
  on: string | null,
): Promise<void> {
  const { devices, mails } = await recipientsOf(unit, alarm, 'already-notified');
  await enqueueDeliveries(unit, services, alarm, 'taken', { devices: devices.filter(({ id }) => id !== on), mails });
}

/** The cause is gone: the alarm is resolved by itself. */
export const resolve = (unit: Unit, services: Services, system: SystemRow, kind: AlarmKind): Promise<void> =>
  resolveOpen(unit, services, openKey(system, kind));

/** Ends the alarm that is open under this key, if any. */
export async function resolveOpen(unit: Unit, services: Services, key: string): Promise<void> {
  const alarm = await openAlarm(unit, key);
  if (alarm) await resolveAlarm(unit, services, alarm);
}

/** When a person last ended the alarm that this system has had since then, or null. */
export async function endedByPerson(
  unit: Unit,
  system: SystemRow,
  kind: AlarmKind,
  since: string,
): Promise<string | null> {
  const ended = await unit
    .asInternal()
    .select('alarm')
    .select('resolvedAt')
    .where('system', '=', system.id)
    .where('kind', '=', kind)
    .where('since', '=', since)
    .where('resolvedBy', 'is not', null)
    .orderBy('resolvedAt', 'desc')
    .executeTakeFirst();
  return ended?.resolvedAt ?? null;
}
