// The words and options of every notification: an alarm, several at once, a test. Pure; nothing here knows how it is sent.
import { worstFirst, type AlarmKind } from '../alarm-kind.ts';
import { BODY_LENGTH, clean, cutMiddle, length, momentOf, titleOf } from './notification-text.ts';
import { alarmWording, takerOf, verbsOf } from './notification-wording.ts';
import type { Wording } from './notification-wording.ts';

export type AlarmStage = 'new' | 'reminder' | 'escalated' | 'taken' | 'resolved';
/** They only take the place of what rang: nobody is reached by them, and nobody misses them. */
export const silentStages: readonly string[] = ['taken', 'resolved'] satisfies AlarmStage[];

/** All instants are ISO with Z; they are told in `timeZone`, relative to `now`. */
export interface AlarmFacts {
  alarmId: string;
  kind: AlarmKind;
  systemId: string;
  systemName: string;
  organizationId: string;
  organizationName: string;
  timeZone: string;
  /** When the trouble began. */
  since: string;
  reason: string | null;
  lastBackup: string | null;
  dueAt: string | null;
  addedAt: string;
  now: string;
  /** Bytes of the newest backup. */
  sizeBytes?: number;
  /** Bytes that are usual for this system. */
  usualBytes?: number;
  /** When old backups go next; told with a backup that shrank. */
  nextPurgeAt?: string | null;
  /** Reminder and escalation: how long nobody, or `askedName`, has answered. */
  waitedMinutes?: number;
  /** Escalation: who was asked first. */
  askedName?: string | null;
  /** Taken: by whom; null where that is who reads it. */
  takenBy?: string | null;
  takenAt?: string | null;
}

export interface NotificationWords {
  /** At most 32 characters. */
  title: string;
  /** At most 90 characters. */
  body: string;
  tag: string;
  /** Path within the app. */
  url: string;
  alarmId: string | null;
  kind: AlarmKind | 'burst' | 'test';
  /** At most two: `acknowledge`, `snooze`, `open`, `call` or `rang`. */
  actions: { action: string; title: string }[];
  renotify: boolean;
  requireInteraction: boolean;
  silent: boolean;
  /** Epoch milliseconds of when the trouble began; absent from a test. */
  timestamp?: number;
  urgency: 'high' | 'normal';
  ttlSeconds: number;
  /** What waits at the push service with the same source is replaced by this. */
  topicSource: string;
}

export interface NotificationOptions {
  /** The person does not want names on the lock screen. */
  hideNames?: boolean;
  /** The person may read alarms and not act on them: no button offers it. */
  readsOnly?: boolean;
}

export interface BurstOptions extends NotificationOptions {
  /** Where it takes the place of another burst, that one's. */
  tag?: string;
  /** It only takes the place of what rang already. */
  silent?: boolean;
}

/** How the tag of every burst begins. */
export const BURST_TAG = 'burst:';

const ALARM_TTL_SECONDS = 4 * 3600;
const TEST_TTL_SECONDS = 600;
const HIDDEN_BODY = 'Open Backwatch to see which';
const ONE_CAUSE_COUNT = 4;
const SAME_MOMENT_MS = 5 * 60_000;
const ONE_CAUSE: Record<AlarmKind, string> = {
  failed: 'failed',
  notBackedup: 'not backed up',
  overdue: 'overdue',
  clientOffline: 'clients offline',
  sizeAnomaly: 'of unusual size',
  wrongContent: 'wrong content',
  storageTrouble: 'storage trouble',
};

const ACKNOWLEDGE = { action: 'acknowledge', title: 'Acknowledge' };
/** Of all that the notification counts: the server keeps which those are. */
const ACKNOWLEDGE_ALL = { action: 'acknowledge', title: 'Acknowledge all' };
const SNOOZE = { action: 'snooze', title: 'Snooze 1 h' };
const OPEN = { action: 'open', title: 'Open' };
const CALL = { action: 'call', title: 'Call' };

const WATCH_URL = '/';

const HIDDEN_TITLES: Record<AlarmStage, string> = {
  new: '1 needs you',
  reminder: 'Still waiting: 1 needs you',
  escalated: 'Now yours: 1 needs you',
  taken: '1 alarm is taken',
  resolved: '1 alarm is closed',
};

const acting: NotificationWords['actions'] = [ACKNOWLEDGE, ACKNOWLEDGE_ALL, SNOOZE];
const allowed = (actions: NotificationWords['actions'], { readsOnly }: NotificationOptions) =>
  readsOnly ? actions.filter((action) => !acting.includes(action)) : actions;

function actionsOf(kind: AlarmKind, stage: AlarmStage): NotificationWords['actions'] {
  if (silentStages.includes(stage)) return [];
  if (stage === 'escalated') return [ACKNOWLEDGE, CALL];
  return [ACKNOWLEDGE, kind === 'sizeAnomaly' && stage === 'new' ? OPEN : SNOOZE];
}

const staysUp = (kind: AlarmKind): boolean => kind === 'failed' || kind === 'notBackedup' || kind === 'overdue';

/** One alarm at one stage of its life; every stage replaces the one before it on the same screen. */
export function alarmNotification(
  facts: AlarmFacts,
  stage: AlarmStage,
  options: NotificationOptions = {},
): NotificationWords {
  const silent = silentStages.includes(stage);
  const hidden = { title: HIDDEN_TITLES[stage], body: HIDDEN_BODY };
  return {
    ...(options.hideNames ? hidden : alarmWording(facts, stage)),
    tag: `alarm:${facts.alarmId}`,
    url: `/admin/system?id=${encodeURIComponent(facts.systemId)}&alarm=${encodeURIComponent(facts.alarmId)}`,
    alarmId: facts.alarmId,
    kind: facts.kind,
    actions: allowed(actionsOf(facts.kind, stage), options),
    renotify: !silent,
    requireInteraction: !silent && staysUp(facts.kind),
    silent,
    timestamp: Date.parse(facts.since),
    urgency: silent ? 'normal' : 'high',
    ttlSeconds: ALARM_TTL_SECONDS,
    topicSource: `alarm:${facts.alarmId}`,
  };
}

/** One alarm per system, worst first: a person has systems to see to, not alarms. */
function worstOf(list: readonly AlarmFacts[]): AlarmFacts[] {
  const bySystem = new Map<string, AlarmFacts>();
  for (const facts of [...list].sort((a, b) => worstFirst(a.kind, b.kind))) {
    if (!bySystem.has(facts.systemId)) bySystem.set(facts.systemId, facts);
  }
  return [...bySystem.values()];
}

/** `ledger-01 failed, harbor-nas overdue and 3 more` within `room`, the names cut, never the verbs or the count. */
function namedOf(worst: readonly AlarmFacts[], room: number, verbOf: (facts: AlarmFacts) => string): string {
  const shown = worst.slice(0, 2);
  const more = worst.length > shown.length ? ` and ${worst.length - shown.length} more` : '';
  const comma = more === '' ? ' and ' : ', ';
  const fixed = length(shown.map(verbOf).join('') + more) + length(comma);
  const share = Math.floor((room - fixed) / shown.length);
  const names = shown.map((facts) => `${cutMiddle(clean(facts.systemName) || 'A system', share)}${verbOf(facts)}`);
  return `${names.join(comma)}${more}`;
}

function oneCauseWording(worst: readonly AlarmFacts[], first: AlarmFacts): Wording {
  const starts = worst.map((facts) => Date.parse(facts.since)).sort((a, b) => a - b);
  const [earliest, latest] = [starts[0] ?? 0, starts.at(-1) ?? 0];
  const moment = momentOf(new Date(earliest).toISOString(), first);
  const since = latest - earliest <= SAME_MOMENT_MS ? `All since ${moment}.` : `The first at ${moment}.`;
  const rest =
    first.kind === 'clientOffline'
      ? 'Probably their line, not the machines'
      : namedOf(worst, BODY_LENGTH - length(since) - 1, () => '');
  const before = `${worst.length} ${ONE_CAUSE[first.kind]} at `;
  return { title: titleOf(first.organizationName, [[before, '']]), body: `${since} ${rest}` };
}

const BURST_TITLES: Record<AlarmStage, (count: number) => string> = {
  new: (count) => `${count} ${count === 1 ? 'needs' : 'need'} you`,
  reminder: (count) => `Still waiting: ${BURST_TITLES.new(count)}`,
  escalated: (count) => `Now yours: ${BURST_TITLES.new(count)}`,
  taken: (count) => (count === 1 ? HIDDEN_TITLES.taken : `${count} alarms are taken`),
  resolved: (count) => (count === 1 ? HIDDEN_TITLES.resolved : `${count} alarms are closed`),
};

/** Says by whom where that is one person. */
function takenTitle(worst: readonly AlarmFacts[]): string {
  const [taker = '', ...others] = new Set(worst.map(takerOf));
  if (others.length > 0) return BURST_TITLES.taken(worst.length);
  return titleOf(taker, [[`${worst.length} ${worst.length === 1 ? 'alarm' : 'alarms'} taken by `, '']]);
}

function burstWording(
  worst: readonly AlarmFacts[],
  stage: AlarmStage,
  oneCause: AlarmFacts | null,
  hideNames: boolean,
): Wording {
  const title = BURST_TITLES[stage](worst.length);
  if (hideNames) return { title, body: HIDDEN_BODY };
  if (silentStages.includes(stage))
    return { title: stage === 'taken' ? takenTitle(worst) : title, body: namedOf(worst, BODY_LENGTH, () => '') };
  if (oneCause && stage === 'new') return oneCauseWording(worst, oneCause);
  return { title, body: namedOf(worst, BODY_LENGTH, (facts) => ` ${verbsOf(facts)[1]}`) };
}

/**
 * Several alarms of one stage in one. Four or more new ones of one kind at one organization are told as one cause.
 * Throws RangeError on an empty list.
 */
export function burstNotification(
  list: readonly AlarmFacts[],
  options: BurstOptions = {},
  stage: AlarmStage = 'new',
): NotificationWords {
  const worst = worstOf(list);
  const [first] = worst;
  if (!first) throw new RangeError('a burst needs at least one alarm');
  const sameOrganization = worst.every((facts) => facts.organizationId === first.organizationId);
  const alike = sameOrganization && worst.every((facts) => facts.kind === first.kind);
  const oneCause = alike && worst.length >= ONE_CAUSE_COUNT ? first : null;
  const tag = options.tag ?? `${BURST_TAG}${sameOrganization ? first.organizationId : 'all'}`;
  const needsNobody = silentStages.includes(stage);
  const silent = needsNobody || options.silent === true;
  return {
    ...burstWording(worst, stage, oneCause, options.hideNames === true),
    tag,
    url: WATCH_URL,
    alarmId: null,
    kind: 'burst',
    actions: needsNobody ? [] : allowed(oneCause ? [ACKNOWLEDGE_ALL, CALL] : [OPEN], options),
    renotify: !silent,
    requireInteraction: !needsNobody && worst.some((facts) => staysUp(facts.kind)),
    silent,
    timestamp: list.reduce((earliest, facts) => Math.min(earliest, Date.parse(facts.since)), Infinity),
    urgency: silent ? 'normal' : 'high',
    ttlSeconds: ALARM_TTL_SECONDS,
    topicSource: tag,
  };
}

/** What reaches a person who turned alarms on and wants to hear one. */
export function testNotification(): NotificationWords {
  return {
    title: 'Test alarm',
    body: 'This is what waking you looks like. Tap to confirm it rang',
    tag: 'test',
    url: '/user/account?rang=1',
    alarmId: null,
    kind: 'test',
    actions: [{ action: 'rang', title: 'It rang' }],
    renotify: true,
    requireInteraction: false,
    silent: false,
    urgency: 'high',
    ttlSeconds: TEST_TTL_SECONDS,
    topicSource: 'test',
  };
}
