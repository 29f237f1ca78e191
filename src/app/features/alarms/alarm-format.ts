// What is said of an alarm: its mark, its reason, who has it, how it is sorted. The words are the design's.
import { ageWords, clockWords } from '#app/ui/format.ts';
import type { MarkKind } from '#app/ui/primitives/mark.tsx';
import { worstFirst, type AlarmKind } from '#contract/alarm-kind.ts';
import type { Answer, Rows } from '#app/api/types.ts';

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

/** The kind as a word of its own, for chips. */
export const kindWords: Record<AlarmKind, string> = {
  failed: 'Failed',
  storageTrouble: 'Storage trouble',
  wrongContent: 'Wrong content',
  notBackedup: 'Not backed up',
  overdue: 'Overdue',
  clientOffline: 'Client offline',
  sizeAnomaly: 'Odd size',
};

/** The silhouette of a kind. */
export const markOf = (kind: AlarmKind): MarkKind => marks[kind];

const isOver = (alarm: Alarm): boolean => alarm.resolvedAt !== null;
/** How long something had lasted: what is over grows no older. */
const lasting = ({ resolvedAt }: Alarm, from: string, now: number): string =>
  ageWords((resolvedAt === null ? now : Date.parse(resolvedAt)) - Date.parse(from));

/** What is wrong, in one line. `now` in epoch ms; `past`: over or only remembered, so nothing is said to be so now. */
export function reasonOf(alarm: Alarm, now: number, past = isOver(alarm)): string {
  switch (alarm.kind) {
    case 'failed':
      return alarm.reason ? `Failed: ${alarm.reason}` : 'Failed';
    case 'notBackedup':
      if (alarm.lastBackup === null)
        return `${past ? 'Had never been' : 'Never'} backed up, added ${clockWords(alarm.addedAt, now)}`;
      return `${past ? 'Was not' : 'Not'} backed up for ${lasting(alarm, alarm.lastBackup, now)}`;
    case 'overdue':
      return `${past ? 'Was overdue' : 'Overdue'} by ${lasting(alarm, alarm.dueAt ?? alarm.since, now)}`;
    case 'clientOffline':
      return `${past ? 'Client was offline' : 'Client offline'} ${lasting(alarm, alarm.since, now)}`;
    case 'sizeAnomaly':
      return alarm.reason ?? 'Size is not as usual';
    case 'wrongContent':
      return alarm.reason ? `Wrong content: ${alarm.reason}` : 'Wrong content';
    case 'storageTrouble':
      return alarm.reason ? `Storage trouble: ${alarm.reason}` : 'Storage trouble';
  }
}

/** Since when: after the organization on the third line of a row. */
export function sinceOf(alarm: Alarm, now: number): string {
  if (alarm.kind === 'overdue') return `due ${clockWords(alarm.dueAt ?? alarm.since, now)}`;
  if (alarm.kind === 'notBackedup') return `since ${clockWords(alarm.lastBackup ?? alarm.addedAt, now)}`;
  return isOver(alarm) ? `for ${lasting(alarm, alarm.since, now)}` : ageWords(now - Date.parse(alarm.since));
}

const verbs: Record<AlarmKind, string> = {
  failed: 'failed',
  storageTrouble: 'has storage trouble',
  wrongContent: 'has wrong content',
  notBackedup: 'is not backed up',
  overdue: 'is overdue',
  clientOffline: 'client is offline',
  sizeAnomaly: 'has an odd size',
};

/** "ledger-01 failed": the title of a sheet, and what is announced. */
export const titleOf = (alarm: Alarm, past = isOver(alarm)): string => {
  const verb = verbs[alarm.kind];
  return `${alarm.system.name} ${past ? verb.replace(/\bis\b/, 'was').replace(/\bhas\b/, 'had') : verb}`;
};

/** The line under that title: "Disk full, 41 min ago". */
export function detailOf(alarm: Alarm, now: number, past = isOver(alarm)): string {
  const ago = `${ageWords(now - Date.parse(alarm.since))} ago`;
  if (alarm.kind === 'overdue' || alarm.kind === 'notBackedup' || alarm.kind === 'clientOffline')
    return reasonOf(alarm, now, past);
  return alarm.reason ? `${alarm.reason.charAt(0).toUpperCase()}${alarm.reason.slice(1)}, ${ago}` : `Since ${ago}`;
}

export type Standing = 'open' | 'taken' | 'snoozed' | 'resolved';

/** Where an alarm stands at a moment. A snooze that has run out leaves it open again. */
export function standingOf(alarm: Alarm, now: number): Standing {
  if (alarm.resolvedAt !== null) return 'resolved';
  if (alarm.snoozedUntil !== null && Date.parse(alarm.snoozedUntil) > now) return 'snoozed';
  return alarm.acknowledgedAt === null ? 'open' : 'taken';
}

/** Whether it waits for somebody, or did until it was resolved. */
export const isUntaken = (alarm: Alarm, now: number): boolean =>
  standingOf({ ...alarm, resolvedAt: null }, now) === 'open';

/** What is said of an open alarm that reached nobody. */
export const unreachedWords = 'Nobody could be told';

/** "Mia, 01:44" for a taken alarm, "until 07:00" for a snoozed one, "cleared 20:56" or "closed by Mia 20:56" for a resolved one; else that it reached nobody. */
export function whoOf(alarm: Alarm, now: number, myId: string | null = null): string | undefined {
  const standing = standingOf(alarm, now);
  if (standing === 'snoozed' && alarm.snoozedUntil) return `until ${clockWords(alarm.snoozedUntil, now)}`;
  const nameOf = (who: Alarm['resolvedBy'], me: string) => (who?.id === myId ? me : firstName(who?.name ?? 'Someone'));
  if (alarm.resolvedAt !== null) {
    const how = alarm.resolvedBy ? `closed by ${nameOf(alarm.resolvedBy, 'you')}` : 'cleared';
    return `${how} ${clockWords(alarm.resolvedAt, now)}`;
  }
  if (alarm.acknowledgedAt === null) return alarm.delivery.unreached ? unreachedWords : undefined;
  return `${nameOf(alarm.acknowledgedBy, 'You')}, ${clockWords(alarm.acknowledgedAt, now)}`;
}

/** "Mia had it already, 03:10". */
export function alreadyWords(by: string | null, at: string | null, now: number): string {
  const who = firstName(by ?? 'Someone');
  return at === null ? `${who} had it already` : `${who} had it already, ${clockWords(at, now)}`;
}

const firstName = (name: string): string => name.trim().split(/\s+/)[0] ?? name;

/** Worst first, and of the same kind the oldest first. */
export const bySeverity = (a: Alarm, b: Alarm): number =>
  worstFirst(a.kind, b.kind) || (a.since + a.id < b.since + b.id ? -1 : 1);
