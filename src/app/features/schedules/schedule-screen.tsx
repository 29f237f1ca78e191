// The settings of a schedule: its fields, and its rule as a sentence and a picture.
import { RecordScreen } from '#app/features/shell/record-screen.tsx';
import { ScheduleFields } from './schedule-fields.tsx';
import { scheduleKind } from './schedule-form.ts';
import { SchedulePreview } from './schedule-preview.tsx';

/** Without an id: a new schedule. Mount it anew for another one. */
export function ScheduleScreen({ id }: { id: string | undefined }) {
  return (
    <RecordScreen
      kind={scheduleKind}
      id={id}
      fields={<ScheduleFields />}
      renderPreview={({ values, record }) => <SchedulePreview rule={values} systems={record?.systems} />}
    />
  );
}
