// The first sight of a system comes from a list: from its rows alone, not from those of a query for a few attributes.
// @vitest-environment jsdom
import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { api } from '#app/api/client.ts';
import { queryClient } from '#app/api/query-client.ts';
import { useSystem } from '#app/features/systems/system-queries.ts';
import { AppQueries } from './queries.tsx';

afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

const list = (input: object, row: object) =>
  queryClient.setQueryData(api.system.list.queryOptions(input).queryKey, { rows: [row], total: 1 } as never);
const firstSight = () => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  const hook = renderHook(() => useSystem('ledger', Date.now()), {
    wrapper: AppQueries,
  });
  return hook.result.current.data;
};

test('a row of a list stands in until the system is there', () => {
  list({ limit: 60 }, { id: 'ledger', name: 'Ledger', strip: 'o', alarms: [] });
  expect(firstSight()).toMatchObject({ name: 'Ledger' });
});

test('a row of a few attributes does not', () => {
  list({ select: 'name' }, { id: 'ledger', name: 'Ledger' });
  expect(firstSight()).toBeUndefined();
});
