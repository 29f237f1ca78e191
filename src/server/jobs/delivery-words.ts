// What deliveries say: alarms by their facts of now, and many at once as one.
import { shifted } from '#contract/time/calendar.ts';
import {
  BURST_TAG,
  alarmNotification,
  burstNotification,
  silentStages,
  testNotification,
  type AlarmFacts,
  type AlarmStage,
  type NotificationOptions,
  type NotificationWords,
} from '#contract/notifications/notification.ts';
import { may } from '#contract/permissions.ts';
import { isQuiet } from '#server/entities/reach.ts';
import { nameOf } from '#server/entities/reference.ts';
import { mayHear } from '#server/entities/told.ts';
import { personOf } from '#server/kernel/rights.ts';
import type { Row } from '#server/kernel/store.ts';
import type { Unit } from '#server/kernel/unit.ts';

const BURST = 4;
const AT_ONCE_MS = 60_000;
const MINUTE = 60_000;

/** One message. */
export interface Spoken {
  words: NotificationWords;
  /** The deliveries that it stands for. */
  rows: Row[];
  /** The alarms that it tells of, where they are several. */
  covers?: string[];
}

interface Meant {
  row: Row;
  facts: AlarmFacts;
}

async function optionsOf(unit: Unit, user: Row): Promise<NotificationOptions> {
  const { rights } = await personOf(unit.db, user);
  return { hideNames: user['hideNames'] === true, readsOnly: !may(rights, 'alarm.update') };
}

/** The messages that deliveries to one device, or to one mailbox, come to; what need not or must not be told is left out. */
export async function wordsFor(unit: Unit, user: Row, rows: Row[]): Promise<Spoken[]> {
  const stages = new Map<AlarmStage, Meant[]>();
  const spoken: Spoken[] = [];
  for (const row of rows) {
    if (row['stage'] === 'test') {
      spoken.push({ words: testNotification(), rows: [row] });
      continue;
    }
    const facts = await factsOf(unit, row);
    if (!facts || !(await mayHear(unit, user, facts.organizationId, row['device'] === null))) continue;
    const stage = row['stage'] as AlarmStage;
    stages.set(stage, [...(stages.get(stage) ?? []), { row, facts }]);
  }
  const [silent, ringing] = [[] as Spoken[], [] as Spoken[]];
  for (const [stage, meant] of stages) {
    if (silentStages.includes(stage)) silent.push(...(await replaced(unit, user, stage, meant)));
    else ringing.push(...(await gathered(unit, user, stage, meant)));
  }
  // What rings comes last: what is silent must not take its place.
  return [...spoken, ...silent, ...ringing];
}

const alarmsOf = (facts: readonly AlarmFacts[]): string[] => facts.map(({ alarmId }) => alarmId);

/** As one where there are many, with what else rang on this device in the same minute, or stands there under the same tag. */
async function gathered(unit: Unit, user: Row, stage: AlarmStage, meant: Meant[]): Promise<Spoken[]> {
  const options = await optionsOf(unit, user);
  const device = meant[0]?.row['device'];
  const own = new Set(meant.map(({ facts }) => facts.alarmId));
  const others = device ? (await openOn(unit, device)).filter(({ alarm }) => !own.has(String(alarm))) : [];
  const minuteAgo = shifted(unit.now, -AT_ONCE_MS);
  const recent = stage === 'new' ? others.filter(({ raisedAt }) => String(raisedAt) > minuteAgo) : [];
  if (meant.length + recent.length < BURST)
    return meant.map(({ row, facts }) => ({ words: alarmNotification(facts, stage, options), rows: [row] }));
  const all = [...meant.map(({ facts }) => facts), ...(await factsOfAll(unit, user, recent))];
  const { tag } = burstNotification(all, options, stage);
  const standing = others.filter((other) => other['tag'] === tag && !recent.includes(other));
  const told = [...all, ...(await factsOfAll(unit, user, standing))];
  const words = burstNotification(told, { ...options, tag }, stage);
  return [{ words, rows: meant.map(({ row }) => row), covers: alarmsOf(told) }];
}

/** What was told as one is taken back as one: what is left of it stands there without a sound. */
async function replaced(unit: Unit, user: Row, stage: AlarmStage, meant: Meant[]): Promise<Spoken[]> {
  const options = await optionsOf(unit, user);
  const device = meant[0]?.row['device'];
  const tags = await lastTags(
    unit,
    device,
    meant.map(({ facts }) => facts.alarmId),
  );
  const bursts = new Map<string, Meant[]>();
  const spoken: Spoken[] = [];
  for (const one of meant) {
    const tag = tags.get(one.facts.alarmId) ?? '';
    if (tag.startsWith(BURST_TAG)) bursts.set(tag, [...(bursts.get(tag) ?? []), one]);
    else spoken.push({ words: alarmNotification(one.facts, stage, options), rows: [one.row] });
  }
  const open = bursts.size > 0 ? await openOn(unit, device) : [];
  for (const [tag, gone] of bursts) {
    const left = await factsOfAll(
      unit,
      user,
      open.filter((one) => one['tag'] === tag),
    );
    const words =
      left.length > 0
        ? burstNotification(left, { ...options, tag, silent: true })
        : burstNotification(
            gone.map(({ facts }) => facts),
            { ...options, tag },
            stage,
          );
    spoken.push({ words, rows: gone.map(({ row }) => row), covers: alarmsOf(left) });
  }
  return spoken;
}

/** The alarms that were told on this device and that nobody took: the last delivery of each, and when it was raised. */
async function openOn({ db }: Unit, device: unknown): Promise<Row[]> {
  const rows = await db
    .selectFrom('alarm')
    .innerJoin('delivery', 'delivery.alarm', 'alarm.id')
    .select(['delivery.alarm', 'delivery.stage', 'delivery.tag', 'alarm.createdAt as raisedAt'])
    .where('alarm.openKey', 'is not', null)
    .where('alarm.acknowledgedAt', 'is', null)
    .where('alarm.snoozedUntil', 'is', null)
    .where('delivery.device', '=', device)
    .where('delivery.status', '=', 'sent')
    .where('delivery.stage', 'not in', silentStages)
    .orderBy('delivery.sentAt')
    .execute();
  return [...new Map(rows.map((row) => [row['alarm'], row])).values()];
}

/** Under which tag each alarm was told last on this device. */
async function lastTags({ db }: Unit, device: unknown, alarms: string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('delivery')
    .select(['alarm', 'tag'])
    .where('alarm', 'in', alarms)
    .where('device', '=', device)
    .where('status', '=', 'sent')
    .where('stage', 'not in', silentStages)
    .orderBy('sentAt')
    .execute();
  return new Map(rows.map((row) => [String(row['alarm']), String(row['tag'])]));
}

async function factsOfAll(unit: Unit, user: Row, rows: Row[]): Promise<AlarmFacts[]> {
  const found: AlarmFacts[] = [];
  for (const row of rows) {
    const facts = await factsOf(unit, row);
    if (facts && (await mayHear(unit, user, facts.organizationId, false))) found.push(facts);
  }
  return found;
}

/** Whom this is taken over from: the one other person who was told before it was escalated, if it was one. */
async function askedBefore(unit: Unit, { alarm, stage, user }: Row): Promise<string | null> {
  if (stage !== 'escalated') return null;
  const told = await unit.db
    .selectFrom('delivery')
    .select('user')
    .distinct()
    .where('alarm', '=', alarm)
    .where('stage', 'in', ['new', 'reminder'])
    .where('status', '=', 'sent')
    .limit(2)
    .execute();
  const [asked] = told.map((one) => String(one['user']));
  if (asked === undefined || told.length > 1 || asked === user) return null;
  const person = (await unit.lookup('user', [asked])).get(asked);
  return person ? nameOf(person) : null;
}

/** Whether a delivery would say what is not so any more: that an alarm needs somebody, or that it is taken. */
function isStale(alarm: Row, stage: unknown, now: string): boolean {
  if (stage === 'taken') return alarm['acknowledgedAt'] === null || alarm['resolvedAt'] !== null;
  return stage !== 'resolved' && isQuiet(alarm, now);
}

/** Null where telling would be wrong by now. */
async function factsOf(unit: Unit, row: Row): Promise<AlarmFacts | null> {
  const alarm = await unit.find('alarm', String(row['alarm']));
  if (!alarm || isStale(alarm, row['stage'], unit.now)) return null;
  const record = await unit.record('alarm', alarm);
  const system = await unit.find('system', String(alarm['system']));
  const taker = record['acknowledgedBy'] as { id: string; name: string } | null;
  const organization = record['organization'] as { id: string; name: string; timeZone: string };
  return {
    alarmId: String(alarm['id']),
    kind: alarm['kind'],
    systemId: String(alarm['system']),
    systemName: String((record['system'] as Row)['name']),
    organizationId: organization.id,
    organizationName: organization.name,
    timeZone: organization.timeZone,
    since: String(alarm['since']),
    reason: alarm['reason'] as string | null,
    lastBackup: (system?.['lastBackup'] as string | null | undefined) ?? null,
    dueAt: alarm['dueAt'] as string | null,
    addedAt: String(alarm['addedAt']),
    now: unit.now,
    askedName: await askedBefore(unit, row),
    takenBy: taker && taker.id !== row['user'] ? taker.name : null,
    takenAt: alarm['acknowledgedAt'] as string | null,
    waitedMinutes: Math.floor((Date.parse(unit.now) - Date.parse(String(alarm['createdAt']))) / MINUTE),
    ...(system?.['lastBackupSize'] === null || system === undefined
      ? {}
      : { sizeBytes: Number(system['lastBackupSize']) }),
  };
}
