// The form kit: validation after the first try, changed fields alone, live updates, conflicts, secrets and drafts.
// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useLayoutEffect } from 'react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { ChangeList } from '#app/ui/form/change-list.tsx';
import { FieldRows } from '#app/ui/form/field-rows.tsx';
import { FormContext } from '#app/ui/form/form-context.tsx';
import { formFields } from '#app/ui/form/form-fields.tsx';
import type { DraftStore, SaveFailure, StoredDraft } from '#app/ui/form/form-types.ts';
import { MergeFields } from '#app/ui/form/merge-fields.tsx';
import { type RecordForm, useRecordForm } from '#app/ui/form/use-record-form.ts';
import { validateWith } from '#app/features/shell/schema-validation.ts';
import { issueText } from '#app/features/shell/issue-text.ts';

interface Schedule {
  name: string;
  every: number;
  strict: boolean;
  key: string;
}
interface Conflicting {
  record: Schedule;
}
const nightly: Schedule = { name: 'Nightly', every: 1, strict: false, key: '' };
const validate = validateWith(
  z.partial(
    z.object({
      name: z.string().check(z.trim(), z.minLength(1)),
      every: z.int().check(z.minimum(1), z.maximum(9)),
      strict: z.boolean(),
      key: z.string(),
    }),
  ),
);
const Field = formFields<Schedule>();
const fields = {
  name: { label: 'Name', short: 'name' },
  every: { label: 'Every', short: 'every', text: (days: number) => `${days} days` },
  strict: { label: 'Strict', short: 'strict' },
  key: { label: 'Key', short: 'key', secret: true },
};
const read = (record: Schedule) => ({ ...record, key: '' });
const readFailure = (error: unknown): SaveFailure<Schedule> => {
  if (error instanceof Error) return { issues: [], text: error.message };
  const { record } = error as Conflicting;
  return { issues: [], text: null, conflict: { record, by: 'Jonas', at: null } };
};

let form: RecordForm<Schedule>;
type Save = (input: object, seen: Schedule) => Promise<Schedule>;

function Screen({ record, save, draft }: { record: Schedule; save: Save; draft?: DraftStore }) {
  const toInput = (changes: Partial<Schedule>) => changes;
  const options = { record, read, fields, validate, issueText, readFailure, toInput, save, onSaved, onAttempt };
  const made = useRecordForm({ ...options, ...(draft && { draft }) });
  useLayoutEffect(() => {
    form = made;
  });
  return (
    <FormContext value={made}>
      {made.merge ? (
        <MergeFields at={null} />
      ) : (
        <>
          <Field.Text name="name" />
          <Field.Number name="every" min={1} max={9} />
          <FieldRows>
            <Field.Check name="strict" />
          </FieldRows>
          <Field.Secret name="key" isSet />
        </>
      )}
      <output>{Object.values(made.errors).join(' ')}</output>
    </FormContext>
  );
}

const onSaved = vi.fn<(record: Schedule) => void>();
const onAttempt = vi.fn();
const saves = vi.fn<Save>((input, seen) => Promise.resolve({ ...seen, ...input }));
const show = (record = nightly, draft?: DraftStore) =>
  render(<Screen record={record} save={saves} {...(draft && { draft })} />);
const input = (label: string) => screen.getByLabelText<HTMLInputElement>(label, { selector: 'input' });
const type = (label: string, value: string) => fireEvent.change(input(label), { target: { value } });
const submit = () => act(() => form.submit());
const errors = () => screen.getByRole('status').textContent;

afterEach(() => {
  cleanup();
  saves.mockClear();
  onSaved.mockClear();
});

describe('saving', () => {
  test('sends only the changed fields, trimmed, with the record they are based on', async () => {
    show();
    type('Name', ' Nightly, east ');
    expect(form.changes.map(({ short }) => short)).toEqual(['name']);
    expect(await submit()).toBe(true);
    expect(saves.mock.calls).toEqual([[{ name: 'Nightly, east' }, nightly]]);
    expect(form.isDirty).toBe(false);
  });

  test('leads on afterwards, unless the page is left anyway', async () => {
    show();
    type('Name', 'Weekly');
    await submit();
    expect(onSaved.mock.calls).toEqual([[{ ...nightly, name: 'Weekly' }]]);
    type('Name', 'Monthly');
    expect(await act(() => form.submit(true))).toBe(true);
    expect(onSaved).toHaveBeenCalledTimes(1);
  });

  test('leaves what was typed while it ran, as a change of the saved record', async () => {
    show();
    let answer: (record: Schedule) => void = () => undefined;
    saves.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)));
    type('Name', 'Weekly');
    fireEvent.click(screen.getByLabelText('Strict'));
    const saving = submit();
    type('Name', 'Weekly, east');
    answer({ ...nightly, name: 'Weekly', strict: true });
    await saving;
    expect([input('Name').value, form.changes.length]).toEqual(['Weekly, east', 1]);
    await submit();
    expect(saves.mock.lastCall?.[0]).toEqual({ name: 'Weekly, east' });
  });

  test('without changes sends no request', async () => {
    show();
    expect(await submit()).toBe(false);
    expect(saves).not.toHaveBeenCalled();
  });

  test('tells of each try before anything is checked, so that an old success does not stand over an error', async () => {
    onAttempt.mockClear();
    show();
    type('Name', '');
    await submit();
    expect([onAttempt.mock.calls.length, saves.mock.calls.length]).toEqual([1, 0]);
  });

  test('validates after the first try, then while typing', async () => {
    show();
    type('Name', '');
    expect(errors()).toBe('');
    await submit();
    expect(saves).not.toHaveBeenCalled();
    expect(errors()).toBe('Name must not be empty.');
    expect(form.attempt).toBe(1);
    type('Name', 'N');
    expect(errors()).toBe('');
    type('Every', '12');
    expect(errors()).toBe('Every can be at most 9.');
  });

  test('shows a rejected value at its field until it changes, and may be tried again', async () => {
    show();
    type('Name', 'Weekly');
    saves.mockRejectedValueOnce(new Error('No connection.'));
    await submit();
    expect(form.failure).toBe('No connection.');
    expect(form.isDirty).toBe(true);
    expect(await submit()).toBe(true);
    expect(form.failure).toBeNull();
  });
});

describe('live updates', () => {
  test('change untouched fields and leave the typed ones', () => {
    const { rerender } = show();
    type('Name', 'Mine');
    rerender(<Screen record={{ ...nightly, every: 3 }} save={saves} />);
    expect(input('Every').value).toBe('3');
    expect(input('Name').value).toBe('Mine');
    expect(form.changes.map(({ name }) => name)).toEqual(['name']);
  });

  test('show a conflict inside an edited field, own value first', async () => {
    const { rerender } = show();
    type('Name', 'Mine');
    rerender(<Screen record={{ ...nightly, name: 'Theirs' }} save={saves} />);
    const [mine, theirs] = screen.getAllByRole('radio');
    expect(mine?.getAttribute('aria-checked')).toBe('true');
    fireEvent.click(theirs!);
    expect(input('Name').value).toBe('Theirs');
    expect(form.isDirty).toBe(false);
    fireEvent.click(screen.getAllByRole('radio')[0]!);
    await submit();
    expect(saves.mock.calls[0]?.[0]).toEqual({ name: 'Mine' });
  });
});

describe('a colleague who saved first', () => {
  const conflict = async () => {
    show();
    type('Name', 'Mine');
    type('Every', '2');
    saves.mockRejectedValueOnce({ record: { ...nightly, name: 'Theirs', strict: true } });
    await submit();
  };

  test('leads to the merge: conflicts with their ancestor, the rest merged by itself', async () => {
    await conflict();
    expect(screen.getByText('was Nightly')).toBeTruthy();
    expect(screen.getByText('only you changed it').closest('div')?.textContent).toContain('2 days');
    expect(screen.getByText('only Jonas changed it').closest('div')?.textContent).toContain('Strict');
  });

  test('saves the merged values over the newer record', async () => {
    await conflict();
    await submit();
    expect(saves.mock.lastCall).toEqual([
      { name: 'Mine', every: 2 },
      { ...nightly, name: 'Theirs', strict: true },
    ]);
    expect(form.merge).toBeNull();
  });

  test('another conflict repeats the merge; taking their side sends only the rest', async () => {
    await conflict();
    saves.mockRejectedValueOnce({ record: { ...nightly, name: 'Third', strict: true } });
    await submit();
    fireEvent.click(screen.getByRole('radio', { name: /Third/ }));
    await submit();
    expect(saves.mock.lastCall?.[0]).toEqual({ every: 2 });
  });
});

describe('a secret', () => {
  test('is never shown, and sent only when typed', async () => {
    show();
    expect(screen.getByText('Set, hidden')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Key' }));
    type('Name', 'N');
    await submit();
    expect(saves.mock.lastCall?.[0]).toEqual({ name: 'N' });
    type('Key', 'k3y');
    expect(form.changes[0]).toMatchObject({ short: 'key', now: 'Replaced' });
    await submit();
    expect(saves.mock.lastCall?.[0]).toEqual({ key: 'k3y' });
  });
});

describe('a draft', () => {
  const stored = () => {
    let held: StoredDraft | null = null;
    return { read: () => held, write: (draft: StoredDraft | null) => void (held = draft) };
  };

  test('restores changes over a newer record, without secrets', () => {
    const draft = stored();
    show(nightly, draft);
    type('Name', 'Mine');
    fireEvent.click(screen.getByRole('button', { name: 'Key' }));
    type('Key', 'k3y');
    cleanup();
    expect(JSON.stringify(draft.read())).not.toContain('k3y');
    show({ ...nightly, every: 4 }, draft);
    expect(form.isRestored).toBe(true);
    expect([input('Name').value, input('Every').value]).toEqual(['Mine', '4']);
  });

  test('is removed when the changes are saved or discarded', async () => {
    const draft = stored();
    show(nightly, draft);
    type('Name', 'Mine');
    expect(draft.read()).not.toBeNull();
    act(() => form.discard());
    expect([draft.read(), input('Name').value]).toEqual([null, 'Nightly']);
    type('Name', 'Mine');
    await submit();
    expect(draft.read()).toBeNull();
  });
});

test('holding a button of a number repeats it up to the limit', () => {
  vi.useFakeTimers();
  show();
  const more = screen.getByRole('button', { name: 'Increase Every' });
  fireEvent.pointerDown(more, { button: 0 });
  for (let ms = 0; ms < 3000; ms += 50) act(() => void vi.advanceTimersByTime(50));
  fireEvent.pointerUp(more);
  vi.useRealTimers();
  expect(input('Every').value).toBe('9');
});

test('more than four changes are counted', () => {
  const changes = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => ({
    name,
    label: name,
    short: name,
    was: '1',
    now: '2',
  }));
  render(<ChangeList changes={changes} />);
  expect(screen.getByText('and 3 more')).toBeTruthy();
});
