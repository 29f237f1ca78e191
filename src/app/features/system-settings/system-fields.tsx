// The fields of a system: the common ones in sight, the advanced ones folded.
import { useQuery } from '@tanstack/react-query';
import { SectionTitle } from '#app/ui/layout/rows.tsx';
import { FieldRows } from '#app/ui/form/field-rows.tsx';
import { formFields } from '#app/ui/form/form-fields.tsx';
import { useFormContext } from '#app/ui/form/form-context.tsx';
import { useThrottled } from '#app/ui/hooks/use-throttled.ts';
import { api } from '#app/api/client.ts';
import { OrganizationRow } from '#app/features/organizations/organization-picker.tsx';
import * as m from '#text/messages.js';
import { AdvancedFields } from './advanced-fields.tsx';
import { FollowedRow } from './followed-row.tsx';
import { MonitoringRows } from './monitoring-rows.tsx';
import type { SystemValues } from './system-form.ts';
import { contentOptions, kindOptions, methodOptions } from './system-labels.ts';

const Field = formFields<SystemValues>();
const SEARCH_MS = 400;

/** Every field of the form. Without an id: of a new system. */
export function SystemFields({ id }: { id: string | undefined }) {
  const values = useFormContext().values as SystemValues;
  const organizationId = values.organization?.id ?? null;
  return (
    <div className="pt-3">
      <Field.Text name="name" maxLength={200} autoComplete="off" hint={useSameName(id, values)} />
      <FieldRows>
        <Field.Own
          name="organization"
          render={({ onChange, ...field }) => <OrganizationRow {...field} onChoose={onChange} />}
        />
        <Field.Picker name="kind" options={kindOptions()} />
        <Field.Picker name="backupContent" options={contentOptions()} />
      </FieldRows>
      <SectionTitle>{m.systemform_how()}</SectionTitle>
      <FieldRows label={m.systemform_how()}>
        <Field.Own
          name="schedule"
          render={(field) => <FollowedRow {...field} noun="schedule" organizationId={organizationId} />}
        />
        <Field.Own
          name="retention"
          render={(field) => <FollowedRow {...field} noun="retention" organizationId={organizationId} />}
        />
      </FieldRows>
      <Field.Choice name="backupMethod" options={methodOptions()} />
      <Field.Own name="monitoring" render={(field) => <MonitoringRows {...field} />} />
      <Field.TextArea name="notes" maxLength={10_000} />
      <AdvancedFields id={id} />
    </div>
  );
}

/** The warning that a system of that name exists in the organization. Equal names are allowed. */
function useSameName(id: string | undefined, { name, organization }: SystemValues): string | undefined {
  const searched = useThrottled(name.trim(), SEARCH_MS);
  const where = { organization: organization?.id ?? '', name: searched };
  const { data } = useQuery({
    ...api.system.list.queryOptions({ where, select: 'name', limit: 2 }),
    enabled: searched !== '' && organization !== null,
  });
  const isTaken = name.trim() === searched && (data?.rows ?? []).some((row) => row.id !== id);
  return isTaken && organization
    ? m.systemform_same_name({ organization: organization.name, name: searched })
    : undefined;
}
