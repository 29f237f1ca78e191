// The organizations of a user: the search of the links.
// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '#app/api/query-client.ts';
import { UserOrganizations } from '#app/features/users/user-organizations.tsx';
import { userQuery } from '#app/features/users/user-kind.ts';
import { layOut } from './layout.ts';
import { renderPage } from './render-page.tsx';
import { signInAs } from './queries.tsx';

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

async function show(names: readonly string[], address: string) {
  const organization = names.map((name) => ({ id: name, name, active: true, userorg: name, alarmEmails: true }));
  const organizations = organization.map(({ id, name }) => ({ id, name }));
  const user = {
    id: 'bob',
    email: 'bob@example.com',
    firstName: 'Bob',
    lastName: '',
    alarmEmails: true,
    manageable: true,
  };
  queryClient.setQueryData(userQuery('bob').queryKey, { ...user, groups: [], organizations, organization } as never);
  signInAs({ user: ['read', 'update'] }, { id: 'alice' });
  renderPage(() => <UserOrganizations id="bob" />, address);
  await screen.findAllByText('Bob');
}

test('few links have no search, except while one filters them', async () => {
  await show(['Acme', 'Birch'], '/?id=bob');
  expect(screen.getByText('Birch')).toBeTruthy();
  expect(screen.queryByRole('searchbox')).toBeNull();
  cleanup();
  await show(['Acme', 'Birch'], '/?id=bob&find=acme');
  expect(screen.queryByText('Birch')).toBeNull();
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('acme');
});
