// The health of a system, computed from its instants. Imports nothing: server and browser share it.

/** All healths, worst first; `waiting` and `unwatched` are never shown as ok. */
export const healths = ['failed', 'notBackedup', 'overdue', 'late', 'waiting', 'ok', 'unwatched'] as const;

export type Health = (typeof healths)[number];

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

/** A missing or invalid deadline counts as passed: it must never appear as healthy. */
function passed(deadline: string | null, now: string): boolean {
  return deadline === null || !(Date.parse(now) <= Date.parse(deadline));
}

/**
 * Returns the health by the first rule that holds:
 * inactive: unwatched; failure not followed by a good backup: failed; no schedule: unwatched;
 * never a good backup: notBackedup if now > due, else waiting; now > alarm: overdue; now > due: late; else ok.
 */
export function healthAt(m: Moments, now: string): Health {
  if (!m.active) return 'unwatched';
  if (m.failedAt !== null) return 'failed';
  if (!m.scheduled) return 'unwatched';
  if (m.lastBackup === null) return passed(m.dueAt, now) ? 'notBackedup' : 'waiting';
  if (passed(m.alarmAt, now)) return 'overdue';
  return passed(m.dueAt, now) ? 'late' : 'ok';
}

/**
 * Returns the last instant (>= `now`) at which the current health holds; null if time alone does not change it.
 * A timer must evaluate after this instant, not at it.
 */
export function nextMoment(m: Moments, now: string): string | null {
  const health = healthAt(m, now);
  if (health === 'ok' || health === 'waiting') return m.dueAt;
  return health === 'late' ? m.alarmAt : null;
}

/** Returns whether this health raises an alarm; `late` does not. */
export function isTrouble(health: Health): boolean {
  return severity(health) > severity('late');
}

/** Returns 6 (failed) down to 0 (unwatched). */
export function severity(health: Health): number {
  return healths.length - 1 - healths.indexOf(health);
}

/** Returns the worst health of the list; `unwatched` for an empty list. */
export function worst(list: Iterable<Health>): Health {
  let found: Health = 'unwatched';
  for (const health of list) if (severity(health) > severity(found)) found = health;
  return found;
}
