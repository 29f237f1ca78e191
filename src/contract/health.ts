// The health of a system, told from its moments; shared by the server and the browser, so it imports nothing.

/** Worst first; `unwatched` is neither good nor bad and is never shown as ok. */
export type Health = 'failed' | 'notBackedup' | 'overdue' | 'late' | 'ok' | 'unwatched';

/** What health follows from. Instants are ISO strings with Z. */
export interface Moments {
  active: boolean;
  /** Has a schedule; then `dueAt` and `alarmAt` are set. */
  scheduled: boolean;
  lastBackup: string | null;
  /** Start of the failure that no good backup has followed, else null. */
  failedAt: string | null;
  dueAt: string | null;
  alarmAt: string | null;
}

const SEVERITY: Record<Health, number> = { failed: 5, notBackedup: 4, overdue: 3, late: 2, ok: 1, unwatched: 0 };

/** A deadline that is missing or unreadable counts as passed: it must never read as fine. */
function passed(deadline: string | null, now: string): boolean {
  return deadline === null || !(Date.parse(now) <= Date.parse(deadline));
}

/**
 * The first rule that holds, from the top:
 * inactive: unwatched; failure not followed by a good backup: failed; no schedule: unwatched;
 * never a good backup and now > due: notBackedup; now > alarm: overdue; now > due: late; else ok.
 * A system that waits for its first backup and is not yet due is `ok` with `lastBackup` null: the screens word it
 * "Waiting for its first backup".
 */
export function healthAt(m: Moments, now: string): Health {
  if (!m.active) return 'unwatched';
  if (m.failedAt !== null) return 'failed';
  if (!m.scheduled) return 'unwatched';
  if (m.lastBackup === null) return passed(m.dueAt, now) ? 'notBackedup' : 'ok';
  if (passed(m.alarmAt, now)) return 'overdue';
  return passed(m.dueAt, now) ? 'late' : 'ok';
}

/**
 * The last instant, `now` or later, of the present health: one millisecond after it health is another, without any
 * new input. Null when time alone changes nothing. A timer set for it must look again after it, not at it.
 */
export function nextMoment(m: Moments, now: string): string | null {
  const health = healthAt(m, now);
  if (health === 'ok') return m.dueAt;
  return health === 'late' ? m.alarmAt : null;
}

/** Whether this health raises an alarm (late is shown, not alarmed). */
export function isTrouble(health: Health): boolean {
  return SEVERITY[health] > SEVERITY.late;
}

/** 5 (failed) down to 0 (unwatched). */
export function severity(health: Health): number {
  return SEVERITY[health];
}

/** The worst of the list; `unwatched` when there is nothing in it. */
export function worst(list: Iterable<Health>): Health {
  let found: Health = 'unwatched';
  for (const health of list) if (SEVERITY[health] > SEVERITY[found]) found = health;
  return found;
}
