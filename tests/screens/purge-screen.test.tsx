// The tab Purge of a system with more backups than one answer has.
// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '#app/api/query-client.ts';
import * as csv from '#app/features/lists/csv-action.ts';
import { PurgeScreen } from '#app/features/purge/purge-screen.tsx';
import { layOut } from './layout.ts';
import { renderPage } from './render-page.tsx';
import { signInAs } from './queries.tsx';

const system = {
  id: 'ledger',
  retention: null,
  purgeList: [],
  keepSize: 7,
  purgeSize: 0,
  organization: { timeZone: 'UTC' },
};

vi.mock('#app/features/lists/csv-action.ts', () => ({ saveRows: vi.fn<typeof csv.saveRows>() }));
vi.mock('#app/features/systems/system-frame.tsx', () => ({
  SystemPage: ({ children }: { children: (held: object) => ReactNode }) => children({ system, now: 0 }),
}));
// The button is in the tools of a table; above rows it is in a sheet.
vi.mock('#app/features/shell/pane-size.ts', () => ({ useHasTableRoom: () => true }));

beforeEach(() => {
  layOut(1280);
  const rows = [{ id: 'b', date: '2026-11-20T18:00:00.000Z', file: 'b.zip', size: 7, key: '', fileset: null }];
  vi.stubGlobal('fetch', async () => Response.json(rows, { headers: { 'x-total-count': '1500' } }));
  signInAs({ backup: ['read'] });
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

test('its download says how many backups are missing', async () => {
  renderPage(() => <PurgeScreen />);
  fireEvent.click(await screen.findByRole('button', { name: 'Download CSV' }));
  expect(csv.saveRows).toHaveBeenCalledWith('purge', [expect.anything()], '1,499 older backups are not listed.');
});
