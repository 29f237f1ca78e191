// Input of a form at its edges: while a new record is created, a number that the form throws away, and its buttons.
// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useLayoutEffect } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { FormContext } from '#app/ui/form/form-context.tsx';
import { formFields } from '#app/ui/form/form-fields.tsx';
import { type RecordForm, useRecordForm } from '#app/ui/form/use-record-form.ts';
import { issueText } from '#app/features/shell/issue-text.ts';

const nightly = { name: 'Nightly', every: 3 };
type Schedule = typeof nightly;

const Field = formFields<Schedule>();
const fields = { name: { label: 'Name', short: 'name' }, every: { label: 'Every', short: 'every' } };
const save = vi.fn<() => Promise<Schedule>>();
let form: RecordForm<Schedule>;

function Screen() {
  const made = useRecordForm({
    record: nightly,
    read: (record: Schedule) => record,
    fields,
    validate: () => [],
    issueText,
    readFailure: () => ({ issues: [], text: null }),
    sendsAll: true,
    toInput: (values: Schedule) => values,
    save,
  });
  useLayoutEffect(() => {
    form = made;
  });
  return (
    <FormContext value={made}>
      <Field.Text name="name" />
      <Field.Number name="every" min={1} max={9} />
    </FormContext>
  );
}

const name = () => screen.getByRole<HTMLInputElement>('textbox');
const every = () => screen.getByRole<HTMLInputElement>('spinbutton');
const type = (input: HTMLInputElement, value: string) => fireEvent.change(input, { target: { value } });

afterEach(cleanup);

test('while a new record is created nobody types what would be lost with its form', async () => {
  render(<Screen />);
  let answer: (record: Schedule) => void = () => undefined;
  save.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)));
  type(name(), 'Weekly');
  const saving = act(() => form.submit());
  type(name(), 'Weekly, east');
  expect(name().value).toBe('Weekly');
  answer({ ...nightly, name: 'Weekly' });
  await saving;
  type(name(), 'Monthly');
  expect(name().value).toBe('Monthly');
});

test.each(['', 'x'])('after Discard no field shows the number that was typed: %j', (text) => {
  render(<Screen />);
  type(every(), text);
  fireEvent.blur(every());
  expect(every().value).toBe(text);
  act(() => form.discard());
  expect(every().value).toBe('3');
});

test('a finger that scrolls changes no number, one that taps changes it once', () => {
  render(<Screen />);
  const more = screen.getByRole('button', { name: 'Increase Every' });
  const touch = { button: 0, pointerType: 'touch' };
  fireEvent.pointerDown(more, touch);
  fireEvent.pointerCancel(more, touch);
  expect(every().value).toBe('3');
  fireEvent.pointerDown(more, touch);
  fireEvent.pointerUp(more, touch);
  fireEvent.click(more, { detail: 1 });
  expect(every().value).toBe('4');
});

test('the click at the end of a hold adds no step', () => {
  vi.useFakeTimers();
  render(<Screen />);
  const more = screen.getByRole('button', { name: 'Increase Every' });
  fireEvent.pointerDown(more, { button: 0 });
  act(() => void vi.advanceTimersByTime(410));
  fireEvent.pointerUp(more);
  fireEvent.click(more, { detail: 1 });
  vi.useRealTimers();
  expect(every().value).toBe('4');
});
