// The filesets of a system: nothing is said about their backups while those are unknown.
// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '#app/api/query-client.ts';
import { meQuery } from '#app/auth/me.ts';
import { Filesets } from '#app/features/filesets/filesets-screen.tsx';
import { FilesetRows } from '#app/features/systems/system-overview.tsx';
import { renderPage } from './render-page.tsx';

const now = Date.parse('2026-11-21T03:12:00.000Z');
const system = { id: 'x', name: 'ledger', organizationId: 'o' };
const fileset = { id: 'f', description: 'dumps', glob: '*.tar', dateField: 0, static: false };
let answers: Record<string, () => Promise<Response>>;

beforeEach(() => {
  answers = { '/api/fileset': () => list([fileset]) };
  vi.stubGlobal('fetch', (url: string) => {
    const path = new URL(url, 'https://backwatch.example').pathname;
    return answers[path]?.() ?? list([]);
  });
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

const list = (rows: readonly unknown[]) =>
  Promise.resolve(Response.json(rows, { headers: { 'x-total-count': String(rows.length) } }));

async function show(...models: readonly string[]) {
  const permissions = Object.fromEntries(models.map((model) => [model, ['read']]));
  queryClient.setQueryData(meQuery.queryKey, {
    user: { id: 'mia', permissions, allOrganizations: true, orgIds: [] },
  } as never);
  await act(async () => void renderPage(() => <Filesets held={{ system, now } as never} />));
}

test('a fileset says when its last backup was only where backups may be read', async () => {
  await show('fileset', 'backup');
  await screen.findByText('None recently');
  cleanup();
  queryClient.clear();
  await show('fileset');
  await screen.findByText('dumps');
  expect(screen.queryByText('None recently')).toBeNull();
});

test('the overview of the system says nothing about them either', async () => {
  queryClient.setQueryData(meQuery.queryKey, {
    user: { id: 'mia', permissions: { fileset: ['read'] }, allOrganizations: true, orgIds: [] },
  } as never);
  const rowsOf = (backups: [] | undefined) => (
    <QueryClientProvider client={queryClient}>
      <FilesetRows system={system as never} backups={backups} now={now} />
    </QueryClientProvider>
  );
  const { rerender } = render(rowsOf(undefined));
  await screen.findByText('dumps');
  expect(screen.queryByText('None recently')).toBeNull();
  rerender(rowsOf([]));
  await screen.findByText('None recently');
});

test('while only the last scan loads, nobody is told to lack a permission', async () => {
  answers['/api/system/x/scanresult'] = () => new Promise(() => undefined);
  await show('fileset', 'scanresult');
  await vi.waitFor(() =>
    expect(queryClient.getQueryCache().findAll({ queryKey: ['fileset'] })[0]?.state.data).toBeDefined(),
  );
  expect(screen.queryByText(/permission/)).toBeNull();
  expect(screen.queryByText('dumps')).toBeNull();
});
