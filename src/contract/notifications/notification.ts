// Rules of notifications: tags, sound, lifetime, buttons and grouping. Pure and without words: the server renders those.
import type { Cause } from '../cause.ts';
import { worstFirst, type AlarmKind } from '../alarm-kind.ts';

/** The stage of an alarm that a notification is about. */
export type AlarmStage =
  | 'new'
  | 'reminder'
  | 'escalated'
  /** After the escalation, again and again: one notification for all alarms of a person. */
  | 'repeat'
  /** Nobody has it any more: its acknowledgement lapsed or was given back. */
  | 'released'
  /** For the person to whom a colleague handed it over. */
  | 'handed'
  /** For the person who has it: before it lapses, and when its snooze ends. */
  | 'held'
  | 'taken'
  | 'resolved';

/** The reason of a delivery: a stage of an alarm, or news about a device or the server. */
export type DeliveryStage = AlarmStage | 'away' | 'ended' | 'test';

/** Silent stages replace an earlier notification. They do not count as delivered or failed. */
export const silentStages: readonly DeliveryStage[] = ['taken', 'resolved'];

/** Facts about one alarm that a notification can mention. All instants are ISO with Z. */
export interface AlarmFacts {
  alarmId: string;
  kind: AlarmKind;
  /** Null for an alarm of Backwatch itself, and so is the organization. */
  systemId: string | null;
  systemName: string;
  organizationId: string | null;
  organizationName: string;
  /** The recipient's IANA zone, else the organization's; moments are written in it. */
  timeZone: string;
  /** Begin of the trouble. */
  since: string;
  reason: string | null;
  /** The cause that the server itself saw; it stands for the reason. */
  cause?: Cause;
  lastBackup: string | null;
  dueAt: string | null;
  addedAt: string;
  now: string;
  /** Bytes of the newest backup. */
  sizeBytes?: number;
  /** Bytes that are usual for this system. */
  usualBytes?: number;
  /** Next removal of old backups; mentioned when a backup has an unusual size. */
  nextPurgeAt?: string | null;
  /** Reminder and escalation: minutes without an answer. */
  waitedMinutes?: number;
  /** Escalation: name of the one person who was notified before, else null. */
  askedName?: string | null;
  /** Taken: name of the person who acknowledged it; null when that is the recipient. */
  acknowledgedBy?: string | null;
  acknowledgedAt?: string | null;
  /** Held: the acknowledgement lapses then. */
  acknowledgedUntil?: string | null;
  /** Released: name of the person who had the alarm; null when that is the recipient. */
  heldBefore?: string | null;
  /** Handed: name of the colleague who handed it over, and the note that goes along. */
  handedBy?: string | null;
  handedNote?: string | null;
}

/** Buttons of notifications. `keep` and `giveBack` act on every alarm of a group: the server stores which those are. */
export type NotificationButton = 'acknowledge' | 'keep' | 'giveBack' | 'snooze' | 'open' | 'rang';

/** Everything about a notification but its words. */
export interface NotificationPlan {
  /** A notification replaces an earlier one of the same tag on the same screen. */
  tag: string;
  /** Path within the app. */
  url: string;
  /** Null for groups, tests, notices, last messages and the server's own trouble. */
  alarmId: string | null;
  kind: AlarmKind | 'burst' | 'test' | 'notice' | 'server' | 'ended';
  /** At most two. */
  buttons: readonly NotificationButton[];
  renotify: boolean;
  requireInteraction: boolean;
  silent: boolean;
  /** Begin of the trouble in epoch milliseconds; absent from a test. */
  timestamp?: number;
  urgency: 'high' | 'normal';
  ttlSeconds: number;
  /** A push replaces one of the same source that still waits at the push service. */
  topicSource: string;
}

/** A plan with its words in one language. */
export interface RenderedNotification extends Omit<NotificationPlan, 'buttons'> {
  /** At most 32 code points. */
  title: string;
  /** At most 90 code points. */
  body: string;
  /** The worker's name of each button (`acknowledge`, `snooze`, `open`, `rang`), and its label. */
  actions: { action: string; title: string }[];
}

/** Options by recipient: privacy and permission. Default: both false. */
export interface NotificationOptions {
  /** Shows no names on the lock screen. */
  hideNames?: boolean;
  /** The recipient may read alarms but not change them: the buttons that act are left out. */
  readsOnly?: boolean;
}

/** Options of `planBurst`. Default: the tag of the organization, with a sound. */
export interface BurstOptions extends NotificationOptions {
  /** Tag of the group that this one replaces. */
  tag?: string;
  /** Replaces an earlier notification without a sound. */
  silent?: boolean;
}

/** Prefix of the tag of every group. */
export const BURST_TAG = 'burst:';

const ALARM_TTL_SECONDS = 4 * 3600;
const TEST_TTL_SECONDS = 600;
const ONE_CAUSE_COUNT = 4;
const HOME_URL = '/';
/** Own alarms are another group than those that wait. */
const HELD_TAG = `${BURST_TAG}held`;

const changesAlarms: readonly NotificationButton[] = ['acknowledge', 'keep', 'giveBack', 'snooze'];
const permitted = (buttons: readonly NotificationButton[], { readsOnly }: NotificationOptions) =>
  readsOnly ? buttons.filter((button) => !changesAlarms.includes(button)) : buttons;

/** The recipient has the alarm. */
const isOwn = (stage: AlarmStage): boolean => stage === 'held' || stage === 'handed';

function buttonsOf(kind: AlarmKind, stage: AlarmStage): readonly NotificationButton[] {
  if (silentStages.includes(stage)) return [];
  if (isOwn(stage)) return ['keep', 'giveBack'];
  const opens = stage === 'escalated' || (kind === 'sizeAnomaly' && stage === 'new');
  return ['acknowledge', opens ? 'open' : 'snooze'];
}

const staysUp = (kind: AlarmKind): boolean => kind === 'failed' || kind === 'notBackedup' || kind === 'overdue';

/** The alarm over the page of its system; one of Backwatch itself over the list of alarms. */
const urlOf = ({ systemId, alarmId }: AlarmFacts): string =>
  systemId === null
    ? `/admin/alarms?alarm=${encodeURIComponent(alarmId)}`
    : `/admin/system?id=${encodeURIComponent(systemId)}&alarm=${encodeURIComponent(alarmId)}`;

/** Plans the notification of one alarm at one stage; every stage has the same tag. */
export function planAlarm(facts: AlarmFacts, stage: AlarmStage, options: NotificationOptions = {}): NotificationPlan {
  const silent = silentStages.includes(stage);
  const tag = `alarm:${facts.alarmId}`;
  return {
    tag,
    url: urlOf(facts),
    alarmId: facts.alarmId,
    kind: facts.kind,
    buttons: permitted(buttonsOf(facts.kind, stage), options),
    renotify: !silent,
    requireInteraction: !silent && staysUp(facts.kind),
    silent,
    timestamp: Date.parse(facts.since),
    urgency: silent ? 'normal' : 'high',
    ttlSeconds: ALARM_TTL_SECONDS,
    topicSource: tag,
  };
}

/** Returns the worst alarm of each system, worst first: a person has to look at systems, not at alarms. Without one each counts. */
function worstOf(list: readonly AlarmFacts[]): AlarmFacts[] {
  const bySystem = new Map<string, AlarmFacts>();
  for (const facts of list.toSorted((a, b) => worstFirst(a.kind, b.kind))) {
    const subject = facts.systemId ?? facts.alarmId;
    if (!bySystem.has(subject)) bySystem.set(subject, facts);
  }
  return [...bySystem.values()];
}

/** One notification for several alarms, with the facts that its text needs. */
export interface BurstPlan {
  plan: NotificationPlan;
  /** The worst alarm of each system, worst first; never empty. */
  systems: readonly [AlarmFacts, ...AlarmFacts[]];
  /** New alarms of one kind in one organization, four or more: they probably have one cause. */
  hasOneCause: boolean;
}

/** Plans one notification for several alarms of one stage. Throws RangeError on an empty list. */
export function planBurst(
  list: readonly AlarmFacts[],
  options: BurstOptions = {},
  stage: AlarmStage = 'new',
): BurstPlan {
  const [first, ...rest] = worstOf(list);
  if (!first) throw new RangeError('a burst needs at least one alarm');
  const systems: BurstPlan['systems'] = [first, ...rest];
  const sameOrganization = systems.every((facts) => facts.organizationId === first.organizationId);
  const sameKind = systems.every((facts) => facts.kind === first.kind);
  const isAlike = sameOrganization && first.organizationId !== null && sameKind && systems.length >= ONE_CAUSE_COUNT;
  const organization = sameOrganization ? first.organizationId : null;
  const groupTag = isOwn(stage) ? HELD_TAG : `${BURST_TAG}${organization ?? 'all'}`;
  const tag = options.tag ?? groupTag;
  const isSilentStage = silentStages.includes(stage);
  const silent = isSilentStage || options.silent === true;
  // A text that names two of many must not acknowledge the others.
  const buttons: readonly NotificationButton[] = isOwn(stage) ? buttonsOf(first.kind, stage) : ['open'];
  const plan: NotificationPlan = {
    tag,
    url: HOME_URL,
    alarmId: null,
    kind: 'burst',
    buttons: isSilentStage ? [] : permitted(buttons, options),
    renotify: !silent,
    requireInteraction: !isSilentStage && systems.some((facts) => staysUp(facts.kind)),
    silent,
    timestamp: list.reduce((earliest, facts) => Math.min(earliest, Date.parse(facts.since)), Infinity),
    urgency: silent ? 'normal' : 'high',
    ttlSeconds: ALARM_TTL_SECONDS,
    topicSource: tag,
  };
  return { plan, systems, hasOneCause: isAlike && stage === 'new' };
}

/** Plans the test alarm that a person sends to an own device. */
export const planTest = (): NotificationPlan => ({
  tag: 'test',
  url: '/user/account?rang=1',
  alarmId: null,
  kind: 'test',
  buttons: ['rang'],
  renotify: true,
  requireInteraction: false,
  silent: false,
  urgency: 'high',
  ttlSeconds: TEST_TTL_SECONDS,
  topicSource: 'test',
});

/** Plans the last message to a device that gets no alarms any more. */
export const planEnded = (): NotificationPlan => ({
  tag: 'ended',
  url: HOME_URL,
  alarmId: null,
  kind: 'ended',
  buttons: [],
  renotify: true,
  requireInteraction: true,
  silent: false,
  urgency: 'high',
  ttlSeconds: ALARM_TTL_SECONDS,
  topicSource: 'ended',
});

/** Plans the message to administrators that no server ran for a while. Silent: nothing is left to do. */
export const planAway = (): NotificationPlan => ({
  tag: 'away',
  url: HOME_URL,
  alarmId: null,
  kind: 'notice',
  buttons: [],
  renotify: false,
  requireInteraction: false,
  silent: true,
  urgency: 'normal',
  ttlSeconds: ALARM_TTL_SECONDS,
  topicSource: 'away',
});
