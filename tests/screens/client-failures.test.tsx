// Signals without an answer; failed signals and lists of clients, which are logged, shown in their place, and raise no flash.
// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '#app/api/query-client.ts';
import { flashNow } from '#app/device/flash.ts';
import { type Reported, resultText, sendSignal, useSignalResult } from '#app/features/client/client-signals.ts';
import { OrganizationMachines } from '#app/features/organizations/organization-machines.tsx';
import type { Organization } from '#app/features/organizations/organization-queries.ts';

const system: Reported = {
  id: '0197e1a0-0000-7000-8000-000000000001',
  name: 'harbor-nas',
  connected: true,
  lastConnection: null,
  lastLog: null,
  runningSince: null,
  lastBackup: null,
  failedAt: null,
};
const norra = { id: '0197e1a0-0000-7000-8000-000000000002', name: 'Norra Clinic' } as Organization;
const logged = vi.spyOn(console, 'error');
const before = flashNow();

function Result() {
  const result = useSignalResult(system.id, 'restart');
  return <p>{result && resultText(system, 'restart', result, 0)}</p>;
}

beforeEach(() => {
  logged.mockImplementation(() => undefined);
  vi.stubGlobal('fetch', () =>
    Promise.resolve(new Response(JSON.stringify({ code: 'E_NOT_CONNECTED', message: 'no' }), { status: 409 })),
  );
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
  vi.resetAllMocks();
});

test('a signal that fails is logged, and said beside the signal', async () => {
  render(<Result />);
  await sendSignal(system, 'restart');
  await screen.findByText(/not connected/i);
  expect(logged).toHaveBeenCalledTimes(1);
  expect(flashNow()).toBe(before);
});

test('a Raspberry Pi that was to identify itself has 30 s, then the text says what to do without a light', () => {
  const sent = { state: 'sent', sentAt: 0, before: system } as const;
  const textAt = (now: number) => resultText({ ...system, type: 'rpiclient' }, 'identify', sent, now);
  expect(textAt(29_999)).toMatch(/^Sent .*Look for its light$/);
  expect(textAt(30_000)).toMatch(/^If no light blinks, it did not answer\. Check its power and network/);
});

test('a list of clients that fails is logged, and said in its place', async () => {
  queryClient.setDefaultOptions({ queries: { ...queryClient.getDefaultOptions().queries, retry: false } });
  render(
    <QueryClientProvider client={queryClient}>
      <OrganizationMachines organization={norra} now={0} />
    </QueryClientProvider>,
  );
  await screen.findByText('Could not load the machines of this organization.');
  expect(logged).toHaveBeenCalledTimes(1);
  expect(flashNow()).toBe(before);
});
