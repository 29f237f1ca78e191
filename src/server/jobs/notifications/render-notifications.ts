// Turns claimed deliveries into messages: current facts, one message each or one for many, in the recipient's language.
import { shifted } from '#contract/time/calendar.ts';
import {
  BURST_TAG,
  planBurst,
  silentStages,
  type AlarmFacts,
  type AlarmStage,
  type NotificationOptions,
  type RenderedNotification,
} from '#contract/notifications/notification.ts';
import { may } from '#contract/permissions.ts';
import { findAway } from '#server/entities/presence.ts';
import { zoneOfPerson } from '#server/entities/person-zone.ts';
import { isQuiet } from '#server/entities/reach.ts';
import { nameOf } from '#server/entities/reference.ts';
import { mayHear } from '#server/entities/told.ts';
import { personOf } from '#server/kernel/rights.ts';
import type { Row } from '#server/kernel/store.ts';
import type { Unit } from '#server/kernel/unit.ts';
import { languageOf, localeFor } from '#text/language.ts';
import { lastTags, openOn } from './shown-notifications.ts';
import {
  alarmNotification,
  awayNotification,
  burstNotification,
  endedNotification,
  testNotification,
  type RenderOptions,
} from './notification.ts';

const BURST = 4;
const AT_ONCE_MS = 60_000;
const MINUTE = 60_000;

/** One message for one device or mailbox. */
export interface RenderedMessage {
  notification: RenderedNotification;
  /** The recipient's language, for the envelope and the mail around the notification. */
  language: string;
  /** The deliveries that end with this message. */
  rows: Row[];
  /** Ids of the alarms that the message stands for, when there are several. */
  coveredAlarms?: string[];
}

type Message = Omit<RenderedMessage, 'language'>;

interface DeliveryFacts {
  row: Row;
  facts: AlarmFacts;
}

/** A device's own locale is not known here: `language` decides, and no language means US English. */
function localeOf(user: Row): string {
  const language = (user['language'] as string | null | undefined) ?? null;
  return localeFor(language, [language ?? 'en-US']);
}

/** True for a person who may read alarms but not act on them. */
export async function readsOnly(unit: Unit, user: Row): Promise<boolean> {
  const { rights } = await personOf(unit.db, user);
  return !may(rights, 'alarm.update');
}

async function optionsOf(unit: Unit, user: Row): Promise<RenderOptions<NotificationOptions>> {
  return { hideNames: user['hideNames'] === true, readsOnly: await readsOnly(unit, user), locale: localeOf(user) };
}

/** The stages that are about a device, not about an alarm. */
const withoutAlarm: Readonly<Record<string, (locale: string) => RenderedNotification>> = {
  test: testNotification,
  ended: endedNotification,
};

/**
 * Renders the deliveries of one device or one mailbox into messages, in the order to send. Deliveries that are stale or
 * no longer permitted are left out.
 */
export async function renderMessages(unit: Unit, user: Row, rows: Row[]): Promise<RenderedMessage[]> {
  const stages = new Map<AlarmStage, DeliveryFacts[]>();
  const messages: Message[] = [];
  const repeats: Message[] = [];
  for (const row of rows) {
    const own = withoutAlarm[String(row['stage'])];
    if (own) {
      messages.push({ notification: own(localeOf(user)), rows: [row] });
      continue;
    }
    if (row['stage'] === 'away') {
      const away = user['allOrganizations'] === true ? await findAway(unit) : null;
      const reader = { locale: localeOf(user), timeZone: await zoneOfPerson(unit, user, row['device']) };
      if (away) messages.push({ notification: awayNotification(away, reader), rows: [row] });
      continue;
    }
    if (row['stage'] === 'repeat') {
      repeats.push(...(await renderRepeat(unit, user, row)));
      continue;
    }
    const facts = await factsOf(unit, row);
    if (!facts || !(await mayHear(unit, user, facts.organizationId, row['device'] === null))) continue;
    const stage = row['stage'] as AlarmStage;
    stages.set(stage, [...(stages.get(stage) ?? []), { row, facts }]);
  }
  const [silent, ringing]: [Message[], Message[]] = [[], []];
  for (const [stage, deliveries] of stages) {
    if (silentStages.includes(stage)) silent.push(...(await renderSilent(unit, user, stage, deliveries)));
    else ringing.push(...(await renderRinging(unit, user, stage, deliveries)));
  }
  const language = languageOf(localeOf(user));
  // Ringing messages come last: a silent one must not replace them on the screen.
  return [...messages, ...silent, ...ringing, ...repeats].map((message) => ({ ...message, language }));
}

const alarmIds = (facts: readonly AlarmFacts[]): string[] => facts.map(({ alarmId }) => alarmId);

/** Groups many alarms with those that rang on this device within the last minute, or that it shows under the same tag. */
async function renderRinging(
  unit: Unit,
  user: Row,
  stage: AlarmStage,
  deliveries: DeliveryFacts[],
): Promise<Message[]> {
  const options = await optionsOf(unit, user);
  const device = deliveries[0]?.row['device'];
  const own = new Set(deliveries.map(({ facts }) => facts.alarmId));
  const groups = device && stage !== 'held' && stage !== 'handed';
  const others = groups ? (await openOn(unit, user, device)).filter(({ alarm }) => !own.has(String(alarm))) : [];
  const minuteAgo = shifted(unit.now, -AT_ONCE_MS);
  const recent = stage === 'new' ? others.filter(({ raisedAt }) => String(raisedAt) > minuteAgo) : [];
  if (deliveries.length + recent.length < BURST)
    return deliveries.map(({ row, facts }) => ({
      notification: alarmNotification(facts, stage, options),
      rows: [row],
    }));
  const all = [...deliveries.map(({ facts }) => facts), ...(await factsOfAll(unit, user, recent))];
  const { tag } = planBurst(all, options, stage).plan;
  const displayed = others.filter((other) => other['tag'] === tag && !recent.includes(other));
  const covered = [...all, ...(await factsOfAll(unit, user, displayed))];
  const notification = burstNotification(covered, { ...options, tag }, stage);
  return [{ notification, rows: deliveries.map(({ row }) => row), coveredAlarms: alarmIds(covered) }];
}

/** Names all alarms of one repeat that still wait. */
async function renderRepeat(unit: Unit, user: Row, row: Row): Promise<Message[]> {
  const alarms = JSON.parse(String(row['covers'])) as string[];
  const facts = await factsOfAll(
    unit,
    user,
    alarms.map((alarm) => ({ ...row, alarm })),
  );
  const [first, ...others] = facts;
  if (!first) return [];
  const options = await optionsOf(unit, user);
  const notification =
    others.length === 0 ? alarmNotification(first, 'repeat', options) : burstNotification(facts, options, 'repeat');
  return [{ notification, rows: [row], coveredAlarms: alarmIds(facts) }];
}

/** Replaces a group as a group: the alarms of it that are still open stay on the screen, without a sound. */
async function renderSilent(unit: Unit, user: Row, stage: AlarmStage, deliveries: DeliveryFacts[]): Promise<Message[]> {
  const options = await optionsOf(unit, user);
  const device = deliveries[0]?.row['device'];
  const tags = await lastTags(unit, user, device, alarmIds(deliveries.map(({ facts }) => facts)));
  const bursts = new Map<string, DeliveryFacts[]>();
  const messages: Message[] = [];
  for (const one of deliveries) {
    const tag = tags.get(one.facts.alarmId) ?? '';
    if (tag.startsWith(BURST_TAG)) bursts.set(tag, [...(bursts.get(tag) ?? []), one]);
    else messages.push({ notification: alarmNotification(one.facts, stage, options), rows: [one.row] });
  }
  const open = bursts.size > 0 ? await openOn(unit, user, device) : [];
  for (const [tag, ended] of bursts) {
    const sameTag = open.filter((one) => one['tag'] === tag);
    const left = await factsOfAll(unit, user, sameTag);
    const endedFacts = ended.map(({ facts }) => facts);
    const notification =
      left.length > 0
        ? burstNotification(left, { ...options, tag, silent: true })
        : burstNotification(endedFacts, { ...options, tag }, stage);
    messages.push({ notification, rows: ended.map(({ row }) => row), coveredAlarms: alarmIds(left) });
  }
  return messages;
}

async function factsOfAll(unit: Unit, user: Row, rows: Row[]): Promise<AlarmFacts[]> {
  const found: AlarmFacts[] = [];
  for (const row of rows) {
    const facts = await factsOf(unit, row);
    if (facts && (await mayHear(unit, user, facts.organizationId, false))) found.push(facts);
  }
  return found;
}

/** Returns the name of the one other person who was notified before the escalation; null if there were none or several. */
async function askedBefore(unit: Unit, { alarm, stage, user }: Row): Promise<string | null> {
  if (stage !== 'escalated') return null;
  const notified = await unit.db
    .selectFrom('delivery')
    .select('user')
    .distinct()
    .where('alarm', '=', alarm)
    .where('stage', 'in', ['new', 'reminder', 'released'])
    .where('status', '=', 'sent')
    .limit(2)
    .execute();
  const [asked] = notified.map((one) => String(one['user']));
  if (asked === undefined || notified.length > 1 || asked === user) return null;
  const person = (await unit.lookup('user', [asked])).get(asked);
  return person ? nameOf(person) : null;
}

/** Returns the name of the person who had the alarm before; null if that is the recipient. */
async function heldBefore(unit: Unit, alarm: Row, { user }: Row): Promise<string | null> {
  const id = alarm['heldBefore'] as string | null;
  if (id === null || id === user) return null;
  const person = (await unit.lookup('user', [id])).get(id);
  return person ? nameOf(person) : '';
}

/** The colleague who handed the alarm over to the recipient last, and the note that went along. */
async function handed(unit: Unit, { stage, alarm, user }: Row): Promise<Pick<AlarmFacts, 'handedBy' | 'handedNote'>> {
  if (stage !== 'handed') return {};
  const last = await unit.db
    .selectFrom('alarmevent')
    .select(['user', 'note'])
    .where('alarm', '=', alarm)
    .where('act', '=', 'handedOver')
    .where('recipient', '=', user)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  const person = last && (await unit.lookup('user', [String(last['user'])])).get(String(last['user']));
  return { handedBy: person ? nameOf(person) : null, handedNote: (last?.['note'] as string | undefined) ?? null };
}

/** True if a delivery no longer holds: it says that an alarm needs somebody, or that somebody took it. */
function isStale(alarm: Row, { stage, user }: Row, now: string): boolean {
  if (stage === 'held' || stage === 'handed') return alarm['acknowledgedBy'] !== user || alarm['resolvedAt'] !== null;
  if (stage === 'taken') return alarm['acknowledgedAt'] === null || alarm['resolvedAt'] !== null;
  return stage !== 'resolved' && isQuiet(alarm, now);
}

/** The time zone of the recipient; empty where neither the account nor a device has one. */
async function zoneOf(unit: Unit, { user, device }: Row): Promise<string> {
  const person = (await unit.lookup('user', [String(user)])).get(String(user));
  return person ? zoneOfPerson(unit, person, device) : '';
}

/** Returns null for a delivery that no longer holds. */
async function factsOf(unit: Unit, row: Row): Promise<AlarmFacts | null> {
  const alarm = await unit.find('alarm', String(row['alarm']));
  if (!alarm || isStale(alarm, row, unit.now)) return null;
  const record = await unit.record('alarm', alarm);
  const waitingSince = String(alarm['waitingSince'] ?? alarm['createdAt']);
  const system = alarm['system'] === null ? undefined : await unit.find('system', String(alarm['system']));
  const taker = record['acknowledgedBy'] as { id: string; name: string } | null;
  const organization = record['organization'] as { id: string; name: string; timeZone: string } | null;
  return {
    alarmId: String(alarm['id']),
    kind: alarm['kind'],
    systemId: alarm['system'] as string | null,
    systemName: String((record['system'] as Row | null)?.['name'] ?? ''),
    organizationId: organization?.id ?? null,
    organizationName: organization?.name ?? '',
    timeZone: (await zoneOf(unit, row)) || (organization?.timeZone ?? 'UTC'),
    since: String(alarm['since']),
    reason: alarm['reason'] as string | null,
    lastBackup: (system?.['lastBackup'] as string | null | undefined) ?? null,
    dueAt: alarm['dueAt'] as string | null,
    addedAt: String(alarm['addedAt']),
    now: unit.now,
    askedName: await askedBefore(unit, row),
    acknowledgedBy: taker && taker.id !== row['user'] ? taker.name : null,
    acknowledgedAt: alarm['acknowledgedAt'] as string | null,
    acknowledgedUntil: alarm['acknowledgedUntil'] as string | null,
    heldBefore: await heldBefore(unit, alarm, row),
    ...(await handed(unit, row)),
    waitedMinutes: Math.floor((Date.parse(unit.now) - Date.parse(waitingSince)) / MINUTE),
    ...(system?.['lastBackupSize'] === null || system === undefined
      ? {}
      : { sizeBytes: Number(system['lastBackupSize']) }),
  };
}
