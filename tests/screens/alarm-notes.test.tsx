// The field for a note: what is typed about an alarm stays while others are looked at.
// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '#app/api/query-client.ts';
import { meQuery } from '#app/auth/me.ts';
import { AlarmNotes } from '#app/features/alarm-detail/alarm-notes.tsx';
import type { Alarm } from '#app/features/alarms/alarm-format.ts';
import { AppQueries } from './queries.tsx';

const now = Date.parse('2026-11-21T03:12:00.000Z');
const alarm = (id: string) =>
  ({
    id,
    kind: 'overdue',
    organizationId: 'acme',
    createdAt: '2026-11-21T02:00:00.000Z',
    system: null,
  }) as never as Alarm;
const notesOf = (id: string) => <AlarmNotes alarm={alarm(id)} now={now} />;
const field = () => screen.getByRole<HTMLTextAreaElement>('textbox');
const signIn = (id: string) =>
  queryClient.setQueryData(meQuery.queryKey, {
    user: { id, permissions: { alarm: ['read', 'update'] }, allOrganizations: false, orgIds: ['acme'] },
  } as never);

beforeEach(() => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  signIn('mia');
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

test('a note that is not saved is in the field again when its alarm is shown again, and for its author alone', () => {
  const { rerender } = render(notesOf('first'), { wrapper: AppQueries });
  fireEvent.change(field(), { target: { value: 'Disk is full' } });
  rerender(notesOf('second'));
  expect(field().value).toBe('');
  fireEvent.change(field(), { target: { value: 'Called Norra' } });
  cleanup();
  render(notesOf('first'), { wrapper: AppQueries });
  expect(field().value).toBe('Disk is full');
  cleanup();
  signIn('jonas');
  render(notesOf('first'), { wrapper: AppQueries });
  expect(field().value).toBe('');
});
