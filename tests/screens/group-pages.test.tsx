// The pages of a group: the reason why it cannot be changed.
// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { cleanup, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { queryClient } from '#app/api/query-client.ts';
import { meQuery } from '#app/auth/me.ts';
import { groupQuery } from '#app/features/groups/group-kind.ts';
import { GroupPermissions } from '#app/features/groups/group-permissions.tsx';
import { GroupSettings } from '#app/features/groups/group-settings.tsx';
import { layOut } from './layout.ts';

const at = '2026-11-21T03:00:00.000Z';
const permissions = [{ model: 'system', action: 'update' }];
const night = { id: 'night', name: 'Night', permissions, users: [], createdAt: at, updatedAt: at, editedAt: at };

beforeEach(() => {
  layOut(390);
  vi.stubGlobal('scrollTo', vi.fn());
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

async function show(page: ReactNode, me: object): Promise<void> {
  queryClient.setQueryData(meQuery.queryKey, { user: { id: 'mia', orgIds: [], ...me } } as never);
  queryClient.setQueryData(groupQuery('night').queryKey, night as never);
  const routeTree = createRootRoute({ component: () => page });
  const router = createRouter({ routeTree, history: createMemoryHistory() });
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
  await screen.findAllByText('Night');
}

const all = ['read', 'update'];
const cases: [string, string, object][] = [
  [
    'of some organizations',
    'Groups apply to all',
    { allOrganizations: false, permissions: { group: all, system: all } },
  ],
  ['who only sees groups', 'You may see this', { allOrganizations: true, permissions: { group: ['read'] } }],
  ['who lacks what it grants', 'This group grants', { allOrganizations: true, permissions: { group: all } }],
];

describe.each([
  ['settings', () => <GroupSettings id="night" />],
  ['permissions', () => <GroupPermissions id="night" />],
])('the %s of a group', (_name, page) => {
  test.each(cases)('tell a person %s why there is no form', async (_who, begin, me) => {
    await show(page(), me);
    expect(screen.getByText(new RegExp(`^${begin}`))).toBeTruthy();
    expect(screen.queryByRole('textbox')).toBeNull();
  });
});
