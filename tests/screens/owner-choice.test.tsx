// The sheet "Belongs to" of a schedule or a retention: who uses it, what stands in the way, and the copy for one organization.
// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { queryClient } from '#app/api/query-client.ts';
import { ApiError } from '#app/api/errors.ts';
import { meQuery } from '#app/auth/me.ts';
import { dismissFlash, flashNow } from '#app/device/flash.ts';
import { issueText } from '#app/features/shell/issue-text.ts';
import { OwnerChoice, type Owner } from '#app/features/shell/owner-choice.tsx';
import { CopyRow } from '#app/features/shell/owner-field.tsx';
import { readFailure } from '#app/features/shell/save-failure.ts';
import { fieldErrors } from '#app/ui/form/validation.ts';
import { renderPage } from './render-page.tsx';

const kvist = { id: '0197e1a0-0000-7000-8000-000000000001', name: 'Kvist & Co' };
const norra = { id: '0197e1a0-0000-7000-8000-000000000002', name: 'Norra Clinic' };
const shared = { id: 'shared', name: 'Nightly', systems: 3, editedAt: '', organizationId: null, organization: null };
const everything = {
  permissions: {
    schedule: ['create', 'update'],
    retention: ['create'],
    system: ['read', 'update'],
    organization: ['read'],
  },
  allOrganizations: true,
  orgIds: [] as string[],
};
const followers = (...owners: Owner[]) =>
  owners.map((owner) => ({ id: '', organizationId: owner?.id, organizationName: owner?.name }));

const fetched = vi.fn<typeof fetch>();
const chosen = vi.fn<(owner: Owner) => void>();
let systems = followers(norra, kvist, kvist);
let answers: Response[] = [];
const json = (body: unknown, status = 200, headers = {}) => new Response(JSON.stringify(body), { status, headers });

/** The bodies of the copies that were asked for. */
const copies = () =>
  fetched.mock.calls.flatMap(([url, init]) =>
    String(url).endsWith('/copy') ? [[String(url), String(init?.body)]] : [],
  );

function show(content: React.ReactNode, rights: Partial<typeof everything> = {}) {
  queryClient.setQueryData(meQuery.queryKey, { user: { id: 'me', ...everything, ...rights } } as never);
  return renderPage(() => content).history;
}

const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const pick = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('radio', { name }));
const radios = () => screen.getAllByRole('radio').map((one) => one.getAttribute('aria-label'));

beforeEach(() => {
  vi.stubGlobal('fetch', fetched);
  systems = followers(norra, kvist, kvist);
  answers = [];
  fetched.mockImplementation((url) => {
    const path = String(url);
    if (path.includes('/copy')) return Promise.resolve(answers.shift() ?? Response.error());
    if (path.includes('/available')) return Promise.resolve(json([kvist, norra]));
    return Promise.resolve(json(systems, 200, { 'X-Total-Count': String(systems.length) }));
  });
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  dismissFlash();
  vi.unstubAllGlobals();
  vi.resetAllMocks();
});

describe.each(['schedule', 'retention'] as const)('a shared %s', (noun) => {
  const sheet = <OwnerChoice noun={noun} record={shared} value={null} onChange={chosen} />;

  test('names the organizations that use it, the one with the most systems first, and what stands in the way', async () => {
    show(sheet);
    await screen.findByText('2 use it now');
    expect(radios().slice(1)).toEqual([
      'Kvist & Co, 2 of its systems use it',
      'Norra Clinic, 1 of its systems uses it',
    ]);
    await screen.findByText('To give it to one of them, the systems of the others need another one first.');
    await press('Keep it shared');
    expect(chosen).toHaveBeenCalledExactlyOnceWith(null);
  });

  test('is copied for an organization while others use it; the app goes to the copy and says so', async () => {
    const history = show(sheet);
    answers = [json({ id: 'copy' })];
    await pick(/^Kvist/);
    await screen.findByText('Only the systems of Kvist & Co follow the copy. All others keep this one.');
    await press('Make a copy for Kvist & Co');
    await vi.waitFor(() => expect(history.location.href).toBe(`/admin/${noun}/settings?id=copy`));
    expect(copies()).toEqual([
      [`/api/${noun}/shared/copy`, JSON.stringify({ organization: kvist.id, name: 'Nightly' })],
    ]);
    expect(flashNow().messages).toEqual(['Made a copy for Kvist & Co']);
  });
});

test('a record that no other organization uses is given, and not copied', async () => {
  systems = followers(kvist);
  show(<OwnerChoice noun="schedule" record={shared} value={null} onChange={chosen} />);
  await pick(/^Kvist/);
  await press('Give it to Kvist & Co');
  expect(chosen).toHaveBeenCalledWith(kvist);
});

test('a copy without a connection stays in the sheet, and says that nothing was changed', async () => {
  const history = show(<OwnerChoice noun="schedule" record={shared} value={null} onChange={chosen} />);
  await pick(/^Kvist/);
  const network = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  onTestFinished(() => network.mockRestore());
  fetched.mockRejectedValue(new TypeError('Failed to fetch'));
  await press('Make a copy for Kvist & Co');
  await screen.findByText('No connection. Nothing was changed.');
  expect(history.location.href).toBe('/');
});

test('a name that the organization has already is asked for anew', async () => {
  const history = show(<OwnerChoice noun="schedule" record={shared} value={null} onChange={chosen} />);
  answers = [json({ code: 'E_UNIQUE', details: ['name: is taken'] }, 400), json({ id: 'copy' })];
  await pick(/^Kvist/);
  await press('Make a copy for Kvist & Co');
  fireEvent.change(await screen.findByRole('textbox', { name: 'Name' }), { target: { value: 'Nightly of Kvist' } });
  await press('Make a copy for Kvist & Co');
  await vi.waitFor(() => expect(history.location.href).toContain('id=copy'));
  expect(copies()[1]?.[1]).toContain('Nightly of Kvist');
});

test.each([
  ['may make none', { schedule: ['update'], system: ['read', 'update'] }],
  ['may not move systems', { schedule: ['create', 'update'], system: ['read'] }],
])('a copy is not offered to a person who %s', async (_who, permissions) => {
  const own = { ...everything.permissions, ...permissions };
  show(<OwnerChoice noun="schedule" record={shared} value={null} onChange={chosen} />, { permissions: own });
  await pick(/^Kvist/);
  await screen.findByText(/^To give it to one of them/);
  expect(screen.queryAllByRole('button')).toEqual([]);
});

test('a choice that the server refused offers the copy, also to those who see no system', async () => {
  const failure = readFailure(
    new ApiError(400, 'E_IN_USE', { details: ['organization: systems of others use this schedule'] }),
  );
  const table = { organization: { label: 'Organization', short: 'organization' } };
  expect(fieldErrors(failure.issues, table, issueText).fields).toEqual({
    organization: 'Systems of other organizations use it. Make a copy for this one instead.',
  });
  const own = { schedule: ['create', 'update'], retention: [], organization: ['read'], system: ['update'] };
  show(<OwnerChoice noun="schedule" record={shared} value={kvist} onChange={chosen} refused />, { permissions: own });
  answers = [json({ id: 'copy' })];
  await press('Make a copy for Kvist & Co');
  // The form has the organization of the record again.
  await vi.waitFor(() => expect(chosen).toHaveBeenCalledWith(null));
});

describe('on the page of those who may not change it', () => {
  const limited = { allOrganizations: false, orgIds: [norra.id] };
  const row = () => screen.queryByRole('button', { name: 'Make a copy for an organization' });

  test('the copy is for an organization of their own', async () => {
    show(<OwnerChoice noun="schedule" record={shared} value={null} />, limited);
    await screen.findByRole('button', { name: 'Make a copy for Norra Clinic' });
    expect(radios()).toEqual(['Norra Clinic, 1 of its systems uses it']);
    const search = screen.getByRole('searchbox');
    fireEvent.change(search, { target: { value: 'nor' } });
    fireEvent.click(screen.getByRole('radio'));
    expect(screen.getByRole('searchbox')).toBe(search);
  });

  test.each([
    ['who may', limited, 1],
    ['without an organization', { ...limited, orgIds: [] }, 0],
    ['who may make none', { ...limited, permissions: { ...everything.permissions, schedule: [] } }, 0],
    ['who may not move its systems', { ...limited, permissions: { ...everything.permissions, system: ['read'] } }, 0],
  ])('a row for a person %s', async (_who, rights, count) => {
    show(
      <>
        <p>{'shown'}</p>
        <CopyRow noun="schedule" record={shared} />
        <CopyRow noun="schedule" record={{ ...shared, organizationId: norra.id, organization: norra }} />
      </>,
      rights,
    );
    await screen.findByText('shown');
    expect(row() === null ? 0 : 1).toBe(count);
  });
});
