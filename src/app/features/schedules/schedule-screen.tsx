// The settings of a schedule: its fields, and its rule as a sentence and a picture.
import { RecordScreen } from '#app/features/shell/record-screen.tsx';
import { RuleTabs } from '#app/features/shell/rule-tabs.tsx';
import { ScheduleFields } from './schedule-fields.tsx';
import { scheduleKind } from './schedule-form.ts';
import { SchedulePreview } from './schedule-preview.tsx';
import { type Rule, ruleOf } from './schedule-text.ts';

const isChanged = ({ interval, alarmAfter }: Rule, saved: Rule): boolean =>
  alarmAfter !== saved.alarmAfter ||
  interval.intervalUnit !== saved.interval.intervalUnit ||
  interval.intervalValue !== saved.interval.intervalValue;

/** Without an id: a new schedule. Mount it anew for another one. */
export function ScheduleScreen({ id }: { id: string | undefined }) {
  return (
    <RecordScreen
      kind={scheduleKind}
      id={id}
      tabs={id !== undefined && <RuleTabs noun="schedule" kind={scheduleKind} id={id} />}
      fields={<ScheduleFields />}
      renderPreview={({ values, record, readOnly }) => (
        <SchedulePreview
          rule={values}
          id={record?.id}
          owner={values.organization?.id ?? null}
          systems={record?.systems}
          changed={!readOnly && record && isChanged(values, ruleOf(record)) ? record.id : undefined}
        />
      )}
    />
  );
}
