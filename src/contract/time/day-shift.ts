// The day shift: from 07:00 to 19:00 in a person's own time zone.
import { addDays, dayStart, localDay, shifted } from './calendar.ts';

const HOUR = 3_600_000;
const FROM_HOUR = 7;
const UNTIL_HOUR = 19;

const hourOf = (at: string, timeZone: string): number =>
  Number(new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', hourCycle: 'h23' }).format(new Date(at)));

/** Returns whether an instant is within the day shift. */
export function isDayShift(at: string, timeZone: string): boolean {
  const hour = hourOf(at, timeZone);
  return hour >= FROM_HOUR && hour < UNTIL_HOUR;
}

function startOn(day: string, timeZone: string): string {
  const guess = shifted(dayStart(day, timeZone), FROM_HOUR * HOUR);
  // On the day of a clock change seven hours after midnight is another hour.
  return shifted(guess, (FROM_HOUR - hourOf(guess, timeZone)) * HOUR);
}

/** Returns the first begin of a day shift after an instant. */
export function nextDayShift(at: string, timeZone: string): string {
  const day = localDay(at, timeZone);
  const today = startOn(day, timeZone);
  return today > at ? today : startOn(addDays(day, 1), timeZone);
}
