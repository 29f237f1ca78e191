// The sheet that adds a system: name, organization, schedule. All other attributes are in its settings.
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { Button } from '#app/ui/primitives/button.tsx';
import { SelectField, TextField } from '#app/ui/form/field.tsx';
import { FormErrorSummary } from '#app/ui/form/form-error.tsx';
import { useCloseThen } from '#app/ui/sheet/sheet-context.ts';
import { Sheet } from '#app/ui/sheet/sheet.tsx';
import { api } from '#app/api/client.ts';
import { errorMessage } from '#app/api/error-messages.ts';
import { flash } from '#app/device/flash.ts';
import { useCan } from '#app/auth/me.ts';
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
  const organizations = useQuery({
    ...api.organization.list.queryOptions(every),
    enabled: useCan('organization.read'),
  });
  const schedules = useQuery({ ...api.schedule.list.queryOptions(every), enabled: useCan('schedule.read') });
  const [name, setName] = useState('');
  const [organization, setOrganization] = useState('');
  const [schedule, setSchedule] = useState('');
  const [result, setResult] = useState<{ errors: { field?: string; text: string }[]; attempt: number; busy: boolean }>({
    errors: [],
    attempt: 0,
    busy: false,
  });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const errors = [
      ...(name.trim() === '' ? [{ field: 'new-name', text: m.systems_name_required() }] : []),
      ...(organization === '' ? [{ field: 'new-organization', text: m.systems_organization_required() }] : []),
    ];
    setResult({ errors, attempt: result.attempt + 1, busy: errors.length === 0 });
    if (errors.length > 0) return;
    try {
      const made = await api.system.create({ name, organization, schedule: schedule === '' ? null : schedule });
      closeThen(() => void navigate({ to: `/admin/system?id=${made.id}` }));
      flash('positive', m.systems_added({ system: made.name }));
    } catch (error) {
      setResult({ errors: [{ text: errorMessage(error) }], attempt: result.attempt + 1, busy: false });
    }
  };
  const errorOf = (field: string) => result.errors.find((error) => error.field === field)?.text;
  const choices = (rows: readonly { id: string; name: string }[] | undefined, none: string) => [
    { value: '', label: none },
    ...(rows ?? []).map((row) => ({ value: row.id, label: row.name })),
  ];
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <FormErrorSummary errors={result.errors} attempt={result.attempt} />
      <TextField
        id="new-name"
        label={m.systems_name()}
        error={errorOf('new-name')}
        value={name}
        onChange={setName}
        autoComplete="off"
        maxLength={200}
      />
      <SelectField
        id="new-organization"
        label={m.systems_organization()}
        error={errorOf('new-organization')}
        value={organization}
        options={choices(
          organizations.data?.rows,
          organizations.isError ? m.systems_could_not_load() : m.systems_choose(),
        )}
        onChange={setOrganization}
      />
      <SelectField
        id="new-schedule"
        label={m.systems_schedule()}
        hint={m.systems_say_unscheduled()}
        value={schedule}
        options={choices(schedules.data?.rows, m.systems_schedule_none_yet())}
        onChange={setSchedule}
      />
      <Button kind="lamp" type="submit" wide busy={result.busy}>
        {m.systems_add()}
      </Button>
    </form>
  );
}
