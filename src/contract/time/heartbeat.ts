// The heartbeat of a system: one letter for each of its last days, stored with the system and drawn as its strip.
import { dayName, dayNumber, dueDays, localDay, localDayNumber } from './calendar.ts';
import { deadlines, type Scheduled } from './deadlines.ts';

/**
 * Up to 40 days, oldest first; the last one is the local day `day` ('YYYY-MM-DD').
 * o = backed up, l = its first backup came after the alarm, m = a deadline passed that day and no backup came,
 * . = nothing was due.
 */
export interface Heartbeat {
  cells: string;
  day: string;
}

/** State of the system before the event. */
export type Beating = Scheduled;

const MOST_DAYS = 40;

/** Returns the heartbeat of a system on the day of its creation. */
export function emptyHeartbeat(createdAt: string, timeZone: string): Heartbeat {
  return { cells: '.', day: localDay(createdAt, timeZone) };
}

/**
 * Extends the heartbeat to the local day of `now` and marks the deadlines that passed. Earlier days never change.
 * Call it before `active`, the schedule or the zone changes, or days that were not due then become missed.
 */
export function settle(heartbeat: Heartbeat, beating: Beating, now: string): Heartbeat {
  const last = dayNumber(heartbeat.day);
  const today = localDayNumber(now, beating.timeZone);
  if (today < last) return heartbeat;
  const cells = broughtTo(today, last, heartbeat.cells, beating, now);
  return { cells, day: today === last ? heartbeat.day : dayName(today) };
}

/** Extends letters that end on the day number `last` to the day number `today`. */
function broughtTo(today: number, last: number, stored: string, beating: Beating, now: string): string {
  const { active, schedule, timeZone, lastBackup, createdAt } = beating;
  const letters = (stored + '.'.repeat(Math.min(MOST_DAYS, today - last))).slice(-MOST_DAYS);
  if (!active || !schedule) return letters;
  const oldest = Math.max(last, today - letters.length + 1);
  const due = dueDays(lastBackup ?? createdAt, schedule, timeZone, oldest, now);
  if (due.length === 0) return letters;
  const cells = letters.split('');
  for (const day of due) {
    const index = cells.length - 1 - (today - day);
    if (cells[index] === '.') cells[index] = 'm';
  }
  return cells.join('');
}

/**
 * Returns the heartbeat after a good backup at the instant `at`, which must not be in the future.
 * The first backup of a day decides its letter. A backup older than 40 days changes nothing.
 */
export function beatBackup(heartbeat: Heartbeat, beating: Beating, at: string): Heartbeat {
  const settled = settle(heartbeat, beating, at);
  const ago = dayNumber(settled.day) - localDayNumber(at, beating.timeZone);
  if (ago >= MOST_DAYS) return settled;
  const cells = settled.cells.padStart(ago + 1, '.').split('');
  const index = cells.length - 1 - ago;
  if (cells[index] === 'o' || cells[index] === 'l') return settled;
  const { alarmAt } = deadlines(beating);
  const late = alarmAt !== null && Date.parse(at) > Date.parse(alarmAt);
  cells[index] = late ? 'l' : 'o';
  return { cells: cells.join(''), day: settled.day };
}

/** Returns exactly `days` letters that end on the local day of `now`; unknown days are '.'. */
export function stripAt({ cells, day }: Heartbeat, beating: Beating, now: string, days = 28): string {
  const last = dayNumber(day);
  const today = localDayNumber(now, beating.timeZone);
  const known =
    today < last
      ? cells.slice(0, Math.max(0, cells.length - (last - today)))
      : broughtTo(today, last, cells, beating, now);
  const strip = known.padStart(days, '.');
  return strip.slice(strip.length - days);
}
