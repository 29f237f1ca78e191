// The sheet in which a system is added: name, organization, schedule; the rest has a place in its settings.
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

const every = { sort: 'name ASC', limit: 1000 };

/** Opens over the list; leads to the new system. */
export function NewSystem({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Sheet open={open} onClose={onClose} title="New system" detail="One machine, or one application on it.">
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
  const [said, setSaid] = useState<{ faults: { field?: string; text: string }[]; attempt: number; busy: boolean }>({
    faults: [],
    attempt: 0,
    busy: false,
  });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const faults = [
      ...(name.trim() === '' ? [{ field: 'new-name', text: 'Give it a name' }] : []),
      ...(organization === '' ? [{ field: 'new-organization', text: 'Choose its organization' }] : []),
    ];
    setSaid({ faults, attempt: said.attempt + 1, busy: faults.length === 0 });
    if (faults.length > 0) return;
    try {
      const made = await api.system.create({ name, organization, schedule: schedule === '' ? null : schedule });
      closeThen(() => void navigate({ to: `/admin/system?id=${made.id}` }));
      flash('positive', `Added ${made.name}`);
    } catch (error) {
      setSaid({ faults: [{ text: errorMessage(error) }], attempt: said.attempt + 1, busy: false });
    }
  };
  const faultOf = (field: string) => said.faults.find((fault) => fault.field === field)?.text;
  const choices = (rows: readonly { id: string; name: string }[] | undefined, none: string) => [
    { value: '', label: none },
    ...(rows ?? []).map((row) => ({ value: row.id, label: row.name })),
  ];
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <FormErrorSummary errors={said.faults} attempt={said.attempt} />
      <TextField
        id="new-name"
        label="Name"
        error={faultOf('new-name')}
        value={name}
        onChange={setName}
        autoComplete="off"
        maxLength={200}
      />
      <SelectField
        id="new-organization"
        label="Organization"
        error={faultOf('new-organization')}
        value={organization}
        options={choices(organizations.data?.rows, organizations.isError ? 'Could not be loaded' : 'Choose one')}
        onChange={setOrganization}
      />
      <SelectField
        id="new-schedule"
        label="Schedule"
        hint="Without one nothing tells when a backup is missing."
        value={schedule}
        options={choices(schedules.data?.rows, 'None yet')}
        onChange={setSchedule}
      />
      <Button kind="lamp" type="submit" wide busy={said.busy}>
        Add system
      </Button>
    </form>
  );
}
