// The people of an organization: whether alarms about it reach each of them.
// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { queryClient } from '#app/api/query-client.ts';
import { PeopleCard } from '#app/features/organizations/people-card.tsx';
import { renderPage } from './render-page.tsx';
import { signInAs } from './queries.tsx';

afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

const now = Date.parse('2026-11-21T03:00:00.000Z');
const person = (id: string, firstName: string, mailed: boolean) => ({
  id,
  firstName,
  lastName: '',
  email: `${id}@example.com`,
  emailConfirmedAt: '2026-11-20T03:00:00.000Z',
  active: true,
  groups: [],
  phones: [],
  lastSeenAt: null,
  mailed,
});
const link = (id: string, alarmEmails: boolean) => ({
  id: `link-${id}`,
  user: { id, name: id, email: `${id}@example.com` },
  alarmEmails,
});

test('a person without a device gets no mail about an organization whose own mails are off', async () => {
  const answers: Record<string, unknown[]> = {
    '/api/userorg': [link('mia', true), link('jonas', false), link('nils', true)],
    '/api/user': [person('mia', 'Mia', true), person('jonas', 'Jonas', true), person('nils', 'Nils', false)],
  };
  vi.stubGlobal('fetch', async (url: string) => {
    const rows = answers[new URL(url, 'https://backwatch.example').pathname] ?? [];
    return Response.json(rows, { headers: { 'x-total-count': String(rows.length) } });
  });
  signInAs({ user: ['read'], userorg: ['read'] }, { id: 'alice' });
  renderPage(() => <PeopleCard organization={{ id: 'acme', name: 'Acme' } as never} now={now} />);
  await screen.findByText('Mia');
  const texts = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(texts.map((text) => /No device, .*$/.exec(text ?? '')?.[0])).toEqual([
    'No device, emails only',
    'No device, no email',
    'No device, no email',
  ]);
});
