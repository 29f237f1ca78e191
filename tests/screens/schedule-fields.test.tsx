// The fields of a schedule: a figure that is not whole stays as it was typed, until the form reports it.
// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { FormContext } from '#app/ui/form/form-context.tsx';
import { useRecordForm } from '#app/ui/form/use-record-form.ts';
import { ScheduleFields } from '#app/features/schedules/schedule-fields.tsx';
import { scheduleInput, scheduleIssueText, scheduleKind } from '#app/features/schedules/schedule-form.ts';
import { validateWith } from '#app/features/shell/schema-validation.ts';
import { schedule } from '#contract/schedule.ts';

vi.mock('#app/features/shell/owner-field.tsx', async (original) => ({
  ...(await original<object>()),
  OwnerRow: () => null,
}));

const fields = scheduleKind.fields();
const save = vi.fn();

function Screen() {
  const form = useRecordForm({
    record: scheduleKind.initial,
    read: (record) => record,
    fields,
    validate: validateWith(schedule.calls.update.input),
    issueText: scheduleIssueText,
    readFailure: () => ({ issues: [], text: null }),
    toInput: (changes) => scheduleInput(changes),
    save,
  });
  return (
    <FormContext value={form}>
      <ScheduleFields id={undefined} />
      <button type="button" onClick={() => void form.submit()}>
        {'Save'}
      </button>
    </FormContext>
  );
}

afterEach(cleanup);

test.each(['hours', 'days'])('a fraction of %s stays as it was typed and is reported', async (unit) => {
  render(<Screen />);
  if (unit === 'days') fireEvent.click(screen.getAllByText(/^days$/i).at(-1)!);
  const box = () => screen.getAllByRole<HTMLInputElement>('spinbutton').at(-1)!;
  const shown = ['2', '2.', '2.2', '2.25'].map((value) => {
    fireEvent.change(box(), { target: { value } });
    return box().value;
  });
  expect(shown).toEqual(['2', '2.', '2.2', '2.25']);
  fireEvent.click(screen.getByText('Save'));
  await screen.findByText('Enter whole hours or days, up to one year.');
  expect(save).not.toHaveBeenCalled();
  fireEvent.change(box(), { target: { value: '3' } });
  expect(box().value).toBe('3');
});
