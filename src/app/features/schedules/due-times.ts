// The next due times of a rule, each with its alarm. Pure.
import { deadlines } from '#contract/time/deadlines.ts';
import { type Rule, isRule } from './schedule-text.ts';

/** Two instants. */
export interface DueTime {
  dueAt: string;
  alarmAt: string;
}

/**
 * Three due times after a backup at `from`: each next one counts from a backup that arrived when it was due.
 * Empty where the values are no rule.
 */
export function nextThree(rule: Rule, from: string, timeZone: string): DueTime[] {
  if (!isRule(rule)) return [];
  const found: DueTime[] = [];
  let lastBackup = from;
  while (found.length < 3) {
    const schedule = { ...rule.interval, alarmAfter: rule.alarmAfter };
    const { dueAt, alarmAt } = deadlines({ createdAt: from, lastBackup, active: true, schedule, timeZone });
    if (dueAt === null || alarmAt === null) break;
    found.push({ dueAt, alarmAt });
    lastBackup = dueAt;
  }
  return found;
}

/**
 * The moment that due times count from: the last backup, as long as the next one is not due, else `now`. A backup that is
 * late moves all times after it.
 */
export function startOf(rule: Rule, lastBackup: string | null, now: string, timeZone: string): string {
  const [next] = lastBackup === null ? [] : nextThree(rule, lastBackup, timeZone);
  return lastBackup !== null && next !== undefined && next.dueAt > now ? lastBackup : now;
}

/** The share of the first interval that passes before the alarm; at least 0. */
export function waitingShare(times: readonly DueTime[], from: string): number {
  const [first] = times;
  if (!first) return 0;
  const [start, due, alarm] = [from, first.dueAt, first.alarmAt].map((at) => Date.parse(at)) as [
    number,
    number,
    number,
  ];
  return due > start ? (alarm - due) / (due - start) : 0;
}
