// The text of an alarm: mark, title, reason and owner; and the order of a list.
import type { MarkKind } from '#app/ui/primitives/mark.tsx';
import type { Answer, Rows } from '#app/api/types.ts';
import { reader } from '#app/device/reader.ts';
import { worstFirst, type AlarmKind } from '#contract/alarm-kind.ts';
import { tenseOf } from '#app/realtime/tense.ts';
import { causeText } from '#text/cause.ts';
import { firstName, formatAge, formatMoment, withoutStop } from '#text/format.ts';
import * as m from '#text/messages.js';
import { subjectOf } from './alarm-subject.ts';

export type Alarm = Answer<'alarm', 'get'>;
export type AlarmRows = Rows<Alarm>;

const marks: Record<AlarmKind, MarkKind> = {
  failed: 'failed',
  storageTrouble: 'failed',
  wrongContent: 'failed',
  notBackedup: 'none',
  overdue: 'overdue',
  clientOffline: 'offline',
  sizeAnomaly: 'size',
};

const kinds: Record<AlarmKind, () => string> = {
  failed: m.alarms_kind_failed,
  storageTrouble: m.alarms_kind_storageTrouble,
  wrongContent: m.alarms_kind_wrongContent,
  notBackedup: m.alarms_kind_notBackedup,
  overdue: m.alarms_kind_overdue,
  clientOffline: m.alarms_kind_clientOffline,
  sizeAnomaly: m.alarms_kind_sizeAnomaly,
};

/** The kind by itself, for chips: "Not backed up". */
export const kindLabel = (kind: AlarmKind): string => kinds[kind]();

/** The silhouette of a kind. */
export const markOf = (kind: AlarmKind): MarkKind => marks[kind];

const isResolved = (alarm: Alarm): boolean => alarm.resolvedAt !== null;
const moment = (iso: string, now: number): string => formatMoment(iso, now, reader());

/** The age since `from`; that of a resolved alarm ends when it was resolved. */
const durationOf = ({ resolvedAt }: Alarm, from: string, now: number): string =>
  formatAge((resolvedAt === null ? now : Date.parse(resolvedAt)) - Date.parse(from), reader());

/** The cause that the server saw, or the words of the client; null for neither. */
const givenReason = ({ cause, reason }: Alarm): string | null => {
  const text = cause ? causeText(cause, reader()) : reason;
  return text && withoutStop(text);
};

/** The trouble in one line. `now` in epoch ms; `past`: resolved or only cached, so nothing is stated as present. */
export function reasonOf(alarm: Alarm, now: number, past = isResolved(alarm)): string {
  const tense = tenseOf(past);
  const reason = givenReason(alarm);
  if (alarm.system === null) return reason ?? kindLabel(alarm.kind);
  switch (alarm.kind) {
    case 'failed':
      return reason ? m.alarms_reason_failed({ reason }) : m.alarms_kind_failed();
    case 'notBackedup':
      return alarm.lastBackup === null
        ? m.alarms_reason_neverBackedup({ date: moment(alarm.addedAt, now), tense })
        : m.alarms_reason_notBackedup({ age: durationOf(alarm, alarm.lastBackup, now), tense });
    case 'overdue':
      return m.alarms_reason_overdue({ age: durationOf(alarm, alarm.dueAt ?? alarm.since, now), tense });
    case 'clientOffline':
      return m.alarms_reason_clientOffline({ age: durationOf(alarm, alarm.since, now), tense });
    case 'sizeAnomaly':
      return reason ?? m.alarms_kind_sizeAnomaly();
    case 'wrongContent':
      return reason ? m.alarms_reason_wrongContent({ reason }) : m.alarms_kind_wrongContent();
    case 'storageTrouble':
      return reason ? m.alarms_reason_storageTrouble({ reason }) : m.alarms_kind_storageTrouble();
  }
}

/** The begin of the trouble, for the third line of a row, after the organization. */
export function sinceOf(alarm: Alarm, now: number): string {
  if (alarm.kind === 'overdue') return m.alarms_since_due({ time: moment(alarm.dueAt ?? alarm.since, now) });
  if (alarm.kind === 'notBackedup')
    return m.alarms_since_moment({ time: moment(alarm.lastBackup ?? alarm.addedAt, now) });
  const age = durationOf(alarm, alarm.since, now);
  return isResolved(alarm) ? m.alarms_since_lasted({ age }) : age;
}

const titles: Record<AlarmKind, (inputs: { system: string; tense: 'past' | 'present' }) => string> = {
  failed: m.alarms_title_failed,
  storageTrouble: m.alarms_title_storageTrouble,
  wrongContent: m.alarms_title_wrongContent,
  notBackedup: m.alarms_title_notBackedup,
  overdue: m.alarms_title_overdue,
  clientOffline: m.alarms_title_clientOffline,
  sizeAnomaly: m.alarms_title_sizeAnomaly,
};

/** The title of a sheet, also announced: "ledger-01 failed". */
export const titleOf = (alarm: Alarm, past = isResolved(alarm)): string =>
  alarm.system === null
    ? m.alarms_own_title({ kind: alarm.kind, tense: tenseOf(past) })
    : titles[alarm.kind]({ system: alarm.system.name, tense: tenseOf(past) });

/** The title of the sheet of an alarm that somebody has: "Mara has harbor-nas". */
export function heldTitleOf(alarm: Alarm, myId: string | null): string {
  const { acknowledgedBy } = alarm;
  const system = subjectOf(alarm);
  if (acknowledgedBy?.id === myId) return m.alarms_held_by_you({ system });
  return m.alarms_held_by({ name: nameFor(acknowledgedBy, myId), system });
}

/** The line under that title: "Disk full, 41 min ago". */
export function detailOf(alarm: Alarm, now: number, past = isResolved(alarm)): string {
  if (alarm.kind === 'overdue' || alarm.kind === 'notBackedup' || alarm.kind === 'clientOffline')
    return reasonOf(alarm, now, past);
  const age = formatAge(now - Date.parse(alarm.since), reader());
  const reason = givenReason(alarm);
  if (!reason) return m.alarms_detail_since({ age });
  return m.alarms_detail_ago({ reason: `${reason.charAt(0).toUpperCase()}${reason.slice(1)}`, age });
}

export type AlarmStatus = 'open' | 'acknowledged' | 'snoozed' | 'resolved';

/** The status at a moment (epoch ms). An expired snooze leaves the alarm open, or with its owner. */
export function statusOf(alarm: Alarm, now: number): AlarmStatus {
  if (alarm.resolvedAt !== null) return 'resolved';
  if (alarm.snoozedUntil !== null && Date.parse(alarm.snoozedUntil) > now) return 'snoozed';
  return alarm.acknowledgedAt === null ? 'open' : 'acknowledged';
}

/** True if nobody acknowledged or snoozed it. A resolved alarm counts as it was before. */
export const isUnclaimed = (alarm: Alarm, now: number): boolean =>
  statusOf({ ...alarm, resolvedAt: null }, now) === 'open';

/**
 * The owner of an alarm: "Mia, until 05:44" for an acknowledged one, "Mia, snoozed until 07:00", "resolved 20:56" or
 * "resolved by Mia 20:56"; for an open one that reached nobody, that sentence; else undefined.
 */
export function ownerOf(alarm: Alarm, now: number, myId: string | null = null): string | undefined {
  const status = statusOf(alarm, now);
  if (status === 'snoozed' && alarm.snoozedUntil) {
    const time = moment(alarm.snoozedUntil, now);
    const by = alarm.acknowledgedBy ?? alarm.snoozedBy;
    return by === null ? m.alarms_snoozed_until({ time }) : m.alarms_who_snoozed({ name: nameFor(by, myId), time });
  }
  if (alarm.resolvedAt !== null) {
    const time = moment(alarm.resolvedAt, now);
    const { resolvedBy } = alarm;
    if (resolvedBy === null) return m.alarms_who_resolved({ time });
    return resolvedBy.id === myId
      ? m.alarms_who_resolved_you({ time })
      : m.alarms_who_resolved_by({ name: firstName(resolvedBy.name), time });
  }
  if (alarm.acknowledgedAt === null) return alarm.delivery.unreached ? m.alarms_unreached_row() : undefined;
  const name = nameFor(alarm.acknowledgedBy, myId);
  return alarm.acknowledgedUntil === null
    ? m.alarms_who_has({ name, time: moment(alarm.acknowledgedAt, now) })
    : m.alarms_who_until({ name, time: moment(alarm.acknowledgedUntil, now) });
}

/** A person as the reader knows that person: "You", or the first name. */
export const nameFor = (person: { id: string; name: string } | null, myId: string | null): string =>
  person !== null && person.id === myId ? m.alarms_you() : firstName(person?.name ?? m.alarms_someone());

/** The answer to somebody who acknowledged second: "Mia had it already, 03:10". */
export function alreadyAcknowledged(by: string | null, at: string | null, now: number): string {
  const name = firstName(by ?? m.alarms_someone());
  return at === null ? m.alarms_already({ name }) : m.alarms_already_at({ name, time: moment(at, now) });
}

/** Worst first, and of the same kind the oldest first. */
export const bySeverity = (a: Alarm, b: Alarm): number =>
  worstFirst(a.kind, b.kind) || (a.since + a.id < b.since + b.id ? -1 : 1);
