// The settings of a user: sending the invitation again.
// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '#app/api/query-client.ts';
import { meQuery } from '#app/auth/me.ts';
import { dismissFlash, flashNow } from '#app/device/flash.ts';
import { UserSettings } from '#app/features/users/user-settings.tsx';
import { layOut } from './layout.ts';

const at = '2026-11-21T03:00:00.000Z';
const bob = {
  id: 'bob',
  email: 'bob@example.com',
  emailConfirmedAt: at as string | null,
  firstName: 'Bob',
  lastName: '',
  mobilePhone: '',
  timeZone: '',
  language: null,
  alarmEmails: true,
  isDay: false,
  hideNames: false,
  readOnlyAlarms: false,
  allOrganizations: false,
  active: true,
  groups: [],
  group: [],
  organizations: [],
  organization: [],
  phones: [],
  devices: 0,
  lastSeenAt: null,
  manageable: true,
  createdAt: at,
  updatedAt: at,
  editedAt: at,
};

/** The requests that change something, such as `POST /api/user/bob/invite`. */
let asked: string[] = [];
let answers: Record<string, () => Response> = {};

beforeEach(() => {
  layOut(390);
  vi.stubGlobal('scrollTo', vi.fn());
  asked = [];
  answers = {};
  vi.stubGlobal('fetch', async (url: string, { method = 'GET' }: { method?: string } = {}) => {
    const { pathname } = new URL(url, 'https://backwatch.example');
    if (method !== 'GET') asked.push(`${method} ${pathname}`);
    return answers[`${method} ${pathname}`]?.() ?? Response.json([], { headers: { 'x-total-count': '0' } });
  });
});
afterEach(() => {
  cleanup();
  dismissFlash();
  queryClient.clear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

async function show(user: typeof bob, me = 'alice'): Promise<void> {
  answers[`GET /api/user/${user.id}`] = () => Response.json(user);
  const rights = { permissions: { user: ['read', 'update'] }, allOrganizations: true, orgIds: [] };
  queryClient.setQueryData(meQuery.queryKey, { user: { id: me, ...rights } } as never);
  const routeTree = createRootRoute({ component: () => <UserSettings id={user.id} /> });
  const router = createRouter({ routeTree, history: createMemoryHistory() });
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
  await screen.findByLabelText('First name');
}

test('the invitation is sent again to exactly that user, and a refusal is no success', async () => {
  answers['POST /api/user/bob/invite'] = () => Response.json({ ok: true });
  await show({ ...bob, emailConfirmedAt: null });
  const send = screen.getByRole('button', { name: /^Send invitation again/ });
  fireEvent.click(send);
  await vi.waitFor(() => expect(flashNow()).toMatchObject({ visible: true, kind: 'positive' }));
  answers['POST /api/user/bob/invite'] = () =>
    Response.json({ code: 'E_RATE', message: 'Too many' }, { status: 429, headers: { 'retry-after': '3600' } });
  fireEvent.click(send);
  await vi.waitFor(() => expect(flashNow()).toMatchObject({ visible: true, kind: 'negative' }));
  expect(asked).toEqual(['POST /api/user/bob/invite', 'POST /api/user/bob/invite']);
});
