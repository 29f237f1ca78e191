// The facts of a system on its overview: the client.
// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { queryClient } from '#app/api/query-client.ts';
import { SystemFacts } from '#app/features/systems/system-overview.tsx';
import { organization } from './backups.ts';

afterEach(cleanup);

const now = Date.parse('2026-11-21T03:12:00.000Z');
const clientOf = (client: { connected: boolean; lastConnection: string | null }) => {
  const system = { lastBackup: null, dueAt: null, schedule: null, lastBackupStatus: 'never', organization, ...client };
  render(
    <QueryClientProvider client={queryClient}>
      <SystemFacts held={{ system, now, fresh: true } as never} stored={0} />
    </QueryClientProvider>,
  );
  const said = screen.getByText('Client').parentElement?.textContent;
  cleanup();
  return said;
};

test('a client is connected whether or not the time of its last connection is known', () => {
  const lastConnection = '2026-11-21T02:00:00.000Z';
  expect(clientOf({ connected: true, lastConnection: null })).toBe('ClientConnected');
  expect(clientOf({ connected: true, lastConnection })).toBe('ClientConnected');
  expect(clientOf({ connected: false, lastConnection })).toBe('ClientOffline since 2:00 AM');
  expect(clientOf({ connected: false, lastConnection: null })).toBe('ClientNever connected');
});
