// The invitation of a person: the question before its page is left.
// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '#app/api/query-client.ts';
import { meQuery, rememberUser } from '#app/auth/me.ts';
import { Invitation } from '#app/features/users/invitation.tsx';
import { layOut } from './layout.ts';
import { renderPage } from './render-page.tsx';

beforeEach(() => {
  layOut(390);
  vi.stubGlobal('scrollTo', vi.fn());
  vi.stubGlobal('fetch', async () => Response.json([{ id: 'night', name: 'Night', permissions: [], users: [] }]));
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  localStorage.clear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('the question before leaving names the chosen groups, although they came after the form', async () => {
  const permissions = { user: ['read', 'create'], usergroup: ['create'], group: ['read'] };
  const me = { id: 'alice', permissions, allOrganizations: true, orgIds: [] };
  queryClient.setQueryData(meQuery.queryKey, { user: me } as never);
  rememberUser({ id: 'alice', email: 'alice@example.com' });
  const router = renderPage(() => <Invitation />);
  fireEvent.click(await screen.findByText('Night'));
  void router.navigate({ to: '/elsewhere' as never });
  const sheet = await screen.findByRole('dialog');
  expect(sheet.textContent).toContain('Night');
});
