// The date of a backup: which dates are refused, and which moment a reported one counts for.
import type { Call } from '#contract/define.ts';
import { badInput } from '#contract/errors.ts';
import { receivedDate, type Dated } from '#contract/time/receipt.ts';
import { invalidField } from '#server/pipeline/errors.ts';

const FUTURE_MS = 26 * 3_600_000;
const EARLIEST = '1970-01-01T00:00:00.000Z';
/**
 * A date far ahead would keep a dead system looking fine for as long: it is refused. So is one that no calendar here reaches.
 *
 * @param call whose input it is: it says by which word it is refused
 */
export function assertDate(call: Call, now: string, date: string, field: 'date' | 'at' = 'date'): void {
  const ahead = Date.parse(date) - Date.parse(now) > FUTURE_MS;
  if (!ahead && date >= EARLIEST) return;
  throw invalidField(badInput(call), field, `must not be ${ahead ? 'in the future' : 'before 1970'}`);
}

/** The date of a backup by the server's clock. An age that reaches before 1970 stays an age: such a backup is never new. */
export function backupDate(now: string, dated: Dated): string {
  const date = receivedDate(dated, now);
  return date < EARLIEST ? EARLIEST : date;
}

/**
 * The moment by the clock of the server that a report counts for, whatever the sender's clock: now, if that one is far
 * off.
 */
export function believed(now: string, dated: Dated): string {
  const date = receivedDate(dated, now);
  return date < EARLIEST ? now : date;
}
