// Parts of a page whose first fetch failed: each says so in its place, with a button that asks again.
// @vitest-environment jsdom
import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '#app/api/query-client.ts';
import { meQuery } from '#app/auth/me.ts';
import { AlarmNotes } from '#app/features/alarm-detail/alarm-notes.tsx';
import { OrganizationFacts } from '#app/features/organizations/organization-facts.tsx';
import { OrganizationHead } from '#app/features/organizations/organization-head.tsx';
import { PeopleCard } from '#app/features/organizations/people-card.tsx';
import { SystemChoices } from '#app/features/systems/system-choices.tsx';
import OnCall from '#app/features/watch/watch-on-call.tsx';
import Organizations from '#app/features/watch/watch-organizations.tsx';
import { WatchPage } from '#app/features/watch/watch-page.tsx';
import { layOut } from './layout.ts';
import { renderPage } from './render-page.tsx';
import { RETRIES_MS } from './queries.tsx';

const now = Date.parse('2026-11-21T03:12:00.000Z');

let failing: string;
beforeEach(() => {
  layOut(390);
  vi.useFakeTimers({ now, toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
  vi.stubGlobal('fetch', async (url: string) =>
    new URL(url, 'https://backwatch.example').pathname === failing
      ? Response.json({ code: 'E_SERVER', message: '' }, { status: 500 })
      : Response.json([], { headers: { 'x-total-count': '0' } }),
  );
  const nouns = ['alarm', 'backup', 'organization', 'user', 'userorg'];
  const permissions = Object.fromEntries(nouns.map((noun) => [noun, ['read']]));
  const user = { id: 'alice', permissions, allOrganizations: true, orgIds: [] };
  queryClient.setQueryData(meQuery.queryKey, { user } as never);
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const acme = { id: 'acme', name: 'Acme' } as never;

test.each([
  ['/api/organization/fleet', 'Could not load organizations', () => <Organizations now={now} />],
  ['/api/alarm/recipients', 'Could not load who is notified', () => <OnCall now={now} />],
  ['/api/backup/recent', 'Could not load backups', () => <WatchPage />],
  [
    '/api/userorg',
    'Could not load the people of this organization',
    () => <PeopleCard organization={acme} now={now} />,
  ],
  ['/api/organization/fleet', 'Could not load this organization', () => <OrganizationHead id="acme" />],
  [
    '/api/alarm/a1/history',
    'Could not load the timeline',
    () => <AlarmNotes alarm={{ id: 'a1' } as never} now={now} />,
  ],
])('without an answer of %s the page says "%s"', async (path, title, component) => {
  failing = path;
  renderPage(component);
  await act(() => vi.advanceTimersByTimeAsync(RETRIES_MS));
  expect(screen.getByRole('heading', { level: 2, name: title })).toBeDefined();
  expect(screen.getAllByRole('button', { name: 'Try again' })).toHaveLength(1);
});

test('without an answer the facts of an organization say that the people who ring are unknown', async () => {
  failing = '/api/alarm/recipients';
  const row = { lastBackup: null, counts: {} } as never;
  renderPage(() => <OrganizationFacts organization={acme} row={row} now={now} stale={false} />);
  await act(() => vi.advanceTimersByTimeAsync(RETRIES_MS));
  expect(screen.getByText('Rings now').nextElementSibling?.textContent).toBe('Unknown');
});

test('a picker of systems says that its choices did not load', async () => {
  failing = '/api/system';
  renderPage(() => <SystemChoices label="Systems" where={{}} onChoose={() => undefined} />);
  await act(() => vi.advanceTimersByTimeAsync(RETRIES_MS));
  expect(screen.getByText('The server reported an error. Try again later.')).toBeDefined();
});
