// The sheet that adds a system: name, organization, schedule. All other attributes are in its settings.
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '#app/ui/primitives/button.tsx';
import { SelectField, TextField } from '#app/ui/form/field.tsx';
import { FieldRows } from '#app/ui/form/field-rows.tsx';
import { RequestFields } from '#app/ui/form/request-fields.tsx';
import { useRequestForm } from '#app/ui/form/use-request-form.ts';
import { useCloseThen } from '#app/ui/sheet/sheet-context.ts';
import { Sheet } from '#app/ui/sheet/sheet.tsx';
import { api } from '#app/api/client.ts';
import { errorMessage } from '#app/api/error-messages.ts';
import { flash } from '#app/device/flash.ts';
import { useCan } from '#app/auth/me.ts';
import { type OrganizationRef, OrganizationRow } from '#app/features/organizations/organization-picker.tsx';
import * as m from '#text/messages.js';

const every = { sort: 'name ASC', limit: 1000 };

/** Opens over the list; leads to the new system. */
export function NewSystem({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Sheet open={open} onClose={onClose} title={m.systems_new()} detail={m.systems_new_detail()}>
      <NewSystemForm />
    </Sheet>
  );
}

function NewSystemForm() {
  const navigate = useNavigate();
  const closeThen = useCloseThen();
  const [owner, setOwner] = useState<OrganizationRef | null>(null);
  const schedules = useQuery({ ...api.schedule.list.queryOptions(every), enabled: useCan('schedule.read') });
  const form = useRequestForm({
    initial: { name: '', organization: '', schedule: '' },
    validate: ({ name, organization }) => ({
      ...(name.trim() === '' && { name: m.systems_name_required() }),
      ...(organization === '' && { organization: m.systems_organization_required() }),
    }),
    send: async ({ schedule, ...values }) => {
      const made = await api.system.create({ ...values, schedule: schedule === '' ? null : schedule });
      closeThen(() => void navigate({ to: `/admin/system?id=${made.id}` }));
      flash('positive', m.systems_added({ system: made.name }));
    },
    readErrors: (error) => ({ form: errorMessage(error) }),
  });
  const choices = (rows: readonly { id: string; name: string }[] | undefined, none: string) => [
    { value: '', label: none },
    ...(rows ?? []).map((row) => ({ value: row.id, label: row.name })),
  ];
  const fits = (schedule: { organizationId: string | null }) =>
    schedule.organizationId === null || schedule.organizationId === owner?.id;
  return (
    <RequestFields form={form}>
      <TextField {...form.field('name')} label={m.systems_name()} autoComplete="off" maxLength={200} />
      <FieldRows>
        <OrganizationRow
          {...form.field('organization')}
          label={m.systems_organization()}
          value={owner}
          onChoose={(next) => {
            setOwner(next);
            form.field('organization').onChange(next?.id ?? '');
          }}
        />
      </FieldRows>
      <SelectField
        {...form.field('schedule')}
        label={m.systems_schedule()}
        hint={m.systems_say_unscheduled()}
        options={choices(schedules.data?.rows.filter(fits), m.systems_schedule_none_yet())}
      />
      <Button kind="lamp" type="submit" wide busy={form.isBusy}>
        {m.systems_add()}
      </Button>
    </RequestFields>
  );
}
