// The form of a schedule: its fields, its values, what is sent, and the sentences of its own.
import type { FieldTable, FormIssue } from '#app/ui/form/form-types.ts';
import { api } from '#app/api/client.ts';
import type { Input } from '#app/api/types.ts';
import { issueText } from '#app/features/shell/issue-text.ts';
import type { Owner } from '#app/features/shell/owner-choice.tsx';
import { ownerInput, ownerSpec } from '#app/features/shell/owner-field.tsx';
import type { RecordKind } from '#app/features/shell/record-kind.ts';
import { schedule } from '#contract/schedule.ts';
import type { IntervalUnit } from '#contract/time/calendar.ts';
import * as m from '#text/messages.js';
import { type Rule, type Schedule, delayText, intervalText, ruleOf } from './schedule-text.ts';

export interface ScheduleValues extends Rule {
  name: string;
  organization: Owner;
}

const units: Record<IntervalUnit, () => string> = {
  Days: m.retentions_days,
  Weeks: m.retentions_weeks,
  Months: m.retentions_months,
};

/** "Days", "Weeks", "Months". */
export const unitText = (unit: IntervalUnit): string => units[unit]();

/** In the order of the screen. */
export const scheduleFields = (): FieldTable<ScheduleValues> => ({
  name: { label: m.forms_name(), short: m.forms_name_short() },
  interval: {
    label: m.schedules_every(),
    short: m.schedules_every_short(),
    text: intervalText,
    attributes: ['intervalUnit', 'intervalValue'],
  },
  alarmAfter: { label: m.schedules_alarm_after(), short: m.schedules_alarm_after_short(), text: delayText },
  organization: ownerSpec(),
});

const initial: ScheduleValues = {
  name: '',
  interval: { intervalUnit: 'Days', intervalValue: 1 },
  alarmAfter: 6,
  organization: null,
};

/** The values of a schedule. */
export const readSchedule = (schedule: Schedule): ScheduleValues => ({
  name: schedule.name,
  ...ruleOf(schedule),
  organization: schedule.organization,
});

type Create = Input<'schedule', 'create'>;

/** The values as the calls take them: the interval as two attributes, the organization as its id. */
export function scheduleInput(values: ScheduleValues): Create;
export function scheduleInput(changes: Partial<ScheduleValues>): Partial<Create>;
export function scheduleInput({ interval, ...rest }: Partial<ScheduleValues>): Partial<Create> {
  return { ...ownerInput(rest), ...interval };
}

/** The sentence of an issue of this form. */
export function scheduleIssueText(issue: FormIssue, label: string, name: string): string {
  if (name === 'interval') return m.schedules_interval_invalid();
  if (name === 'alarmAfter') return m.schedules_delay_invalid();
  if (name === 'name' && (issue.code === 'required' || issue.code === 'too_short')) return m.schedules_name_missing();
  return issueText(issue, label);
}

/** Schedules, as their screen needs them. */
export const scheduleKind: RecordKind<Schedule, ScheduleValues, Create, Partial<Create>> = {
  entity: schedule,
  calls: api.schedule,
  listHref: '/admin/schedules',
  hrefOf: (id) => `/admin/schedule/settings?id=${id}`,
  fields: scheduleFields,
  initial,
  read: readSchedule,
  toInput: scheduleInput,
  issueText: scheduleIssueText,
  texts: () => ({
    list: m.shell_place_schedules(),
    one: m.systems_schedule(),
    add: m.schedules_new(),
    save: m.schedules_save(),
    notLoaded: m.schedules_not_loaded(),
    remove: m.schedules_delete(),
    removeDetail: ({ systems }) =>
      systems > 0 ? m.schedules_delete_in_use({ count: systems }) : m.schedules_delete_detail(),
  }),
};
