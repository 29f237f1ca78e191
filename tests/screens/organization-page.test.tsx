// The page of an organization that is deleted while it is drawn.
// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { api } from '#app/api/client.ts';
import { queryClient } from '#app/api/query-client.ts';
import { OrganizationPage } from '#app/features/organizations/organization-page.tsx';
import { organizationQuery } from '#app/features/organizations/organization-queries.ts';
import { AppQueries, signInAs } from './queries.tsx';

beforeEach(() => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  signInAs({ organization: ['read'] });
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

test('the settings stay while the deleted organization leaves the cache, until they lead away', async () => {
  const { queryKey } = organizationQuery('acme');
  const fleet = api.organization.fleet.queryOptions({ where: { id: 'acme' }, limit: 1 }, { persist: true });
  queryClient.setQueryData(queryKey, { id: 'acme', name: 'Acme Dental' } as never);
  queryClient.setQueryData(fleet.queryKey, { rows: [], total: 0 } as never);
  render(
    <OrganizationPage id="acme" stays>
      {({ name }) => <p>Settings of {name}</p>}
    </OrganizationPage>,
    { wrapper: AppQueries },
  );
  screen.getByText('Settings of Acme Dental');
  // The page learns of it in a later task.
  await act(async () => {
    void queryClient.resetQueries({ queryKey });
    await new Promise((resolve) => setTimeout(resolve, 20));
  });
  expect(queryClient.getQueryData(queryKey)).toBeUndefined();
  screen.getByText('Settings of Acme Dental');
});
