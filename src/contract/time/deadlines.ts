// Deadlines of a schedule: the instant of the next backup, and of the alarm if it is missing.
import { addInterval, type Interval } from './calendar.ts';

/** The interval of backups; `alarmAfter` is in hours (>= 0) after the due instant. */
export interface Schedule extends Interval {
  alarmAfter: number;
}

/** Inputs of deadlines, which count from the newest good backup, else from the creation. Instants with Z. */
export interface Scheduled {
  createdAt: string;
  lastBackup: string | null;
  active: boolean;
  schedule: Schedule | null;
  timeZone: string;
}

/** Two instants, or two nulls for a system that is inactive or has no schedule. */
export interface Deadlines {
  dueAt: string | null;
  alarmAt: string | null;
}

const HOUR = 3_600_000;
const LAST = Date.parse('9999-12-30T00:00:00.000Z');

/** Returns the deadlines of the next backup; `alarmAfter` counts elapsed hours, also across a clock change. */
export function deadlines({ createdAt, lastBackup, active, schedule, timeZone }: Scheduled): Deadlines {
  if (!active || !schedule) return { dueAt: null, alarmAt: null };
  const dueAt = addInterval(lastBackup ?? createdAt, schedule, timeZone);
  const alarm = Math.round(Date.parse(dueAt) + schedule.alarmAfter * HOUR);
  return { dueAt, alarmAt: new Date(Math.min(LAST, alarm)).toISOString() };
}
