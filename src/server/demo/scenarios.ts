// The last days of each scenario: when the newest run was due, and which runs did not succeed.
import type { Scenario } from './plan.ts';

const HOUR = 60;
const DAY = 24 * HOUR;

export interface Timeline {
  /** Minutes since the newest run was planned; without it, runs follow the plan's time of day. */
  plannedAgo?: number;
  /** The newest runs that brought no backup. */
  silent?: number;
  /** Why the oldest of the silent runs failed; without it they simply did not come. */
  reason?: string;
  /** Minutes since it was created, where it is younger than the history; `bare`: it never had a backup. */
  createdAgo?: number;
  bare?: true;
  /** Minutes since it was taken off the watch, and until it comes back by itself. */
  pausedAgo?: number;
  backIn?: number;
}

/** `grace` is the schedule's own, in minutes: between due and alarm. */
export function timelineOf(scenario: Scenario, grace: number): Timeline {
  switch (scenario) {
    case 'running':
      return { plannedAgo: 23 * HOUR };
    case 'late':
      return { plannedAgo: grace / 2, silent: 1 };
    case 'overdue-now':
      return { plannedAgo: grace + 6, silent: 1 };
    case 'overdue':
      return { plannedAgo: grace + 9 * HOUR, silent: 1 };
    case 'overdue-long':
      return { plannedAgo: grace + 3 * HOUR, silent: 4 };
    case 'failed':
      return { plannedAgo: 3 * HOUR + 20, silent: 1, reason: 'pg_dump: could not write to /var/backup: no space left' };
    case 'failed-twice':
      return { plannedAgo: 5 * HOUR, silent: 2, reason: 'The share \\\\pcd-nas\\backup refused the password.' };
    case 'never':
      return { createdAgo: 2 * DAY + 4 * HOUR, bare: true };
    case 'never-weekly':
      return { createdAgo: 8 * DAY + 2 * HOUR, bare: true };
    case 'waiting':
      return { createdAgo: 3 * HOUR, bare: true };
    case 'paused':
      return { pausedAgo: 3 * DAY, backIn: 2 * DAY };
    case 'inactive':
      return { pausedAgo: 20 * DAY };
    default:
      return {};
  }
}
