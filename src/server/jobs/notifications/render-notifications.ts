// Turns claimed deliveries into messages: current facts, one message each or one for many, in the recipient's language.
import { shifted } from '#contract/time/calendar.ts';
import {
  BURST_TAG,
  planBurst,
  silentStages,
  type AlarmFacts,
  type AlarmStage,
  type DeliveryStage,
  type NotificationOptions,
  type RenderedNotification,
} from '#contract/notifications/notification.ts';
import { may } from '#contract/permissions.ts';
import type { DeliveryRow } from '#server/entities/internal-tables.ts';
import { findAway } from '#server/entities/system/downtime.ts';
import { zoneOfPerson } from '#server/entities/user/time-zone.ts';
import { mayReceive } from '#server/entities/alarm/recipients.ts';
import { personOf } from '#server/auth/permissions.ts';
import type { Unit } from '#server/pipeline/unit-of-work.ts';
import { languageOf, localeFor } from '#text/language.ts';
import { factsOf, factsOfAll } from './delivery-facts.ts';
import { lastTags, openOn } from './shown-notifications.ts';
import { parseJson } from '#server/query/columns.ts';
import {
  alarmNotification,
  awayNotification,
  burstNotification,
  endedNotification,
  testNotification,
  type RenderOptions,
} from './notification.ts';
import type { RowOf } from '#server/db/engine.ts';

type UserRow = RowOf<'user'>;

const BURST = 4;
const AT_ONCE_MS = 60_000;

/** One message for one device or mailbox. */
export interface RenderedMessage {
  notification: RenderedNotification;
  /** The recipient's language, for the envelope and the mail around the notification. */
  language: string;
  /** The deliveries that end with this message. */
  rows: DeliveryRow[];
  /** Ids of the alarms that the message stands for, when there are several. */
  coveredAlarms?: string[];
}

type Message = Omit<RenderedMessage, 'language'>;

interface DeliveryFacts {
  row: DeliveryRow;
  facts: AlarmFacts;
}

/** A device's own locale is not known here: `language` decides, and no language means US English. */
function localeOf(user: UserRow): string {
  return localeFor(user.language, [user.language ?? 'en-US']);
}

/** True for a person who may read alarms but not act on them. */
export async function readsOnly(unit: Unit, user: UserRow): Promise<boolean> {
  const { rights } = await personOf(unit, user);
  return !may(rights, 'alarm.update');
}

async function optionsOf(unit: Unit, user: UserRow): Promise<RenderOptions<NotificationOptions>> {
  return { hideNames: user.hideNames, readsOnly: await readsOnly(unit, user), locale: localeOf(user) };
}

/** The stages that are about a device, not about an alarm. */
const withoutAlarm = {
  test: testNotification,
  ended: endedNotification,
} satisfies Partial<Record<DeliveryStage, (locale: string) => RenderedNotification>>;

/**
 * Renders the deliveries of one device or one mailbox into messages, in the order to send. Deliveries that are stale or
 * no longer permitted are left out.
 */
export async function renderMessages(unit: Unit, user: UserRow, rows: DeliveryRow[]): Promise<RenderedMessage[]> {
  const stages = new Map<AlarmStage, DeliveryFacts[]>();
  const messages: Message[] = [];
  const repeats: Message[] = [];
  for (const row of rows) {
    const { stage } = row;
    if (stage === 'test' || stage === 'ended') {
      messages.push({ notification: withoutAlarm[stage](localeOf(user)), rows: [row] });
      continue;
    }
    if (stage === 'away') {
      const away = user.allOrganizations ? await findAway(unit) : null;
      const reader = { locale: localeOf(user), timeZone: await zoneOfPerson(unit, user, row.device) };
      if (away) messages.push({ notification: awayNotification(away, reader), rows: [row] });
      continue;
    }
    if (stage === 'repeat') {
      repeats.push(...(await renderRepeat(unit, user, row)));
      continue;
    }
    const facts = await factsOf(unit, row);
    if (!facts || !(await mayReceive(unit, user, facts.organizationId, row.device === null))) continue;
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
  user: UserRow,
  stage: AlarmStage,
  deliveries: DeliveryFacts[],
): Promise<Message[]> {
  const options = await optionsOf(unit, user);
  const device = deliveries[0]?.row.device;
  const own = new Set(deliveries.map(({ facts }) => facts.alarmId));
  const groups = device && stage !== 'held' && stage !== 'handed';
  const others = groups ? (await openOn(unit, user, device)).filter(({ alarm }) => !own.has(alarm)) : [];
  const minuteAgo = shifted(unit.now, -AT_ONCE_MS);
  const recent = stage === 'new' ? others.filter(({ raisedAt }) => raisedAt > minuteAgo) : [];
  if (deliveries.length + recent.length < BURST)
    return deliveries.map(({ row, facts }) => ({
      notification: alarmNotification(facts, stage, options),
      rows: [row],
    }));
  const all = [...deliveries.map(({ facts }) => facts), ...(await factsOfAll(unit, user, recent))];
  const { tag } = planBurst(all, options, stage).plan;
  const displayed = others.filter((other) => other.tag === tag && !recent.includes(other));
  const covered = [...all, ...(await factsOfAll(unit, user, displayed))];
  const notification = burstNotification(covered, { ...options, tag }, stage);
  return [{ notification, rows: deliveries.map(({ row }) => row), coveredAlarms: alarmIds(covered) }];
}

/** Names all alarms of one repeat that still wait. */
async function renderRepeat(unit: Unit, user: UserRow, row: DeliveryRow): Promise<Message[]> {
  const alarms = parseJson(row.covers);
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
async function renderSilent(
  unit: Unit,
  user: UserRow,
  stage: AlarmStage,
  deliveries: DeliveryFacts[],
): Promise<Message[]> {
  const options = await optionsOf(unit, user);
  const device = deliveries[0]?.row.device ?? null;
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
    const sameTag = open.filter((one) => one.tag === tag);
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
