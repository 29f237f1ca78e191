// A person who sees the alarms and systems of every organization, and may act on those of one.
// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { queryClient } from '#app/api/query-client.ts';
import { meQuery } from '#app/auth/me.ts';
import { AlarmGroupRow } from '#app/features/alarms/alarm-groups.tsx';
import { SystemChoices } from '#app/features/systems/system-choices.tsx';
import { LinkedAlarm } from '#app/features/systems/system-alarm.tsx';
import { systemQuery } from '#app/features/systems/system-queries.ts';

afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

const since = '2026-11-21T03:00:00.000Z';
const held = (id: string, organizationId: string | null) => {
  const organization = { id: organizationId, name: 'Norra', timeZone: 'UTC', phone: '' };
  const alarm = { id, kind: 'overdue', since, system: { id, name: id }, organization, organizationId };
  return { alarm, queued: null } as never;
};

function signIn() {
  const user = {
    id: 'nora',
    permissions: { alarm: ['readAll', 'update'], system: ['readAll', 'update'] },
    allOrganizations: false,
    orgIds: ['norra'],
  };
  queryClient.setQueryData(meQuery.queryKey, { user } as never);
}

function showRow(...owners: (string | null)[]) {
  signIn();
  const onAcknowledge = vi.fn();
  const group = { id: 'g', items: owners.map((owner, index) => held(`a${index}`, owner)) };
  const more = { fresh: true, agesAt: Date.parse(since), isOpen: false, onToggle: () => undefined, onAcknowledge };
  render(
    <QueryClientProvider client={queryClient}>
      <AlarmGroupRow group={group} {...more} />
    </QueryClientProvider>,
  );
  return onAcknowledge;
}

test('the row of several alarms acknowledges those of her organization alone', () => {
  const onAcknowledge = showRow('norra', 'sol', 'norra', null);
  screen.getByRole('button', { name: /acknowledge all 2$/ }).click();
  expect(onAcknowledge.mock.calls[0]?.[0]).toMatchObject([{ id: 'a0' }, { id: 'a2' }]);
});

test('the row has no such button where none of them is of her organization', () => {
  showRow('sol', null);
  expect(screen.queryByRole('button', { name: /^Ack/ })).toBeNull();
});

const ID = '01a1fc0b-e380-7323-952b-c24c182bf281';

// No call is answered.
function openLink(organizationId: string) {
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  signIn();
  queryClient.setQueryData(systemQuery(ID).queryKey, { id: ID, name: 'sol-nas', organizationId } as never);
  const root = createRootRoute();
  const main = createRoute({ getParentRoute: () => root, id: '_main' });
  const page = createRoute({ getParentRoute: () => main, path: '/admin/system/', component: LinkedAlarm });
  const router = createRouter({
    routeTree: root.addChildren([main.addChildren([page])]),
    history: createMemoryHistory({ initialEntries: [`/admin/system/?id=${ID}&alarm=a1`] }),
  });
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
  return screen.findByRole('dialog', { name: /sol-nas/ }, { timeout: 5000 });
}

test('the link to an alarm without an answer offers to acknowledge it by the organization of its system', async () => {
  await openLink('sol');
  expect(screen.queryByRole('button', { name: 'Acknowledge' })).toBeNull();
  cleanup();
  await openLink('norra');
  expect(screen.getByRole('button', { name: 'Acknowledge' })).toBeTruthy();
});

test('a system to change is chosen among those of her organization alone', async () => {
  const asked: unknown[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(JSON.parse(new URL(url, 'https://backwatch.example').searchParams.get('where') ?? '{}'));
    return Response.json([], { headers: { 'x-total-count': '0' } });
  });
  signIn();
  const choices = { label: 'Systems', where: { schedule: null }, onChoose: () => undefined };
  for (const toChange of [true, false])
    render(
      <QueryClientProvider client={queryClient}>
        <SystemChoices {...choices} toChange={toChange} />
      </QueryClientProvider>,
    );
  await vi.waitFor(() => expect(asked).toEqual([{ schedule: null, organizationId: ['norra'] }, { schedule: null }]));
});
