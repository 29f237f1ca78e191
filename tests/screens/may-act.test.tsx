// A person who sees the alarms of every organization, and may act on those of one.
// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { queryClient } from '#app/api/query-client.ts';
import { meQuery } from '#app/auth/me.ts';
import { AlarmGroupRow } from '#app/features/alarms/alarm-groups.tsx';

afterEach(cleanup);

const since = '2026-11-21T03:00:00.000Z';
const held = (id: string, organizationId: string | null) => {
  const organization = { id: organizationId, name: 'Norra', timeZone: 'UTC', phone: '' };
  const alarm = { id, kind: 'overdue', since, system: { id, name: id }, organization, organizationId };
  return { alarm, queued: null } as never;
};

function showRow(...owners: (string | null)[]) {
  const user = {
    id: 'nora',
    permissions: { alarm: ['readAll', 'update'] },
    allOrganizations: false,
    orgIds: ['norra'],
  };
  queryClient.setQueryData(meQuery.queryKey, { user } as never);
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
