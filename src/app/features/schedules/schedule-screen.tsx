// The settings of a schedule: its fields, and its rule as a sentence and a picture.
import { CopyRow } from '#app/features/shell/owner-field.tsx';
import { RecordScreen } from '#app/features/shell/record-screen.tsx';
import { RuleTabs } from '#app/features/shell/rule-tabs.tsx';
import * as m from '#text/messages.js';
import { ScheduleFields } from './schedule-fields.tsx';
import { scheduleKind } from './schedule-form.ts';
import { SchedulePreview } from './schedule-preview.tsx';
import { type Rule, ruleOf } from './schedule-text.ts';

const isChanged = ({ interval, alarmAfter }: Rule, saved: Rule): boolean =>
  alarmAfter !== saved.alarmAfter ||
  interval.intervalUnit !== saved.interval.intervalUnit ||
  interval.intervalValue !== saved.interval.intervalValue;

const FIRST_STEP = '/getting-started?step=schedule';

/** Of the first steps: its breadcrumb and its first save lead back to the choice of a schedule. */
const firstScheduleKind: typeof scheduleKind = {
  ...scheduleKind,
  listHref: FIRST_STEP,
  hrefOf: () => FIRST_STEP,
  texts: () => ({ ...scheduleKind.texts(), list: m.firstrun_title() }),
};

/** Without an id: a new schedule, `first` for the first steps. Mount it anew for another one. */
export function ScheduleScreen({ id, first = false }: { id: string | undefined; first?: boolean }) {
  return (
    <RecordScreen
      kind={first ? firstScheduleKind : scheduleKind}
      id={id}
      tabs={id !== undefined && <RuleTabs noun="schedule" kind={scheduleKind} id={id} />}
      fields={<ScheduleFields id={id} />}
      renderReadOnly={(record) => <CopyRow noun="schedule" record={record} />}
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
