// The days on which backups of an orphan were made, as a row of days up to the newest one. Pure.
import { addDays, dayNumber, localDay } from '#contract/time/calendar.ts';

/** Days from `first` to `last` ("2025-11-20"); `made[i]`: a backup is left of that day. */
export interface LeftDays {
  readonly made: readonly boolean[];
  readonly first: string;
  readonly last: string;
}

/** Whole weeks up to the newest backup, at most `most` days; null without backups. */
export function leftDays(dates: readonly string[], timeZone: string, most: number): LeftDays | null {
  const days = new Set(dates.map((date) => localDay(date, timeZone)));
  const last = [...days].toSorted().at(-1);
  if (last === undefined) return null;
  const oldest = [...days].toSorted()[0] ?? last;
  const span = dayNumber(last) - dayNumber(oldest) + 1;
  const count = Math.min(most, Math.ceil(span / 7) * 7);
  const first = addDays(last, 1 - count);
  return { made: Array.from({ length: count }, (_, index) => days.has(addDays(first, index))), first, last };
}
