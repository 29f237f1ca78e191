// People beyond the rights of the reader: their pages show them, and offer no change that would end in a 403.
// @vitest-environment jsdom
import { act, cleanup, fireEvent, renderHook, screen } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '#app/api/query-client.ts';
import { meQuery } from '#app/auth/me.ts';
import { flashNow } from '#app/device/flash.ts';
import { GroupUsers } from '#app/features/groups/group-users.tsx';
import { LinkSheet } from '#app/features/organizations/organization-link.tsx';
import { OrganizationUsers } from '#app/features/organizations/organization-users.tsx';
import { PeopleCard } from '#app/features/organizations/people-card.tsx';
import { useUserGroups } from '#app/features/users/use-user-groups.ts';
import { LinkRows } from '#app/features/users/link-rows.tsx';
import { UserSettings } from '#app/features/users/user-settings.tsx';
import { layOut } from './layout.ts';
import { renderPage } from './render-page.tsx';
import { signInAs } from './queries.tsx';

const at = '2026-11-21T03:00:00.000Z';
const stamps = { createdAt: at, updatedAt: at, editedAt: at };
const acme = { id: 'acme', name: 'Acme', timeZone: 'UTC' };
const alice = { id: 'alice', name: 'Alice', email: 'alice@example.com', manageable: false };
const bob = { id: 'bob', name: 'Bob', email: 'bob@example.com', manageable: true };
const people = [alice, bob];
const linkOf = ({ id, name, email, manageable }: typeof alice) => ({
  ...stamps,
  id: `link-${id}`,
  user: { id, name, email },
  organization: acme,
  organizationId: acme.id,
  alarmEmails: true,
  manageable,
});
const userOf = ({ id, name, email, manageable }: typeof alice) => ({
  ...stamps,
  id,
  email,
  firstName: name,
  lastName: '',
  emailConfirmedAt: at,
  mobilePhone: '',
  timeZone: '',
  language: null,
  alarmEmails: true,
  allOrganizations: false,
  active: true,
  groups: [],
  group: [],
  organizations: [acme],
  phones: [],
  devices: 0,
  lastSeenAt: null,
  manageable,
});
const memberOf = ({ id, name, email, manageable }: typeof alice) => ({
  id,
  email,
  first_name: name,
  last_name: '',
  manageable,
});
const answers: Record<string, unknown> = {
  '/api/organization/acme': acme,
  '/api/group/night': { ...stamps, id: 'night', name: 'Night', permissions: [], users: people.map(memberOf) },
  '/api/userorg': people.map(linkOf),
  '/api/user/alice': userOf(alice),
  '/api/user/bob': userOf(bob),
};

beforeEach(() => {
  layOut(390);
  vi.stubGlobal('fetch', async (url: string) => {
    const answer = answers[new URL(url, 'https://backwatch.example').pathname] ?? [];
    return Response.json(answer, { headers: { 'x-total-count': String(Array.isArray(answer) ? answer.length : 1) } });
  });
  const all = ['create', 'read', 'update', 'destroy'];
  const permissions = { user: all, userorg: all, usergroup: all, group: all, organization: ['read'] };
  signInAs(permissions, { allOrganizations: false, orgIds: [acme.id] });
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function show(page: ReactNode): void {
  renderPage(() => page);
}

/** The row of a person, by what it is. */
const roleOf = async (name: string, ...roles: string[]) => {
  await screen.findAllByText(name);
  return roles.filter((role) => screen.queryByRole(role, { name: new RegExp(`^${name}`) }));
};

test('the people of an organization: a link to them instead of the sheet, and a box that is off', async () => {
  show(<PeopleCard organization={acme as never} now={Date.parse(at)} />);
  expect(await roleOf('Alice', 'link', 'button')).toEqual(['link']);
  expect(await roleOf('Bob', 'link', 'button')).toEqual(['button']);
  const boxes = screen.getAllByRole<HTMLButtonElement>('checkbox');
  expect(boxes.map(({ disabled }) => disabled)).toEqual([true, false]);
});

test('the list of them leads there as well', async () => {
  show(<OrganizationUsers id={acme.id} />);
  expect(await roleOf('Alice', 'link', 'button')).toEqual(['link']);
  expect(await roleOf('Bob', 'link', 'button')).toEqual(['button']);
});

test('the members of a group: no check box', async () => {
  show(<GroupUsers id="night" />);
  expect(await roleOf('Alice', 'checkbox')).toEqual([]);
  expect(await roleOf('Bob', 'checkbox')).toEqual(['checkbox']);
});

test('the links of a person: neither a check box nor the sheet that removes one', async () => {
  const elsewhere = { ...bob, name: 'Carol', at: 'birch' };
  const links = [...people, elsewhere].map(({ name, manageable, ...link }) => ({
    id: 'at' in link ? elsewhere.at : acme.id,
    name,
    active: true,
    userorg: name,
    alarmEmails: true,
    manageable,
  }));
  show(<LinkRows user={userOf(bob) as never} links={links} searchId="find" />);
  expect(await roleOf('Alice', 'link', 'button')).toEqual(['link']);
  expect(await roleOf('Bob', 'link', 'button')).toEqual(['button']);
  // An organization in which the person who looks may change nothing.
  expect(await roleOf('Carol', 'link', 'button')).toEqual(['link']);
  expect(screen.getAllByRole('checkbox')).toHaveLength(1);
});

test('a person who would be out of sight afterwards is removed only by a button that is held', async () => {
  const link = linkOf(bob);
  const everywhere = {
    id: 'ada',
    permissions: { user: ['read'], userorg: ['create', 'destroy'] },
    allOrganizations: true,
  };
  function Opened() {
    const [isOpen, setIsOpen] = useState(true);
    const open = isOpen ? { link: link as never, row: document.body } : null;
    return <LinkSheet open={open} organization={acme as never} onClose={() => setIsOpen(false)} />;
  }
  const open = () => show(<Opened />);
  const named = (name: string) => screen.queryByRole('button', { name }) !== null;
  open();
  await screen.findByText('This cannot be undone.');
  expect([named('Remove from Acme'), named('Hold to remove')]).toEqual([false, true]);
  fireEvent.click(screen.getByRole('button', { name: 'Hold to remove' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Yes, remove it' }));
  await vi.waitFor(() => expect(flashNow().messages).toEqual(['Bob removed from Acme']));
  expect(flashNow().action).toBeNull();
  cleanup();
  queryClient.setQueryData(meQuery.queryKey, { user: { ...everywhere, orgIds: [] } } as never);
  open();
  await screen.findByText('Remove from Acme');
  expect([named('Remove from Acme'), named('Hold to remove')]).toEqual([true, false]);
});

test('a group that cannot be given back is left without Undo, and is gone', async () => {
  const night = { id: 'night', name: 'Night' };
  const user = { ...userOf(bob), groups: [night] };
  const question = { confirmLoss: () => Promise.resolve(true), sheet: null };
  for (const isGivable of [false, true]) {
    const mayPut = (_: string, on: boolean) => !on || isGivable;
    const { result, rerender } = renderHook(
      ({ groups }) => useUserGroups({ ...user, groups } as never, question as never, mayPut),
      { initialProps: { groups: [night] } },
    );
    await act(() => result.current.put(night, false, null));
    expect(flashNow().messages).toEqual(['Bob was removed from Night.']);
    expect(flashNow().action !== null).toBe(isGivable);
    rerender({ groups: [] });
    expect(result.current.rows).toHaveLength(isGivable ? 1 : 0);
  }
});

test('the settings of a person: the values without a form', async () => {
  show(<UserSettings id="alice" />);
  await screen.findAllByText('Alice');
  expect(screen.queryByRole('textbox')).toBeNull();
  cleanup();
  show(<UserSettings id="bob" />);
  expect((await screen.findAllByRole('textbox')).length).toBeGreaterThan(0);
});
