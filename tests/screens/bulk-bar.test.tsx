// The bar of selected systems: it offers only what its call accepts, and without any such change no system is selected.
// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { queryClient } from '#app/api/query-client.ts';
import { meQuery } from '#app/auth/me.ts';
import { useSystemsBulkBar } from '#app/features/systems/bulk-actions.tsx';
import type { ListedSystem } from '#app/features/systems/systems-pages.ts';
import { renderPage } from './render-page.tsx';

afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

const system = { id: 'ledger', name: 'ledger', organizationId: 'acme' } as ListedSystem;
const nothing = () => undefined;
const selection = { rows: new Map([['ledger', system]]), toggle: nothing, add: nothing, clear: nothing };

function Selecting() {
  const Bar = useSystemsBulkBar();
  return <main>{Bar ? <Bar selection={selection} placeId="systems" /> : 'no bar'}</main>;
}

async function offeredTo(system: string[], alarm: string[] = [], answer = new Promise<Response>(nothing)) {
  // By default no call is answered.
  vi.stubGlobal('fetch', () => answer);
  const user = { id: 'mia', permissions: { system, alarm }, allOrganizations: false, orgIds: ['acme'] };
  queryClient.setQueryData(meQuery.queryKey, { user } as never);
  renderPage(Selecting);
  const page = await screen.findByRole('main');
  const names = screen.queryAllByRole('button').map(({ textContent }) => textContent);
  return page.textContent === 'no bar' ? null : names;
}

test('a person who may delete systems, but not change them, selects none: a job of any kind needs both', async () => {
  expect(await offeredTo(['read', 'destroy'])).toBeNull();
  expect(await offeredTo(['read'])).toBeNull();
});

test('who selects them for their alarms is not offered to delete them', async () => {
  expect(await offeredTo(['read', 'destroy'], ['read', 'update'])).not.toContain('Delete');
});

test('deleting is offered to a person who may do both', async () => {
  expect(await offeredTo(['read', 'update'])).not.toContain('Delete');
  cleanup();
  expect(await offeredTo(['read', 'update', 'destroy'])).toContain('Delete');
});

test('no alarm is said to be open only once the alarms are known', async () => {
  expect(await offeredTo(['read', 'update'], ['read', 'update'])).toContain('Acknowledge');
  cleanup();
  const none = Promise.resolve(Response.json([], { headers: { 'x-total-count': '0' } }));
  await offeredTo(['read', 'update'], ['read', 'update'], none);
  expect(await screen.findByRole('button', { name: /^No (alarm was open|open alarms)$/ })).toBeDefined();
});
