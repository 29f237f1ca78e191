// Step 2: the system, with its kind and content; the schedule that stands ready finishes step 3 as well.
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { FieldRows } from '#app/ui/form/field-rows.tsx';
import { formFields } from '#app/ui/form/form-fields.tsx';
import { api } from '#app/api/client.ts';
import { Unanswered } from '#app/features/shell/query-state.tsx';
import { FollowedRow } from '#app/features/system-settings/followed-row.tsx';
import { type SystemValues, systemKind } from '#app/features/system-settings/system-form.ts';
import { contentOptions, kindOptions, methodOptions } from '#app/features/system-settings/system-labels.ts';
import * as m from '#text/messages.js';
import { StepForm } from './step-form.tsx';
import { StepPage } from './step-page.tsx';
import type { FirstStepsState } from './use-first-steps.ts';

const Field = formFields<SystemValues>();
const shared = { where: { organization: null }, sort: 'createdAt ASC', limit: 10 };

/** The one that expects a backup each day stands ready; else the first one. */
const usual = <T extends { intervalUnit: string }>(rows: readonly T[] = []): T | undefined =>
  rows.find(({ intervalUnit }) => intervalUnit === 'Days') ?? rows[0];

type Organization = NonNullable<FirstStepsState['organization']>;

/** The first system of the organization. */
export function StepSystem({ organization }: { organization: Organization }) {
  const schedules = useQuery(api.schedule.list.queryOptions(shared));
  const retentions = useQuery(api.retention.list.queryOptions(shared));
  const { id, name } = organization;
  const [schedule, retention] = [usual(schedules.data?.rows), retentions.data?.rows[0]];
  const ready = schedules.data !== undefined && retentions.data !== undefined;
  const initial = useMemo((): SystemValues | null => {
    if (!ready) return null;
    const choice = (row: { id: string; name: string } | undefined) => (row ? { id: row.id, name: row.name } : null);
    return {
      ...systemKind.initial,
      organization: { id, name },
      schedule: choice(schedule),
      retention: choice(retention),
    };
  }, [ready, id, name, schedule, retention]);
  const texts = {
    step: 'system' as const,
    title: m.firstrun_add_system(),
    line: m.firstrun_system_line({ organization: name }),
  };
  if (initial === null)
    return (
      <StepPage {...texts} primary={null}>
        <Unanswered title={m.firstrun_not_loaded()} query={schedules.data === undefined ? schedules : retentions} />
      </StepPage>
    );
  return (
    <StepForm {...texts} kind={systemKind} initial={initial} next="report">
      <Field.Text name="name" maxLength={200} autoComplete="off" />
      <FieldRows>
        <Field.Check name="autoAssignName" hint={m.systemform_auto_name_hint()} />
        <Field.Picker name="kind" options={kindOptions()} />
        <Field.Picker name="backupContent" options={contentOptions()} />
        <Field.Own
          name="schedule"
          render={(field) => (
            <FollowedRow {...field} hint={m.firstrun_schedule_hint()} noun="schedule" organizationId={id} />
          )}
        />
        <Field.Own
          name="retention"
          render={(field) => <FollowedRow {...field} noun="retention" organizationId={id} />}
        />
      </FieldRows>
      <Field.Choice name="backupMethod" options={methodOptions()} />
      <p className="px-4 pb-4 text-text3">{m.firstrun_rest_later()}</p>
    </StepForm>
  );
}
