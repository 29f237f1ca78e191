// The active sessions of an account: before one is ended, the page says how many devices that silences.
// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { queryClient } from '#app/api/query-client.ts';
import { ActiveSessions } from '#app/features/account/account-sessions.tsx';

const session = (id: number, device: string, devices: number) => ({
  id: `0197e1a0-0000-7000-8000-00000000000${id}`,
  device,
  devices,
  current: false,
  agent: 'Firefox',
  ip: '192.0.2.7',
  lastSeenAt: '2026-11-21T02:00:00.000Z',
  createdAt: '2026-11-20T02:00:00.000Z',
  expiresAt: '2027-02-20T02:00:00.000Z',
});

afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

test.each([
  ['Laptop', 0, null],
  ['Android', 1, '1 phone or browser gets no more alarms until you sign in there again.'],
  ['iPhone', 2, '2 phones and browsers get no more alarms until you sign in there again.'],
])('%s with %i devices', async (device, devices, sentence) => {
  const body = JSON.stringify([session(1, device, devices), session(2, 'Another', 0)]);
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(body, { status: 200, headers: { 'x-total-count': '2' } })));
  render(
    <QueryClientProvider client={queryClient}>
      <ActiveSessions />
    </QueryClientProvider>,
  );
  fireEvent.click(await screen.findByRole('button', { name: new RegExp(device) }));
  expect(await screen.findByRole('button', { name: 'Sign out there' })).toBeTruthy();
  expect(screen.queryByText(/no more alarms/)?.textContent ?? null).toBe(sentence);
});
