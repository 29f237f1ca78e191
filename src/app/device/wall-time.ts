// The clock of a zone as the text of a date and time input, "2026-11-20T07:00", and back.
import { dayOf, instantOf } from './zone-days.ts';

const MINUTE_MS = 60_000;
const MINUTES = 60;

/** The text of an instant (epoch ms), to the minute. */
export function wallTimeOf(at: number, timeZone: string): string {
  const day = dayOf(at, timeZone);
  const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone, hourCycle: 'h23' });
  return `${day}T${clock.format(at)}`;
}

/** The instant (epoch ms) of such a text; null where it is none. */
export function instantOfWallTime(text: string, timeZone: string): number | null {
  const [, day, hours, minutes] = /^(\d{4}-\d{2}-\d{2})T(\d{2}):(\d{2})/.exec(text) ?? [];
  if (day === undefined) return null;
  const at = instantOf(day, Number(hours) + Number(minutes) / MINUTES, timeZone);
  return Number.isNaN(at) ? null : Math.round(at / MINUTE_MS) * MINUTE_MS;
}
