// The people on call on Watch: the devices that ring, by name, why others do not, and the age of the answer.
// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '#app/api/query-client.ts';
import { OrganizationFacts } from '#app/features/organizations/organization-facts.tsx';
import OnCall, { stateOf } from '#app/features/watch/watch-on-call.tsx';
import { setConnectionState } from '#app/realtime/freshness.ts';
import { signInAs } from './queries.tsx';

const now = Date.parse('2026-11-20T03:12:00.000Z');
const mara = { user: { id: 'mara', name: 'Mara Ekholm' }, reason: null, lastError: null, acts: true, from: null };
const rung = { ...mara, channels: ['push' as const] };

let asked: string[];
let answers: Record<string, unknown[]>;

beforeEach(() => {
  vi.useFakeTimers({ now });
  asked = [];
  answers = { '/api/alarm/recipients': [rung] };
  vi.stubGlobal('fetch', async (url: string) => {
    const { pathname } = new URL(url, 'https://backwatch.example');
    asked.push(pathname);
    const rows = answers[pathname] ?? [];
    return Response.json(rows, { headers: { 'x-total-count': String(rows.length) } });
  });
  signInAs({ alarm: ['read'], user: ['read'] }, { id: 'alice' });
  setConnectionState('enrolled', now);
});

afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const goOffline = () => act(() => setConnectionState('offline', Date.now()));

async function show(children: ReactNode): Promise<void> {
  render(<QueryClientProvider client={queryClient}>{children}</QueryClientProvider>);
  await wait(1000);
}

const state = (one: Parameters<typeof stateOf>[0], devices: string[] = []) =>
  stateOf(one, { now, fresh: true, devices });

const facts = (
  <OrganizationFacts
    organization={{ id: 'acme', phone: '', timeZone: 'UTC' } as never}
    row={{ active: true, systems: 0, ok: 0, lastBackup: null } as never}
    now={now}
    stale={false}
  />
);

test('a person who is rung has the names of the devices, where they are known', () => {
  expect(state(rung, ['Pixel 8', 'laptop'])).toBe('Rings now: Pixel 8 and laptop');
  expect(state(rung)).toBe('Rings now');
});

test('a person who is not rung has the reason instead', () => {
  const mailed = { ...mara, channels: ['mail' as const] };
  expect(state(mailed, ['Pixel 8'])).toBe('No device, emails only');
  expect(state({ ...mara, channels: [], reason: 'noDevice' })).toBe('No device, no email');
});

test('a person whose last push failed on every device is not said to ring', async () => {
  const refused = { ...rung, lastError: { code: 'answered' as const, status: 403, text: null } };
  expect(state(refused, ['Pixel 8'])).toBe('Last error: the push service answered 403');
  answers['/api/alarm/recipients'] = [refused];
  await show(
    <>
      <OnCall now={now} />
      {facts}
    </>,
  );
  expect(screen.getByText('0 can ring, 1 cannot')).toBeDefined();
  expect([document.querySelector('[data-kind="ok"]'), screen.queryByText('Nobody')]).toEqual([null, expect.anything()]);
});

test.each([
  ['Watch', <OnCall key="watch" now={now} />],
  ['the facts of an organization', facts],
])('%s asks again each minute, as no event reports the begin of a shift', async (_where, part) => {
  await show(part);
  expect(screen.getByText('Rings now')).toBeDefined();
  answers['/api/alarm/recipients'] = [{ ...mara, channels: [], reason: 'dayShift', from: '2026-11-20T07:00:00.000Z' }];
  await wait(61_000);
  expect(asked.filter((path) => path === '/api/alarm/recipients')).toHaveLength(2);
  expect(screen.queryByText(/Day shift, alarms from|Nobody/)).not.toBeNull();
});

test('without a connection nobody is said to ring now, and the mark is hollow', async () => {
  answers['/api/user'] = [{ id: 'mara', phones: [{ name: 'Pixel 8', lastReceiptAt: null, lastError: null }] }];
  await show(<OnCall now={now} />);
  const mark = () => document.querySelector('[data-kind="ok"] path')?.getAttribute('fill');
  expect(screen.getByText('Rings now: Pixel 8')).toBeDefined();
  expect([mark(), screen.queryByText('1 can ring, 0 cannot')]).toEqual(['currentColor', expect.anything()]);
  goOffline();
  expect(screen.queryByText(/Rings now|1 ring|now/)).toBeNull();
  expect([mark(), screen.queryByText('Pixel 8')]).toEqual(['none', expect.anything()]);
});

test('without a connection the facts of an organization name nobody who rings now', async () => {
  await show(facts);
  expect(screen.getByText('Mara Ekholm')).toBeDefined();
  goOffline();
  expect(screen.queryByText('Mara Ekholm')).toBeNull();
  expect(screen.getByText('Unknown')).toBeDefined();
});
