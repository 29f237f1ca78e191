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
