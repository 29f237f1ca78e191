// A Raspberry Pi in a form: ticked and unticked again it is as before, and its address is still there.
// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { FormContext } from '#app/ui/form/form-context.tsx';
import type { FieldSpec } from '#app/ui/form/form-types.ts';
import { formFields } from '#app/ui/form/form-fields.tsx';
import { useRecordForm } from '#app/ui/form/use-record-form.ts';
import { organizationFields } from '#app/features/organizations/organization-kind.ts';
import { PiRows } from '#app/features/system-settings/pi-rows.tsx';
import { type PiClient, systemFields } from '#app/features/system-settings/system-form.ts';

const record = { pi: { has: false, mac: '' } };
const Field = formFields<{ pi: PiClient }>();

function Screen({ pi }: { pi: FieldSpec<PiClient> }) {
  const form = useRecordForm({
    record,
    read: (one: typeof record) => one,
    fields: { pi },
    validate: () => [],
    issueText: () => '',
    readFailure: () => ({ issues: [], text: null }),
    toInput: (changes) => changes,
    save: () => Promise.resolve(record),
  });
  return (
    <FormContext value={form}>
      <Field.Own name="pi" render={(field) => <PiRows {...field} />} />
      <output>{form.changes.length}</output>
    </FormContext>
  );
}

afterEach(cleanup);

test.each([
  ['a system', () => systemFields().pi],
  ['an organization', () => organizationFields().pi],
])('that of %s is unchanged once it is unticked', (_noun, pi) => {
  render(<Screen pi={pi()} />);
  const tick = () => fireEvent.click(screen.getByRole('checkbox'));
  const marks = () => [screen.getByRole('status').textContent, screen.queryAllByRole('img').length];
  tick();
  fireEvent.change(screen.getByRole('textbox'), { target: { value: 'dca632' } });
  expect(marks()).toEqual(['1', 1]);
  tick();
  expect(marks()).toEqual(['0', 0]);
  tick();
  expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('dc:a6:32');
});
