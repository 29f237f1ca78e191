// The lapse of an acknowledgement: after some hours, or earlier when the next backup is due by the rhythm of the schedule.
import { addInterval, shifted, type Interval } from './calendar.ts';
import type { Scheduled } from './deadlines.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** The person who acknowledged has the alarm for at least this long, ms. */
const SHORTEST = HOUR;
/** The person is asked this long before the lapse, ms. */
const ASK_BEFORE = 15 * 60_000;

/** Longest time between two due instants, ms; a day of a clock change has 25 hours. */
function longest({ intervalUnit, intervalValue }: Interval): number {
  const days = { Days: 1, Weeks: 7, Months: 31 }[intervalUnit];
  return intervalValue * days * DAY + HOUR;
}

/** Returns the first due instant at or after `from`, counted from the newest good backup, else from the creation. */
function nextDue({ createdAt, lastBackup, schedule, timeZone }: Scheduled, from: string): string | null {
  if (!schedule) return null;
  const start = lastBackup ?? createdAt;
  const passed = Date.parse(from) - Date.parse(start);
  let times = Math.max(1, Math.floor(passed / longest(schedule)));
  let due = addInterval(start, schedule, timeZone, times);
  while (due < from) due = addInterval(start, schedule, timeZone, (times += 1));
  return due;
}

/**
 * Returns the instant until which an acknowledgement given `at` holds; null for a setting of 0 hours: it never lapses.
 * `scheduled` is null for an alarm without a system.
 */
export function acknowledgedUntil(at: string, lapseAfterHours: number, scheduled: Scheduled | null): string | null {
  if (lapseAfterHours === 0) return null;
  const latest = shifted(at, lapseAfterHours * HOUR);
  const due = scheduled?.active ? nextDue(scheduled, shifted(at, SHORTEST)) : null;
  return due !== null && due < latest ? due : latest;
}

/** Returns the instant at which the person who acknowledged is asked whether to keep the alarm. */
export const askedAt = (until: string): string => shifted(until, -ASK_BEFORE);
