// A schedule in words: its interval, the delay of its alarm, and both as one sentence.
import type { Interval } from '#contract/time/calendar.ts';
import { formatNumber } from '#text/format.ts';
import * as m from '#text/messages.js';
import type { Answer } from '#app/api/types.ts';
import { reader } from '#app/device/reader.ts';

const DAY_HOURS = 24;

export type Schedule = Answer<'schedule', 'get'>;

/** The part of a schedule that decides when something is due. */
export interface Rule {
  interval: Interval;
  /** Hours after the due instant. */
  alarmAfter: number;
}

/** The rule of a schedule. */
export const ruleOf = ({ intervalUnit, intervalValue, alarmAfter }: Schedule): Rule => ({
  interval: { intervalUnit, intervalValue },
  alarmAfter,
});

/** True for a complete rule. A rule is incomplete while a number is being typed. */
export const isRule = ({ interval, alarmAfter }: Rule): boolean =>
  Number.isInteger(interval.intervalValue) &&
  interval.intervalValue >= 1 &&
  interval.intervalValue <= 1000 &&
  Number.isInteger(alarmAfter) &&
  alarmAfter >= 0;

/** "Every day", "Every 2 weeks". */
export const intervalText = ({ intervalUnit, intervalValue }: Interval): string =>
  m.schedules_interval({ unit: intervalUnit, count: intervalValue });

/** A delay in hours: "6 h", "2 days", "3 days 4 h", "At once". */
export function delayText(hours: number): string {
  if (hours === 0) return m.schedules_at_once();
  const [days, rest] = [Math.floor(hours / DAY_HOURS), hours % DAY_HOURS];
  if (days === 0) return m.format_hours({ count: hours });
  return rest === 0 ? m.format_days({ count: days }) : m.schedules_days_hours({ count: days, hours: rest });
}

/** "Every day. Alarm 6 h after a missed one." Asks for the numbers where they are no rule. */
export function ruleSentence(rule: Rule): string {
  if (!isRule(rule)) return m.schedules_incomplete();
  const interval = intervalText(rule.interval);
  return rule.alarmAfter === 0
    ? m.schedules_sentence_at_once({ interval })
    : m.schedules_sentence({ interval, delay: delayText(rule.alarmAfter) });
}

/** "Every day, alarm after 6 h". */
export function ruleText(rule: Rule): string {
  const interval = intervalText(rule.interval);
  return rule.alarmAfter === 0
    ? m.schedules_rule_at_once({ interval })
    : m.schedules_rule({ interval, delay: delayText(rule.alarmAfter) });
}

/** "42 systems". */
export const systemsText = (count: number): string =>
  m.schedules_systems({ count, number: formatNumber(count, reader()) });
