// The page of the first backup stays when an answer arrives that was on its way before the backup.
// @vitest-environment jsdom
import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { api } from '#app/api/client.ts';
import { queryClient } from '#app/api/query-client.ts';
import { meQuery } from '#app/auth/me.ts';
import { FirstStepsPage } from '#app/features/first-run/first-steps-page.tsx';
import { renderPage } from './render-page.tsx';

afterEach(cleanup);

const organization = { id: 'acme', name: 'Acme', timeZone: 'UTC', phone: '' };
const systemWith = (lastBackup: string | null) => ({
  id: 'ledger',
  name: 'ledger-01',
  organization,
  organizationId: organization.id,
  schedule: null,
  dueAt: null,
  strip: 'o',
  lastBackup,
});

test('the first backup stays on the screen when an older answer comes after it', async () => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  const actions = ['read', 'create', 'update', 'readKey'];
  const permissions = Object.fromEntries(
    ['organization', 'system', 'schedule', 'retention', 'fileset'].map((noun) => [noun, actions]),
  );
  queryClient.setQueryData(meQuery.queryKey, { user: { id: 'mia', permissions, allOrganizations: true } } as never);
  const one = (rows: object[]) => ({ rows, total: rows.length }) as never;
  const organizations = api.organization.list.queryOptions({ limit: 1, sort: 'createdAt ASC' });
  const systems = api.system.list.queryOptions({ limit: 1, sort: 'lastBackup DESC' });
  queryClient.setQueryData(organizations.queryKey, one([organization]));
  queryClient.setQueryData(systems.queryKey, one([systemWith('2026-11-21T02:00:00.000Z')]));
  const router = renderPage(() => <FirstStepsPage step="arrived" />, '/getting-started?step=arrived');
  const heading = () => screen.findByRole('heading', { name: 'Your first backup is here' });
  await heading();
  act(() => void queryClient.setQueryData(systems.queryKey, one([systemWith(null)])));
  await heading();
  expect(router.state.location.pathname).toBe('/getting-started');
});
