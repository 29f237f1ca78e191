// The settings of a user: the acts below the form, and what the form offers.
// @vitest-environment jsdom
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '#app/api/query-client.ts';
import { meQuery } from '#app/auth/me.ts';
import { dismissFlash, flashNow } from '#app/device/flash.ts';
import { UserGroups } from '#app/features/users/user-groups.tsx';
import { UserSettings } from '#app/features/users/user-settings.tsx';
import { layOut } from './layout.ts';
import { renderPage } from './render-page.tsx';

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

/** The requests that change something, such as `POST /api/user/bob/sendLink`. */
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
  renderPage(() => <UserSettings id={user.id} />);
  await screen.findByLabelText('First name');
}

test('the invitation is sent again to exactly that user, and a refusal is no success', async () => {
  answers['POST /api/user/bob/sendLink'] = () => Response.json({ ok: true });
  await show({ ...bob, emailConfirmedAt: null });
  const send = screen.getByRole('button', { name: /^Send invitation again/ });
  fireEvent.click(send);
  await vi.waitFor(() => expect(flashNow()).toMatchObject({ visible: true, kind: 'positive' }));
  answers['POST /api/user/bob/sendLink'] = () =>
    Response.json({ code: 'E_RATE', message: 'Too many' }, { status: 429, headers: { 'retry-after': '3600' } });
  fireEvent.click(send);
  await vi.waitFor(() => expect(flashNow()).toMatchObject({ visible: true, kind: 'negative' }));
  expect(asked).toEqual(['POST /api/user/bob/sendLink', 'POST /api/user/bob/sendLink']);
});

test('deactivating keeps what was typed and not saved yet', async () => {
  answers['GET /api/user/bob/successors'] = () => Response.json({ alarms: 0, people: [], others: [], onCall: 0 });
  answers['POST /api/user/bob/deactivate'] = () => {
    const later = '2026-11-21T03:05:00.000Z';
    const after = { ...bob, active: false, updatedAt: later, editedAt: later };
    answers['GET /api/user/bob'] = () => Response.json(after);
    return Response.json(after);
  };
  await show(bob);
  const phone = () => screen.getByLabelText<HTMLInputElement>('Phone');
  fireEvent.change(phone(), { target: { value: '+49 170 1' } });
  fireEvent.click(screen.getByRole('button', { name: /^Deactivate/ }));
  const sheet = await screen.findByRole('dialog');
  fireEvent.click(await within(sheet).findByRole('button', { name: 'Deactivate' }));
  await vi.waitFor(() => expect(asked).toContain('POST /api/user/bob/deactivate'));
  await screen.findByText('Activate');
  await vi.waitFor(() => expect(flashNow()).toMatchObject({ visible: true, kind: 'positive' }));
  expect(phone().value).toBe('+49 170 1');
});

test('the own email is text, because it is changed in the own account', async () => {
  await show(bob);
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('bob@example.com');
  cleanup();
  await show(bob, 'bob');
  expect(screen.queryByLabelText('Email')).toBeNull();
  expect(screen.getByText('bob@example.com')).toBeTruthy();
  expect(screen.getByText('Your own email and password are changed in your account.')).toBeTruthy();
});

test('a reader without the permission to see groups is not told that the user sees nothing', async () => {
  const { group: _group, ...unread } = bob;
  answers['GET /api/user/bob'] = () => Response.json(unread);
  const rights = { permissions: { user: ['read'] }, allOrganizations: true, orgIds: [] };
  queryClient.setQueryData(meQuery.queryKey, { user: { id: 'alice', ...rights } } as never);
  renderPage(() => <UserGroups id="bob" />);
  expect(await screen.findByText('You do not have permission to see groups')).toBeDefined();
  expect(screen.queryByText(/sees? nothing|and see nothing/)).toBeNull();
});
