// The order of reports: which dates count where the clocks of the sender and of the server may both be wrong.

/** What a report says of its moment, by the sender's clock. */
export interface Dated {
  /** When it happened, or the date of the backup. */
  date: string;
  /** When the report was sent; absent where the sender does not say. */
  sentAt?: string | undefined;
}

/** Clocks that differ by less count as the same: a repeated report then carries the same date. */
const SAME_MS = 60_000;

/**
 * Returns the date by the server's clock, never later than the receipt `now`. The age of a report (sent minus date) counts, not
 * the reading of the sender's clock.
 */
export function receivedDate({ date, sentAt }: Dated, now: string): string {
  const receipt = Date.parse(now);
  const isInStep = sentAt === undefined || Math.abs(Date.parse(sentAt) - receipt) <= SAME_MS;
  const at = isInStep ? Date.parse(date) : receipt - (Date.parse(sentAt) - Date.parse(date));
  return at < receipt ? new Date(at).toISOString() : now;
}

/** Returns a known date; one in the future is `now`: the clock was set back since, and it never makes a newer receipt old. */
export const knownDate = <T extends string | null>(known: T, now: string): T | string =>
  known !== null && known > now ? now : known;

/**
 * Returns whether a backup ends a failure of that date. Dates by ages differ by the time that reports are under way: one that
 * was corrected is as new within a minute.
 */
export function mends(date: string, failedDate: string, now: string, corrected: boolean): boolean {
  const latest = corrected ? new Date(Date.parse(date) + SAME_MS).toISOString() : date;
  return isNewest(latest, failedDate, now);
}

/** Returns whether two dates can be one date: corrected dates differ by the transit times of their reports. */
export const isSameMoment = (one: string, other: string): boolean =>
  Math.abs(Date.parse(one) - Date.parse(other)) <= SAME_MS;

/** Returns whether a received date is at least as new as the known one. */
export function isNewest(date: string, known: string | null, now: string): boolean {
  const last = knownDate(known, now);
  return last === null || date >= last;
}
