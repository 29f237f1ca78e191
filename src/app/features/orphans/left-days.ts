// The days on which backups of an orphan were made, as a row of days up to the newest one. Pure.
import { addDays, dayNumber, localDay } from '#contract/time/calendar.ts';

/**
 * The days of all backups: their number, the first and the last one ("2025-11-20"). `made`: those to draw, up to the last day;
 * true where a backup is left of it.
 */
export interface LeftDays {
  readonly made: readonly boolean[];
  readonly count: number;
  readonly first: string;
  readonly last: string;
}

/** Draws whole weeks up to the newest backup, at most `most` days; null without backups. */
export function leftDays(dates: readonly string[], timeZone: string, most: number): LeftDays | null {
  const days = new Set(dates.map((date) => localDay(date, timeZone)));
  const sorted = [...days].toSorted();
  const [first, last] = [sorted[0], sorted.at(-1)];
  if (first === undefined || last === undefined) return null;
  const span = dayNumber(last) - dayNumber(first) + 1;
  const drawn = Math.min(most, Math.ceil(span / 7) * 7);
  const made = Array.from({ length: drawn }, (_, index) => days.has(addDays(last, index + 1 - drawn)));
  return { made, count: days.size, first, last };
}
