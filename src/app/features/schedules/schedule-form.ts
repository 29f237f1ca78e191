// The form of a schedule: its fields, its values, what is sent, and the sentences of its own.
import type { FieldTable, FormIssue, Values } from '#app/ui/form/form-types.ts';
import { issueText } from '#app/features/shell/issue-text.ts';
import * as m from '#text/messages.js';
import { type Rule, type Schedule, delayText, intervalText, ruleOf } from './schedule-text.ts';

export interface ScheduleValues extends Rule {
  name: string;
}

/** In the order of the screen. */
export const scheduleFields = (): FieldTable<ScheduleValues> => ({
  name: { label: m.schedules_name(), short: m.schedules_name_short() },
  interval: {
    label: m.schedules_every(),
    short: m.schedules_every_short(),
    text: intervalText,
    attributes: ['intervalUnit', 'intervalValue'],
  },
  alarmAfter: { label: m.schedules_alarm_after(), short: m.schedules_alarm_after_short(), text: delayText },
});

const NEW: ScheduleValues = { name: '', interval: { intervalUnit: 'Days', intervalValue: 1 }, alarmAfter: 6 };

/** The values of a schedule; null is one that is not made yet. */
export const readSchedule = (schedule: Schedule | null): ScheduleValues =>
  schedule === null ? NEW : { name: schedule.name, ...ruleOf(schedule) };

/** The values as the calls take them. */
export const scheduleInput = ({ interval, ...rest }: Partial<ScheduleValues>): Values => ({ ...rest, ...interval });

/** The sentence of an issue of this form. */
export function scheduleIssueText(issue: FormIssue, label: string, name: string): string {
  if (name === 'interval') return m.schedules_interval_invalid();
  if (name === 'alarmAfter') return m.schedules_delay_invalid();
  if (name === 'name' && (issue.code === 'required' || issue.code === 'too_short')) return m.schedules_name_missing();
  return issueText(issue, label);
}
