// Sixty days of one system, worked out beforehand: its backups, its strip, and the alarms that came and went.
import { addDays, dayStart, localDay } from '#contract/time/calendar.ts';
import { deadlines, type Schedule, type Scheduled } from '#contract/time/deadlines.ts';
import { beatBackup, emptyHeartbeat, settle, type Heartbeat } from '#contract/time/heartbeat.ts';
import type { AlarmKind } from '#contract/alarm-kind.ts';
import type { Timeline } from './scenarios.ts';
import type { Chance } from './random.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;
const DAYS = 60;
/** Of a thousand runs: how many do not come, come after the alarm, fail. */
const MISSED = 6;
const SLOW = 13;
const FAILED = 18;
const REASONS = [
  'Disk full on the backup volume.',
  'The share could not be reached.',
  'A file was locked by another process.',
] as const;

export interface ClosedAlarm {
  kind: AlarmKind;
  since: string;
  until: string;
  reason: string | null;
  lastBackup: string | null;
  dueAt: string | null;
}
export interface Past {
  /** Oldest first; sizes in bytes. */
  backups: { date: string; size: number }[];
  closed: ClosedAlarm[];
  heartbeat: Heartbeat;
  failedAt: string | null;
  failedReason: string | null;
}
export interface Setting {
  now: string;
  timeZone: string;
  schedule: Schedule;
  createdAt: string;
  /** Local time of the runs, HH:MM. */
  time: string;
  timeline: Timeline;
  /** Bytes of one backup. */
  size: number;
  /** The local day of an outage that prevented this system's backup, or null. */
  outage: string | null;
  chance: Chance;
}

const iso = (ms: number): string => new Date(ms).toISOString();
export const before = (now: string, minutes: number): string => iso(Date.parse(now) - minutes * MINUTE);

/** Every planned run of the last days, oldest first. */
function planned({ now, timeZone, schedule, time, timeline, chance }: Setting): string[] {
  const step = schedule.intervalValue * { Days: 1, Weeks: 7, Months: 30 }[schedule.intervalUnit];
  const anchored = timeline.plannedAgo !== undefined;
  const anchor = before(now, timeline.plannedAgo ?? 0);
  let day = localDay(anchor, timeZone);
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  const ofDay = anchored ? Date.parse(anchor) - Date.parse(dayStart(day, timeZone)) : (hours * 60 + minutes) * MINUTE;
  if (!anchored && step > 1) day = addDays(day, -chance.whole(0, step - 2));
  const runs: string[] = [];
  const oldest = Date.parse(now) - DAYS * DAY;
  for (; ; day = addDays(day, -step)) {
    const at = Date.parse(dayStart(day, timeZone)) + ofDay + (anchored ? 0 : chance.whole(0, 8) * MINUTE);
    if (at < oldest) break;
    if (at <= Date.parse(now)) runs.unshift(iso(at + chance.whole(0, 40) * 1000));
  }
  // Seconds of jitter may lead past the present.
  return runs.filter((at) => at <= now);
}

type Outcome = 'good' | 'missed' | 'slow' | 'failed';

function outcomeOf(at: string, fromEnd: number, setting: Setting): Outcome {
  const { timeline, chance, timeZone, outage } = setting;
  const silent = timeline.silent ?? 0;
  const roll = chance.whole(0, 999);
  if (fromEnd < silent) return timeline.reason && fromEnd === silent - 1 ? 'failed' : 'missed';
  if (fromEnd < silent + 2) return 'good';
  if (outage !== null && localDay(at, timeZone) === outage) return 'missed';
  if (roll < MISSED) return 'missed';
  if (roll < SLOW) return 'slow';
  return roll < FAILED ? 'failed' : 'good';
}

/** Walks through the runs as the server would have seen them. */
export function pastOf(setting: Setting): Past {
  const { timeZone, schedule, createdAt, timeline, chance } = setting;
  const stop = timeline.pausedAgo === undefined ? setting.now : before(setting.now, timeline.pausedAgo);
  const runs = timeline.bare ? [] : planned(setting).filter((at) => at <= stop);
  const past: Past = {
    backups: [],
    closed: [],
    heartbeat: emptyHeartbeat(runs[0] ?? createdAt, timeZone),
    failedAt: null,
    failedReason: null,
  };
  // Counted from the first run that is known: what was before it is nobody's lateness.
  const beating: Scheduled = { createdAt: runs[0] ?? createdAt, lastBackup: null, active: true, schedule, timeZone };
  runs.forEach((at, index) => {
    const outcome = outcomeOf(at, runs.length - 1 - index, setting);
    if (outcome === 'failed' && past.failedAt === null) {
      past.failedAt = at;
      past.failedReason =
        timeline.reason && runs.length - index <= (timeline.silent ?? 0) ? timeline.reason : chance.pick(REASONS);
    }
    const delay = outcome === 'slow' ? schedule.alarmAfter * 60 + chance.whole(20, 160) : 0;
    if (outcome === 'good' || outcome === 'slow') good(past, beating, before(at, -delay), setting);
  });
  if (timeline.pausedAgo !== undefined) past.heartbeat = settle(past.heartbeat, beating, stop);
  return past;
}

function good(past: Past, beating: Scheduled, at: string, { size, chance }: Setting): void {
  const { dueAt, alarmAt } = deadlines(beating);
  const { lastBackup } = beating;
  if (past.failedAt !== null)
    past.closed.push({ kind: 'failed', since: past.failedAt, until: at, reason: past.failedReason, lastBackup, dueAt });
  else if (lastBackup !== null && alarmAt !== null && alarmAt < at)
    past.closed.push({ kind: 'overdue', since: alarmAt, until: at, reason: null, lastBackup, dueAt });
  past.heartbeat = beatBackup(past.heartbeat, beating, at);
  past.failedAt = null;
  past.failedReason = null;
  beating.lastBackup = at;
  const grown = 1 + past.backups.length * 0.0012;
  past.backups.push({ date: at, size: Math.round(size * grown * chance.between(0.97, 1.03)) });
}
