// The heartbeat of a system: one letter for each of its last days, kept with the system and drawn as its strip.
import { dayName, dayNumber, dueDays, localDay, localDayNumber } from './calendar.ts';
import { deadlines, type Scheduled } from './deadlines.ts';

/**
 * Up to 40 days, the oldest first, the last one being the local day `day` ('YYYY-MM-DD').
 * o = backed up, l = its first backup came after the alarm, m = a deadline passed that day and no backup came,
 * . = nothing was due.
 */
export interface Heartbeat {
  cells: string;
  day: string;
}

/** The system as it was before the event that is being told. */
export type Beating = Scheduled;

const KEPT = 40;

/** The heartbeat of a system on the day it was created. */
export function emptyHeartbeat(createdAt: string, timeZone: string): Heartbeat {
  return { cells: '.', day: localDay(createdAt, timeZone) };
}

/**
 * The heartbeat brought up to the local day of `now`, with the deadlines that have passed. Days before
 * `heartbeat.day` are settled for good, so call it before `active`, the schedule or the zone changes: what was not
 * due then does not become missed afterwards.
 */
export function settle(heartbeat: Heartbeat, beating: Beating, now: string): Heartbeat {
  const last = dayNumber(heartbeat.day);
  const today = localDayNumber(now, beating.timeZone);
  if (today < last) return heartbeat;
  const cells = broughtTo(today, last, heartbeat.cells, beating, now);
  return { cells, day: today === last ? heartbeat.day : dayName(today) };
}

/** The letters up to the day number `today`, where those kept end on the day number `last`. */
function broughtTo(today: number, last: number, kept: string, beating: Beating, now: string): string {
  const { active, schedule, timeZone, lastBackup, createdAt } = beating;
  const letters = (kept + '.'.repeat(Math.min(KEPT, today - last))).slice(-KEPT);
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
 * The heartbeat after a good backup of the instant `at`. The first backup of a day decides its letter. One of a day
 * before `heartbeat.day` changes that day alone; one older than the days kept changes nothing. The caller sees to
 * it that `at` is not in the future.
 */
export function beatBackup(heartbeat: Heartbeat, beating: Beating, at: string): Heartbeat {
  const settled = settle(heartbeat, beating, at);
  const ago = dayNumber(settled.day) - localDayNumber(at, beating.timeZone);
  if (ago >= KEPT) return settled;
  const cells = settled.cells.padStart(ago + 1, '.').split('');
  const index = cells.length - 1 - ago;
  if (cells[index] === 'o' || cells[index] === 'l') return settled;
  const { alarmAt } = deadlines(beating);
  const late = alarmAt !== null && Date.parse(at) > Date.parse(alarmAt);
  cells[index] = late ? 'l' : 'o';
  return { cells: cells.join(''), day: settled.day };
}

/** Exactly `days` letters ending on the local day of `now`; days that are not known are '.'. */
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
