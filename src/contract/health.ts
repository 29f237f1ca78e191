// The health of a system, computed from its instants. Imports nothing: server and browser share it.

/** Worst first; `unwatched` is neither good nor bad and never shown as ok. */
export type Health = 'failed' | 'notBackedup' | 'overdue' | 'late' | 'ok' | 'unwatched';

/** Inputs of health. Instants are ISO strings with Z. */
export interface Moments {
  active: boolean;
  /** With a schedule `dueAt` and `alarmAt` are set. */
  scheduled: boolean;
  lastBackup: string | null;
  /** Begin of a failure without a later good backup, else null. */
  failedAt: string | null;
  dueAt: string | null;
  alarmAt: string | null;
}

const SEVERITY: Record<Health, number> = { failed: 5, notBackedup: 4, overdue: 3, late: 2, ok: 1, unwatched: 0 };

/** A missing or invalid deadline counts as passed: it must never appear as healthy. */
function passed(deadline: string | null, now: string): boolean {
  return deadline === null || !(Date.parse(now) <= Date.parse(deadline));
}

/**
 * Returns the health by the first rule that holds:
 * inactive: unwatched; failure not followed by a good backup: failed; no schedule: unwatched;
 * never a good backup and now > due: notBackedup; now > alarm: overdue; now > due: late; else ok.
 * A system before its first deadline is `ok` with `lastBackup` null; screens show it as waiting for its first backup.
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
 * Returns the last instant (>= `now`) at which the current health holds; null if time alone does not change it.
 * A timer must evaluate after this instant, not at it.
 */
export function nextMoment(m: Moments, now: string): string | null {
  const health = healthAt(m, now);
  if (health === 'ok') return m.dueAt;
  return health === 'late' ? m.alarmAt : null;
}

/** Returns whether this health raises an alarm; `late` does not. */
export function isTrouble(health: Health): boolean {
  return SEVERITY[health] > SEVERITY.late;
}

/** Returns 5 (failed) down to 0 (unwatched). */
export function severity(health: Health): number {
  return SEVERITY[health];
}

/** Returns the worst health of the list; `unwatched` for an empty list. */
export function worst(list: Iterable<Health>): Health {
  let found: Health = 'unwatched';
  for (const health of list) if (SEVERITY[health] > SEVERITY[found]) found = health;
  return found;
}
