// Step 2: the system, with its kind and content; the schedule that stands ready finishes step 3 as well.
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useFormContext } from '#app/ui/form/form-context.tsx';
import { FieldFolds } from '#app/ui/form/field-fold.tsx';
import { FieldRows } from '#app/ui/form/field-rows.tsx';
import { formFields } from '#app/ui/form/form-fields.tsx';
import { api } from '#app/api/client.ts';
import { Unanswered } from '#app/features/shell/query-state.tsx';
import { FollowedRow } from '#app/features/system-settings/followed-row.tsx';
import { type SystemValues, systemKind } from '#app/features/system-settings/system-form.ts';
import {
  contentOptions,
  contractOptions,
  kindOptions,
  methodOptions,
} from '#app/features/system-settings/system-labels.ts';
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
      </FieldRows>
      <Field.Choice name="kind" options={kindOptions()} />
      <Field.Choice name="backupContent" options={contentOptions()} />
      <Field.Choice name="backupMethod" options={methodOptions()} />
      <FieldRows>
        <Field.Own
          name="schedule"
          render={(field) => (
            <FollowedRow {...field} hint={m.firstrun_schedule_hint()} noun="schedule" organizationId={id} />
          )}
        />
      </FieldRows>
      <MoreSettings organizationId={id} />
    </StepForm>
  );
}

const more = [
  'retention',
  'contractStatus',
  'projectManager',
  'server',
  'username',
  'password',
  'tempZipLocation',
  'notes',
] as const;
const plainText = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const;

function MoreSettings({ organizationId }: { organizationId: string }) {
  const { fields } = useFormContext().spec;
  const summary = more.map((name) => fields[name]?.short).join(', ');
  return (
    <FieldFolds label={m.firstrun_more()}>
      <Field.Fold
        heading="h2"
        title={m.firstrun_more()}
        names={more}
        summary={() => summary}
        help={m.firstrun_rest_later()}
      >
        <FieldRows>
          <Field.Own
            name="retention"
            render={(field) => <FollowedRow {...field} noun="retention" organizationId={organizationId} />}
          />
          <Field.Picker name="contractStatus" options={contractOptions()} />
        </FieldRows>
        <Field.Text name="projectManager" maxLength={200} autoComplete="off" />
        <Field.Text name="server" maxLength={200} {...plainText} />
        <Field.Text name="username" maxLength={200} {...plainText} />
        <Field.Secret name="password" isSet={false} maxLength={500} />
        <Field.Text name="tempZipLocation" maxLength={500} {...plainText} />
        <Field.TextArea name="notes" maxLength={10_000} />
      </Field.Fold>
    </FieldFolds>
  );
}
