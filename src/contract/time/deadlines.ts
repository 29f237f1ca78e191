// When the next backup is due by a schedule, and when its absence becomes an alarm.
import { addInterval, type Interval } from './calendar.ts';

/** How often a backup must arrive; `alarmAfter` is hours (>= 0) past due. */
export interface Schedule extends Interval {
  alarmAfter: number;
}

/** What deadlines are counted from: the newest good backup, or the creation while there is none. Instants with Z. */
export interface Scheduled {
  createdAt: string;
  lastBackup: string | null;
  active: boolean;
  schedule: Schedule | null;
  timeZone: string;
}

/** Both instants, or both null where nothing is due: inactive, or without a schedule. */
export interface Deadlines {
  dueAt: string | null;
  alarmAt: string | null;
}

const HOUR = 3_600_000;
const LAST = Date.parse('9999-12-30T00:00:00.000Z');

/** The deadlines of the next backup; `alarmAfter` is real hours, also across a clock change. */
export function deadlines({ createdAt, lastBackup, active, schedule, timeZone }: Scheduled): Deadlines {
  if (!active || !schedule) return { dueAt: null, alarmAt: null };
  const dueAt = addInterval(lastBackup ?? createdAt, schedule, timeZone);
  const alarm = Math.round(Date.parse(dueAt) + schedule.alarmAfter * HOUR);
  return { dueAt, alarmAt: new Date(Math.min(LAST, alarm)).toISOString() };
}
