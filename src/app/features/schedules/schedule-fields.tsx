// The fields of a schedule: its name, every how many days, weeks or months, and after how many hours or days the alarm.
import { useState } from 'react';
import { type OwnField, formFields } from '#app/ui/form/form-fields.tsx';
import { NumberField } from '#app/ui/form/other-fields.tsx';
import { Segment } from '#app/ui/primitives/segment.tsx';
import { OwnerRow } from '#app/features/shell/owner-field.tsx';
import type { Interval, IntervalUnit } from '#contract/time/calendar.ts';
import * as m from '#text/messages.js';
import { type ScheduleValues, scheduleKind, unitText } from './schedule-form.ts';

const Field = formFields<ScheduleValues>();
const MAX_INTERVAL = 1000;
const DAY_HOURS = 24;
const YEAR_HOURS = 8760;

/** Every field of the form; `id` is that of a known schedule. */
export function ScheduleFields({ id }: { id: string | undefined }) {
  return (
    <>
      <Field.Text name="name" maxLength={200} autoComplete="off" />
      <Field.Own name="interval" render={(field) => <IntervalField {...field} />} />
      <Field.Own name="alarmAfter" render={(field) => <DelayField {...field} />} />
      <Field.Own
        name="organization"
        render={(field) => <OwnerRow {...field} noun="schedule" kind={scheduleKind} ruleId={id} />}
      />
    </>
  );
}

const intervalUnits = () => (['Days', 'Weeks', 'Months'] as const).map((value) => ({ value, label: unitText(value) }));

function IntervalField({ value, onChange, ...field }: OwnField<Interval>) {
  const unit = (intervalUnit: IntervalUnit) => onChange({ ...value, intervalUnit });
  const label = m.schedules_interval_unit();
  return (
    <NumberField
      {...field}
      // A draft stores a number that is none as null.
      value={value.intervalValue ?? Number.NaN}
      onChange={(intervalValue) => onChange({ ...value, intervalValue })}
      min={1}
      max={MAX_INTERVAL}
      choice={<Segment label={label} options={intervalUnits()} value={value.intervalUnit} onChange={unit} />}
    />
  );
}

type DelayUnit = 'hours' | 'days';
const sizes: Record<DelayUnit, number> = { hours: 1, days: DAY_HOURS };

// Saved in hours. Whole days read as days, and changing the unit leaves the figure as it is. A fraction is handed on as
// it was typed, in either unit: the form reports it, and the text stays.
function DelayField({ value, onChange, ...field }: OwnField<number>) {
  const [chosen, setChosen] = useState<DelayUnit>(value > 0 && value % DAY_HOURS === 0 ? 'days' : 'hours');
  const isWhole = Number.isInteger(value);
  const unit = isWhole && value % sizes[chosen] > 0 ? 'hours' : chosen;
  const options = [
    { value: 'hours' as const, label: m.schedules_unit_hours() },
    { value: 'days' as const, label: m.retentions_days() },
  ];
  const max = Math.floor(YEAR_HOURS / sizes[unit]);
  const put = (figure: number, by: DelayUnit) => onChange(Number.isInteger(figure) ? figure * sizes[by] : figure);
  const figure = isWhole ? value / sizes[unit] : (value ?? Number.NaN);
  const choose = (next: DelayUnit) => {
    setChosen(next);
    put(Math.min(figure, Math.floor(YEAR_HOURS / sizes[next])), next);
  };
  return (
    <NumberField
      {...field}
      hint={m.schedules_alarm_after_hint()}
      value={figure}
      onChange={(next) => put(next, unit)}
      min={0}
      max={max}
      unit={unit === 'days' ? m.retentions_days() : m.schedules_unit_hours()}
      choice={<Segment label={m.schedules_delay_unit()} options={options} value={unit} onChange={choose} />}
    />
  );
}
