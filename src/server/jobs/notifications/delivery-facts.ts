// The current facts of the alarm that a delivery is about, as its recipient is to read them.
import type { AlarmFacts } from '#contract/notifications/notification.ts';
import { lastHandOver } from '#server/entities/alarm/alarm-event-repository.ts';
import { notifiedBeforeEscalation } from '#server/entities/alarm/sent-delivery-repository.ts';
import type { DeliveryRow } from '#server/entities/internal-tables.ts';
import { zoneOfPerson } from '#server/entities/user/time-zone.ts';
import { isSilenced } from '#server/entities/alarm/delivery-outcome.ts';
import { nameOf } from '#server/entities/reference.ts';
import { mayReceive } from '#server/entities/alarm/recipients.ts';
import type { RowFor, RowOf } from '#server/db/engine.ts';
import type { Unit } from '#server/pipeline/unit-of-work.ts';

type AlarmRow = RowOf<'alarm'>;

const MINUTE = 60_000;

/** The part of a delivery that facts depend on. One that this device shows already comes without its recipient. */
type About = Pick<DeliveryRow, 'alarm' | 'stage'> & Partial<Pick<DeliveryRow, 'user' | 'device'>>;

/** Leaves out what no longer holds, and what the person may not receive: in a mail also the organizations without mails. */
export async function factsOfAll(unit: Unit, user: RowOf<'user'>, rows: readonly About[]): Promise<AlarmFacts[]> {
  const found: AlarmFacts[] = [];
  for (const row of rows) {
    const facts = await factsOf(unit, row);
    if (facts && (await mayReceive(unit, user, facts.organizationId, row.device === null))) found.push(facts);
  }
  return found;
}

/** Returns the row that an alarm or a delivery refers to. */
const referred = async <N extends 'user' | 'organization'>(
  unit: Unit,
  noun: N,
  id: string | null,
): Promise<RowFor<N> | undefined> => (id === null ? undefined : (await unit.lookup(noun, [id])).get(id));

/** Returns the name of the one other person who was notified before the escalation; null if there were none or several. */
async function askedBefore(unit: Unit, alarm: AlarmRow, { stage, user }: About): Promise<string | null> {
  if (stage !== 'escalated') return null;
  const notified = await notifiedBeforeEscalation(unit, alarm.id);
  const [asked] = notified;
  if (asked === undefined || notified.length > 1 || asked === user) return null;
  const person = await referred(unit, 'user', asked);
  return person ? nameOf(person) : null;
}

/** Returns the name of the person who had the alarm before; null if that is the recipient. */
async function heldBefore(unit: Unit, { heldBefore: id }: AlarmRow, { user }: About): Promise<string | null> {
  if (id === null || id === user) return null;
  const person = await referred(unit, 'user', id);
  return person ? nameOf(person) : '';
}

/** The colleague who handed the alarm over to the recipient last, and the note that went along. */
async function handed(
  unit: Unit,
  alarm: AlarmRow,
  { stage, user }: About,
): Promise<Pick<AlarmFacts, 'handedBy' | 'handedNote'>> {
  if (stage !== 'handed' || user === undefined) return {};
  const last = await lastHandOver(unit, alarm.id, user);
  const person = last && (await referred(unit, 'user', last.user));
  return { handedBy: person ? nameOf(person) : null, handedNote: last?.note ?? null };
}

/** True if a delivery no longer holds: it says that an alarm needs somebody, or that somebody took it. */
function isStale(alarm: AlarmRow, { stage, user }: About, now: string): boolean {
  if (stage === 'held' || stage === 'handed') return alarm.acknowledgedBy !== user || alarm.resolvedAt !== null;
  if (stage === 'taken') return alarm.acknowledgedAt === null || alarm.resolvedAt !== null;
  return stage !== 'resolved' && isSilenced(alarm, now);
}

/** The time zone of the recipient; empty where neither the account nor a device has one. */
async function zoneOf(unit: Unit, { user, device }: About): Promise<string> {
  const person = await referred(unit, 'user', user ?? null);
  return person ? zoneOfPerson(unit, person, device) : '';
}

/** The name of the person who acknowledged an alarm; null for the recipient, and where nobody did. */
async function takerOf(unit: Unit, { acknowledgedBy }: AlarmRow, { user }: About): Promise<string | null> {
  return acknowledgedBy === null || acknowledgedBy === user
    ? null
    : nameOf(await referred(unit, 'user', acknowledgedBy));
}

/** Returns null for a delivery that no longer holds. */
export async function factsOf(unit: Unit, row: About): Promise<AlarmFacts | null> {
  const alarm = row.alarm === null ? undefined : await unit.find('alarm', row.alarm);
  if (!alarm || isStale(alarm, row, unit.now)) return null;
  const waitingSince = alarm.waitingSince ?? alarm.createdAt;
  const system = alarm.system === null ? undefined : await unit.find('system', alarm.system);
  const organization = await referred(unit, 'organization', alarm.organization);
  return {
    alarmId: alarm.id,
    kind: alarm.kind,
    systemId: alarm.system,
    systemName: system?.name ?? '',
    organizationId: alarm.organization,
    organizationName: organization?.name ?? '',
    timeZone: (await zoneOf(unit, row)) || (organization?.timeZone ?? 'UTC'),
    since: alarm.since,
    reason: alarm.reason,
    ...(alarm.cause && { cause: alarm.cause }),
    lastBackup: system?.lastBackup ?? null,
    dueAt: alarm.dueAt,
    addedAt: alarm.addedAt,
    now: unit.now,
    askedName: await askedBefore(unit, alarm, row),
    acknowledgedBy: await takerOf(unit, alarm, row),
    acknowledgedAt: alarm.acknowledgedAt,
    acknowledgedUntil: alarm.acknowledgedUntil,
    heldBefore: await heldBefore(unit, alarm, row),
    ...(await handed(unit, alarm, row)),
    waitedMinutes: Math.floor((Date.parse(unit.now) - Date.parse(waitingSince)) / MINUTE),
    ...(system && system.lastBackupSize !== null && { sizeBytes: system.lastBackupSize }),
  };
}
