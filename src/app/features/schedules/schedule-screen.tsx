// The settings of a schedule: a form with its picture beside it, text for people who may not change it.
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useStore } from '@tanstack/react-form';
import { useMemo } from 'react';
import { FieldTexts } from '#app/ui/form/field-texts.tsx';
import { api } from '#app/api/client.ts';
import { ApiError } from '#app/api/errors.ts';
import { queryClient } from '#app/api/query-client.ts';
import type { Input } from '#app/api/types.ts';
import { useCan } from '#app/auth/me.ts';
import { flash } from '#app/device/flash.ts';
import { NotForYou, NotFound } from '#app/features/shell/error-pages.tsx';
import { FormPage, Narrow } from '#app/features/shell/form-page.tsx';
import { Unanswered } from '#app/features/shell/query-state.tsx';
import { RecordPage } from '#app/features/shell/record-page.tsx';
import { useAppForm } from '#app/features/shell/use-app-form.ts';
import { schedule as noun } from '#contract/schedule.ts';
import * as m from '#text/messages.js';
import { DeleteSchedule } from './schedule-delete.tsx';
import { ScheduleFields } from './schedule-fields.tsx';
import {
  type ScheduleValues,
  readSchedule,
  scheduleFields,
  scheduleInput,
  scheduleIssueText,
} from './schedule-form.ts';
import { SchedulePreview } from './schedule-preview.tsx';
import type { Schedule } from './schedule-text.ts';

const PARENT = '/admin/schedules';
const page = (title: string) => ({ title, steps: [{ to: PARENT, label: m.schedules_title() }], parent: PARENT });
const address = (id: string) => `/admin/schedule/settings?id=${id}`;

/** Without an id: a new schedule. Mount it anew for another one. */
export function ScheduleScreen({ id }: { id: string | undefined }) {
  return id === undefined ? <NewSchedule /> : <KnownSchedule id={id} />;
}

function NewSchedule() {
  const mayAdd = useCan('schedule.create');
  if (mayAdd) return <ScheduleForm schedule={null} />;
  return (
    <RecordPage {...page(m.schedules_new())}>
      <NotForYou />
    </RecordPage>
  );
}

function KnownSchedule({ id }: { id: string }) {
  const query = useQuery({
    ...api.schedule.get.queryOptions({ id }, { persist: true }),
    enabled: useCan('schedule.read'),
  });
  const mayChange = useCan('schedule.update');
  const { data: schedule, error } = query;
  if (error instanceof ApiError && error.status === 404) return <NotFound />;
  if (schedule && mayChange) return <ScheduleForm schedule={schedule} />;
  return (
    <RecordPage {...page(schedule?.name ?? m.schedules_title_one())}>
      {schedule ? (
        <div className={columns}>
          <Preview values={readSchedule(schedule)} schedule={schedule} />
          <FieldTexts fields={scheduleFields()} values={readSchedule(schedule)} />
        </div>
      ) : (
        <Unanswered title={m.schedules_not_loaded()} query={query} />
      )}
    </RecordPage>
  );
}

async function save(input: object, seen: Schedule | null): Promise<Schedule> {
  const saved =
    seen === null
      ? await api.schedule.create(input as Input<'schedule', 'create'>)
      : await api.schedule.update({ ...input, id: seen.id }, { ifMatch: seen.editedAt });
  queryClient.setQueryData(api.schedule.get.queryOptions({ id: saved.id }).queryKey, saved);
  flash('positive', m.schedules_saved({ name: saved.name }));
  return saved;
}

function ScheduleForm({ schedule }: { schedule: Schedule | null }) {
  const { history } = useRouter();
  const mayDelete = useCan('schedule.destroy');
  const fields = useMemo(scheduleFields, []);
  const form = useAppForm<ScheduleValues, Schedule | null>({
    id: `schedule-${schedule?.id ?? 'new'}`,
    record: schedule,
    read: readSchedule,
    fields,
    schema: schedule ? noun.calls.update.input.omit({ id: true }) : noun.calls.create.input,
    toInput: scheduleInput,
    sendsAll: schedule === null,
    issueText: scheduleIssueText,
    save,
    ...(schedule && { reload: () => api.schedule.get({ id: schedule.id }) }),
    onSaved: (saved) =>
      schedule === null && saved && history.replace(address(saved.id), undefined, { ignoreBlocker: true }),
  });
  const values = useStore(form.api.store, (state) => state.values) as unknown as ScheduleValues;
  return (
    <FormPage form={form} {...page(schedule?.name ?? m.schedules_new())} save={m.schedules_save()}>
      <div className={columns}>
        <Preview values={values} schedule={schedule} />
        <div>
          <Narrow form={form}>
            <ScheduleFields />
          </Narrow>
          {schedule && mayDelete && <DeleteSchedule schedule={schedule} />}
        </div>
      </div>
    </FormPage>
  );
}

const columns = '@min-[56rem]:grid @min-[56rem]:max-w-280 @min-[56rem]:grid-cols-2 @min-[56rem]:gap-x-6';

// Beside the fields on a desk, above them on a phone.
function Preview({ values, schedule }: { values: ScheduleValues; schedule: Schedule | null }) {
  return (
    <div className="pb-4 @min-[56rem]:order-last">
      <SchedulePreview rule={values} systems={schedule?.systems} />
    </div>
  );
}
