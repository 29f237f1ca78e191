// The app's part of a form: the success of the last try is gone once the next one begins.
// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { dismissFlash, flash, flashNow } from '#app/device/flash.ts';
import { useAppForm } from '#app/features/shell/use-app-form.ts';
import { FormContext } from '#app/ui/form/form-context.tsx';
import { formFields } from '#app/ui/form/form-fields.tsx';
import { AppQueries } from './queries.tsx';

const Field = formFields<{ name: string }>();
const schema = z.object({ name: z.string().check(z.minLength(1)) });
const fields = { name: { label: 'Name', short: 'name' } };
const record = { name: 'Nightly' };

function Screen() {
  const form = useAppForm({
    id: 'test',
    schema,
    record,
    fields,
    read: (one: typeof record) => one,
    toInput: (changes) => changes,
    save: (changes) => Promise.resolve({ ...record, ...changes }),
  });
  return (
    <FormContext value={form}>
      <Field.Text name="name" />
      <button type="button" onClick={() => void form.submit()}>
        {'Save'}
      </button>
    </FormContext>
  );
}

afterEach(() => {
  cleanup();
  dismissFlash();
});

test('"Saved" does not stand over the error of the next attempt, and bad news stays', async () => {
  render(<Screen />, {
    wrapper: AppQueries,
  });
  const save = () => act(async () => screen.getByRole('button', { name: 'Save' }).click());
  flash('positive', 'Saved');
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: '' } });
  expect(flashNow()).toMatchObject({ visible: true, messages: ['Saved'] });
  await save();
  await screen.findByText('Name must not be empty.');
  expect(flashNow().visible).toBe(false);
  flash('negative', 'No connection');
  await save();
  expect(flashNow()).toMatchObject({ visible: true, messages: ['No connection'] });
});
