// The pages of a group: the reason why it cannot be changed, and the download of its people.
// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { queryClient } from '#app/api/query-client.ts';
import { meQuery } from '#app/auth/me.ts';
import { groupQuery } from '#app/features/groups/group-kind.ts';
import { GroupPermissions } from '#app/features/groups/group-permissions.tsx';
import { GroupSettings } from '#app/features/groups/group-settings.tsx';
import { GroupUsers } from '#app/features/groups/group-users.tsx';
import * as csv from '#app/features/lists/csv-action.ts';
import { layOut } from './layout.ts';
import { renderPage } from './render-page.tsx';

const at = '2026-11-21T03:00:00.000Z';
const permissions = [{ model: 'system', action: 'update' }];
const night = { id: 'night', name: 'Night', permissions, users: [], createdAt: at, updatedAt: at, editedAt: at };

vi.mock('#app/features/lists/csv-action.ts', () => ({ saveRows: vi.fn<typeof csv.saveRows>() }));

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

async function show(page: ReactNode, me: object, group: object = night): Promise<void> {
  queryClient.setQueryData(meQuery.queryKey, { user: { id: 'mia', orgIds: [], ...me } } as never);
  queryClient.setQueryData(groupQuery('night').queryKey, group as never);
  renderPage(() => page, '/?id=night&find=n');
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

test('no preset is offered before the permissions are known: it would take all of them away', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 5000 });
  vi.stubGlobal('fetch', async () => Response.json({ code: 'E_SERVER', message: '' }, { status: 500 }));
  await show(<GroupPermissions id="night" />, { allOrganizations: true, permissions: { group: all, system: all } });
  expect(await screen.findByRole('heading', { name: 'Could not load this page' })).toBeDefined();
  expect(screen.queryByText('Everything')).toBeNull();
  vi.useRealTimers();
});

test('the question before a loss names what was unticked while the groups were on their way', async () => {
  const offered = ['update', 'destroy'].map((action) => ({ model: 'system', action, id: `system.${action}` }));
  const given = offered.map(({ model, action }) => ({ model, action }));
  const mia = { id: 'mia', email: 'mia@example.com', first_name: 'Mia', last_name: 'Smith' };
  const group = { ...night, permissions: given, users: [mia] };
  const answers: (() => void)[] = [];
  vi.stubGlobal('fetch', (url: string) =>
    url.includes('/permission')
      ? Promise.resolve(Response.json(offered))
      : new Promise((resolve) => answers.push(() => resolve(Response.json([group])))),
  );
  const permissions = { group: all, system: ['read', 'update', 'destroy'] };
  await show(<GroupPermissions id="night" />, { allOrganizations: true, permissions }, group);
  const untick = (name: string) => fireEvent.click(screen.getByRole('checkbox', { name }));
  await screen.findByRole('checkbox', { name: 'Edit systems' });
  untick('Edit systems');
  fireEvent.click(screen.getByRole('button', { name: 'Save permissions' }));
  untick('Delete systems');
  for (const answer of answers) answer();
  const sheet = await screen.findByRole('dialog');
  expect(sheet.textContent).toContain('Edit systems');
  expect(sheet.textContent).toContain('Delete systems');
});

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

const member = (name: string) => ({ id: name, email: `${name}@example.com`, first_name: name, last_name: 'Smith' });
const withUsers = (...names: string[]) => ({ ...night, users: names.map(member) });
const change = (...names: string[]) =>
  act(async () => {
    queryClient.setQueryData(groupQuery('night').queryKey, withUsers(...names) as never);
    // The queries report a change in a task of their own.
    await new Promise((resolve) => setTimeout(resolve));
  });

test.each([
  ['who may not change it sees those who are in it now', [], ['nils Smith', 'jonas Smith']],
  [
    'who may only remove people also sees those who were removed',
    ['usergroup'],
    ['nils Smith', 'nora Smith', 'jonas Smith'],
  ],
])('of the people of a group, a person %s', async (_what, nouns, names) => {
  const permissions = { group: all, system: all, ...Object.fromEntries(nouns.map((noun) => [noun, ['destroy']])) };
  await show(<GroupUsers id="night" />, { allOrganizations: true, permissions }, withUsers('nils', 'nora'));
  await screen.findByText('nils Smith');
  await change('nils', 'jonas');
  const found = screen.getAllByText(/ Smith$/).map((element) => element.textContent);
  expect(found.toSorted()).toEqual(names.toSorted());
});

test('the people of a group are downloaded as they are now, within the search', async () => {
  const me = { allOrganizations: true, permissions: { group: all } };
  await show(<GroupUsers id="night" />, me, withUsers('mia', 'nils'));
  await screen.findByText('nils Smith');
  await change('otto', 'nils', 'jonas');
  fireEvent.click(screen.getByRole('button', { name: 'Download CSV' }));
  const row = (name: string) => ({ id: name, email: `${name}@example.com`, firstName: name, lastName: 'Smith' });
  expect(csv.saveRows).toHaveBeenLastCalledWith('users', [row('jonas'), row('nils')]);
});
