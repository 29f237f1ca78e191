// The assignment of a Raspberry Pi: offered where the server accepts it.
// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { api } from '#app/api/client.ts';
import { queryClient } from '#app/api/query-client.ts';
import { meQuery } from '#app/auth/me.ts';
import { PiClientPage } from '#app/features/rpiclients/pi-page.tsx';
import { PiClientsScreen } from '#app/features/rpiclients/pi-screen.tsx';
import { layOut } from './layout.ts';
import { renderPage } from './render-page.tsx';

const at = '2026-11-21T03:00:00.000Z';
const acme = { id: 'acme', name: 'Acme' };
const pi = {
  macAddress: 'b8:27:eb:00:11:22',
  name: '',
  ip: null,
  lastConnection: at,
  version: null,
  system: null,
  createdAt: at,
  updatedAt: at,
  editedAt: at,
};
const assigned = { ...pi, id: 'assigned', organization: acme, organizationId: 'acme' };
const taken = { ...assigned, editedAt: '2026-11-21T03:10:00.000Z' };
const patched: (string | null)[] = [];
const waiting = { ...pi, id: 'waiting', organization: null, organizationId: null };

beforeEach(() => {
  layOut(390);
  patched.length = 0;
  vi.stubGlobal('fetch', async (url: string, { method, headers }: RequestInit = {}) => {
    const { pathname, search } = new URL(url, 'https://backwatch.example');
    if (method === 'PATCH') {
      patched.push(new Headers(headers).get('if-match'));
      return Response.json({ code: 'E_CHANGED', message: 'edited', record: taken }, { status: 412 });
    }
    if (pathname === '/api/rpiclient/assigned') return Response.json(assigned);
    const isWaiting = decodeURIComponent(search).includes('"organizationId":null');
    const rows = pathname === '/api/rpiclient' && isWaiting ? [waiting] : [];
    return Response.json(rows, { headers: { 'x-total-count': String(rows.length) } });
  });
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function show(page: ReactNode, allOrganizations: boolean): void {
  const permissions = { rpiclient: ['readAll', 'update'] };
  const user = { id: 'mia', permissions, allOrganizations, orgIds: ['acme'] };
  queryClient.setQueryData(meQuery.queryKey, { user } as never);
  renderPage(() => page);
}

test.each([true, false])('its end is offered to those of all organizations (%s)', async (allOrganizations) => {
  show(<PiClientPage id="assigned" />, allOrganizations);
  await screen.findByRole('button', { name: 'Reassign' });
  expect(screen.queryAllByRole('button', { name: /^End the assignment/ })).toHaveLength(allOrganizations ? 1 : 0);
});

test.each([true, false])('one that waits can be assigned by those of all organizations (%s)', async (all) => {
  show(<PiClientsScreen search={{}} onSearch={() => undefined} />, all);
  await screen.findAllByText(waiting.macAddress);
  expect(screen.queryAllByText('Assign')).toHaveLength(all ? 1 : 0);
});

test('a Pi that a colleague assigned since the sheet was opened is not taken from them', async () => {
  show(<PiClientPage id="assigned" />, true);
  fireEvent.click(await screen.findByRole('button', { name: 'Reassign' }));
  const button = await screen.findByRole('button', { name: 'Assign to all of Acme' });
  act(() => void queryClient.setQueryData(api.rpiclient.get.queryOptions({ id: 'assigned' }).queryKey, taken));
  fireEvent.click(button);
  await screen.findByText('Changed by somebody else while you were editing.');
  expect(patched).toEqual([`"${at}"`]);
});
