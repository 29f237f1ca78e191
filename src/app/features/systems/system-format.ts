// What is said of a system: its state at a moment, the mark and the word of its row, the sentence of its page.
import { type Health, healthAt } from '#contract/health.ts';
import { ageWords, clockWords, stampWords, dayWords } from '#app/ui/format.ts';
import type { MarkKind } from '#app/ui/primitives/mark.tsx';
import { alarmKinds, type AlarmKind } from '#contract/alarm-kind.ts';
import type { Answer } from '#app/api/types.ts';
import { kindLabel, markOf } from '#app/features/alarms/alarm-format.ts';

export type System = Answer<'system', 'get'>;

/** What the words need; list rows carry no more. */
export type Told = Pick<
  System,
  | 'active'
  | 'alarms'
  | 'health'
  | 'schedule'
  | 'lastBackup'
  | 'failedAt'
  | 'failedReason'
  | 'dueAt'
  | 'alarmAt'
  | 'runningSince'
  | 'reenableTime'
  | 'createdAt'
>;

export type State = Health | 'paused' | 'unscheduled' | 'waiting' | 'running';

/** Health as it is at `now` (epoch ms): an answer grows old, and a deadline may have passed since. */
export function healthOf(system: Told, now: number): Health {
  // Whether its organization is paused too only the server knows.
  if (system.health === 'unwatched') return 'unwatched';
  return healthAt({ ...system, scheduled: system.schedule !== null }, new Date(now).toISOString());
}

/** Health in the finer words of the screens. A run that goes on is told only of a system that is fine. */
export function stateOf(system: Told, now: number): State {
  const health = healthOf(system, now);
  if (health === 'unwatched') return system.active && system.schedule === null ? 'unscheduled' : 'paused';
  if (health !== 'ok' && health !== 'late') return health;
  if (system.runningSince !== null) return 'running';
  return health === 'ok' && system.lastBackup === null ? 'waiting' : health;
}

const marks: Record<State, MarkKind> = {
  failed: 'failed',
  notBackedup: 'none',
  overdue: 'overdue',
  late: 'overdue',
  ok: 'ok',
  unwatched: 'snoozed',
  paused: 'snoozed',
  unscheduled: 'snoozed',
  waiting: 'snoozed',
  running: 'running',
};

const followHealth: readonly AlarmKind[] = ['failed', 'notBackedup', 'overdue'];

/** The worst open alarm that health does not tell of; it is what the row says when the backups themselves are fine. */
function otherAlarm(system: Told, state: State): AlarmKind | undefined {
  const worst = alarmKinds.find((kind) => system.alarms.includes(kind) && !followHealth.includes(kind));
  if (worst === undefined) return undefined;
  const told = alarmKinds.indexOf(state as AlarmKind);
  return told >= 0 && told < alarmKinds.indexOf(worst) ? undefined : worst;
}

const otherWords = (kind: AlarmKind, past: boolean): string =>
  past ? `Was: ${kindLabel(kind).toLowerCase()}` : kindLabel(kind);

export interface Look {
  kind: MarkKind;
  /** Fine, taken by someone, or not alarmed: outlined. */
  hollow: boolean;
  /** "Overdue 3 h", or "Was overdue 3 h": the end of a row. */
  word: string;
}

/** The mark and the word of a row. `taken`: somebody has its alarms; `past`: only remembered. */
export function lookOf(system: Told, now: number, taken = false, past = false): Look {
  const state = stateOf(system, now);
  const other = otherAlarm(system, state);
  if (other !== undefined) return { kind: markOf(other), hollow: taken, word: otherWords(other, past) };
  const alarmed = state === 'failed' || state === 'notBackedup' || state === 'overdue';
  return { kind: marks[state], hollow: taken || !alarmed, word: wordOf(system, state, now, past) };
}

function wordOf(system: Told, state: State, now: number, past: boolean): string {
  const { lastBackup, failedAt, dueAt, reenableTime } = system;
  const overdue = past ? 'Was overdue' : 'Overdue';
  const late = past ? 'Was late' : 'Late';
  switch (state) {
    case 'failed':
      return failedAt === null ? 'Failed' : `Failed ${shortClock(failedAt, now)}`;
    case 'notBackedup':
      return 'Not backed up';
    case 'overdue':
      return dueAt === null ? overdue : `${overdue} ${shortAge(now - Date.parse(dueAt))}`;
    case 'late':
      return dueAt === null ? late : `${late} ${shortAge(now - Date.parse(dueAt))}`;
    case 'running':
      return past ? 'Was running' : 'Running';
    case 'waiting':
      return past ? 'Was waiting' : 'Waiting';
    case 'unscheduled':
      return 'No schedule';
    case 'unwatched':
    case 'paused':
      return reenableTime === null ? 'Paused' : `Paused to ${shortClock(reenableTime, now)}`;
    case 'ok':
      return `${past ? 'Was OK' : 'OK'}${lastBackup === null ? '' : ` ${shortClock(lastBackup, now)}`}`;
  }
}

/** The largest unit alone: "3 h", "9 days". */
export const shortAge = (ms: number): string => ageWords(ms).replace(/ h \d+ min$/, ' h');

/** Today "03:11", this week "Thu", else "12 Nov". */
export const shortClock = (iso: string, now: number): string => clockWords(iso, now).replace(/^([A-Z]\w\w) .*$/, '$1');

/** The state under the name of a page: "Overdue by 3 h 12 min". `past`: only remembered. */
export function headWords(system: Told, now: number, past = false): string {
  const state = stateOf(system, now);
  const other = otherAlarm(system, state);
  if (other !== undefined) return otherWords(other, past);
  const { lastBackup, failedReason, dueAt, reenableTime } = system;
  const age = dueAt === null ? '' : ` by ${ageWords(now - Date.parse(dueAt))}`;
  switch (state) {
    case 'failed':
      return failedReason ? `Failed: ${failedReason}` : 'Failed';
    case 'notBackedup':
      return lastBackup === null ? 'Never backed up' : `Not backed up for ${ageWords(now - Date.parse(lastBackup))}`;
    case 'overdue':
      return `${past ? 'Was overdue' : 'Overdue'}${age}`;
    case 'late':
      return `${past ? 'Was late' : 'Late'}${age}`;
    case 'running':
      return system.runningSince === null
        ? 'Running'
        : `${past ? 'Was running' : 'Running'}, started ${clockWords(system.runningSince, now)}`;
    case 'waiting':
      return past ? 'Was waiting for its first backup' : 'Waiting for its first backup';
    case 'unscheduled':
      return 'Not watched: no schedule';
    case 'unwatched':
    case 'paused':
      return reenableTime === null ? 'Paused' : `Paused until ${clockWords(reenableTime, now)}`;
    case 'ok':
      return lastBackup === null ? 'OK' : `${past ? 'Was backed up' : 'Backed up'} ${clockWords(lastBackup, now)}`;
  }
}

/** A sentence in pieces; `strong` ones are set bold. */
export type Piece = string | { strong: string };

// "today at 18:00", "Thu at 18:00", "on 12 Nov".
function momentWords(iso: string, now: number): string {
  const [first = '', second] = clockWords(iso, now).split(' ');
  if (second === undefined) return `today at ${first}`;
  return second.includes(':') ? `${first} at ${second}` : `on ${clockWords(iso, now)}`;
}

const moment = (iso: string): Piece => ({ strong: `${dayWords(iso)}, ${stampWords(iso).slice(-5)}` });

/** What happened, since when, and what comes next. `past`: only remembered, so nothing is said to be so now. */
export function sentenceOf(system: Told, now: number, past = false): Piece[] {
  const { lastBackup, failedAt, failedReason, dueAt, alarmAt, runningSince, reenableTime, createdAt } = system;
  const last: Piece[] =
    lastBackup === null
      ? [`No backup ${past ? 'had' : 'has'} ever arrived.`]
      : ['The last backup is of ', moment(lastBackup), '.'];
  const when = (iso: string | null) => (iso === null ? 'some time ago' : momentWords(iso, now));
  switch (stateOf(system, now)) {
    case 'failed': {
      const why = failedReason ? `: ${failedReason}` : '';
      return ['The backup failed ', ...(failedAt ? [moment(failedAt)] : []), `${why}. `, ...lastGood(lastBackup, past)];
    }
    case 'notBackedup':
      return [
        `No backup ${past ? 'had' : 'has'} ever arrived. The first one was due ${when(dueAt)}; the system was added `,
        moment(createdAt),
        '.',
      ];
    case 'overdue':
      return [
        `Nothing ${past ? 'had' : 'has'} arrived since `,
        ...(lastBackup ? [moment(lastBackup)] : []),
        `. It was due ${when(dueAt)}.`,
      ];
    case 'late':
      return [
        ...last,
        ` The next one was due ${when(dueAt)}; the alarm ${past ? 'was set for' : 'comes'} ${when(alarmAt)}.`,
      ];
    case 'running':
      return [
        `A backup ${past ? 'was' : 'is'} running since `,
        ...(runningSince ? [moment(runningSince)] : []),
        '. ',
        ...last,
      ];
    case 'waiting':
      return [
        `No backup ${past ? 'had' : 'has'} arrived yet. The first one ${past ? 'was' : 'is'} due ${when(dueAt)}.`,
      ];
    case 'unscheduled':
      return ['Without a schedule nothing tells when a backup is missing. ', ...last];
    case 'unwatched':
    case 'paused':
      return [
        reenableTime === null
          ? `Nobody ${past ? 'watched' : 'watches'} it until it is resumed. `
          : `Nobody ${past ? 'watched' : 'watches'} it until ${when(reenableTime)}. `,
        ...last,
      ];
    case 'ok':
      return [...last, dueAt === null ? '' : ` The next one ${past ? 'was' : 'is'} due ${when(dueAt)}.`];
  }
}

const lastGood = (lastBackup: string | null, past: boolean): Piece[] =>
  lastBackup === null
    ? [`No good one ${past ? 'had' : 'has'} ever arrived.`]
    : ['The last good one is of ', moment(lastBackup), '.'];

/** "Every day", "Every 2 weeks". */
export function everyWords({ intervalUnit, intervalValue }: NonNullable<System['schedule']>): string {
  const unit = intervalUnit.slice(0, -1).toLowerCase();
  return intervalValue === 1 ? `Every ${unit}` : `Every ${intervalValue} ${unit}s`;
}

const platforms: readonly (readonly [RegExp, string])[] = [
  [/^win/i, 'Windows'],
  [/^(?:darwin|mac)/i, 'macOS'],
  [/raspberry|^rpi/i, 'Raspberry Pi'],
  [/^linux/i, 'Linux'],
];

/** The platform as people call it; as it was told where it is none of the known ones. */
export const platformWords = (told: string | null): string =>
  platforms.find(([pattern]) => pattern.test(told ?? ''))?.[1] ?? told ?? '';

/** "25 ok, 1 late, 1 missed": the strip in numbers. */
export function stripCounts(strip: string): string {
  const count = (letter: string) => strip.split(letter).length - 1;
  const parts = [`${count('o')} ok`];
  if (count('l') > 0) parts.push(`${count('l')} late`);
  if (count('m') > 0) parts.push(`${count('m')} missed`);
  return parts.join(', ');
}

const cellWords: Record<string, string> = {
  o: 'backed up',
  l: 'came late',
  m: 'missed',
  '.': 'nothing was due',
  r: 'running now',
};

/** What one cell of the strip means. */
export const cellFact = (cell: string): string => cellWords[cell] ?? 'nothing was due';
