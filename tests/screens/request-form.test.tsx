// A form of one request: errors from the first try on, the answer at its field until something changes, one request at a time.
// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { TextField } from '#app/ui/form/field.tsx';
import { RequestFields } from '#app/ui/form/request-fields.tsx';
import { useRequestForm } from '#app/ui/form/use-request-form.ts';
import { outboxStore } from '#app/offline/idb.ts';
import { waitingOf } from '#app/offline/outbox-store.ts';
import { countDrafts, draftStore } from '#app/features/shell/form-drafts.ts';

const send = vi.fn<(values: { name: string; place: string }) => Promise<void>>();

function Sheet() {
  const form = useRequestForm({
    initial: { name: '', place: '' },
    validate: ({ name, place }) => ({
      ...(name === '' && { name: 'Enter a name.' }),
      ...(place === '' && { place: 'Enter a place.' }),
    }),
    send,
    readErrors: (error) => ({ form: (error as Error).message }),
  });
  return (
    <RequestFields form={form}>
      <TextField {...form.field('name')} label="Name" />
      <TextField {...form.field('place')} label="Place" />
      <button type="submit">{'Send'}</button>
    </RequestFields>
  );
}

const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = () => act(async () => screen.getByRole('button').click());
const focused = () => document.activeElement;

afterEach(() => {
  cleanup();
  send.mockReset();
  localStorage.clear();
});

test('several wrong fields have a summary with focus, one wrong field has focus itself', async () => {
  render(<Sheet />);
  expect(screen.queryByText('Enter a name.')).toBeNull();
  await press();
  expect(focused()?.textContent).toContain('2 things to fix');
  type('Name', 'ledger-01');
  expect(screen.queryByRole('alert')).toBeNull();
  await press();
  expect(focused()).toBe(screen.getByLabelText('Place'));
  expect(send).not.toHaveBeenCalled();
});

test('an answer that no field can say stands in the summary until something changes', async () => {
  render(<Sheet />);
  type('Name', 'ledger-01');
  type('Place', 'Kiel');
  send.mockRejectedValueOnce(new Error('No connection.'));
  await press();
  expect(focused()?.textContent).toContain('No connection.');
  type('Place', 'Bremen');
  expect(screen.queryByText('No connection.')).toBeNull();
  await press();
  expect(send.mock.lastCall).toEqual([{ name: 'ledger-01', place: 'Bremen' }]);
});

test('while a request is under way no second one begins', async () => {
  render(<Sheet />);
  type('Name', 'ledger-01');
  type('Place', 'Kiel');
  let answer = () => undefined as void;
  send.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)));
  await press();
  await press();
  await act(async () => answer());
  expect(send).toHaveBeenCalledTimes(1);
});

test('what is kept on the device is counted for its person alone', async () => {
  draftStore('u1', 'account').write({ was: { name: 'a' }, mine: { name: 'b' } });
  draftStore('u1', 'schedule-new').write({ was: { name: '' }, mine: { name: 'b' } });
  draftStore('u1', 'schedule-new').write(null);
  draftStore('u12', 'account').write({ was: { name: 'a' }, mine: { name: 'b' } });
  expect([countDrafts('u1'), countDrafts('u12'), countDrafts('u2')]).toEqual([1, 1, 0]);
  const act = { kind: 'acknowledge', alarmId: 'a1', body: {}, attempts: 0, lastError: null };
  const createdAt = '2026-11-21T02:58:00.000Z';
  await outboxStore.set('1', { ...act, id: '1', createdAt, userId: 'u1' });
  await outboxStore.set('2', { ...act, id: '2', createdAt, userId: 'u2' });
  expect((await Promise.all([waitingOf('u1'), waitingOf('u3')])).map((actions) => actions.length)).toEqual([1, 0]);
});
