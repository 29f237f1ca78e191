// The sheet of an alarm whose row leaves the list while it is open: it shows the alarm as it is now.
// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '#app/api/query-client.ts';
import { api } from '#app/api/client.ts';
import type { Alarm } from '#app/features/alarms/alarm-format.ts';
import { AlarmList, type RowParts } from '#app/features/alarms/alarm-list.tsx';
import { AppQueries } from './queries.tsx';

vi.mock('#app/features/alarms/alarm-sheet.tsx', () => ({
  default: ({ alarm }: { alarm: Alarm | null }) => <p>sheet: {alarm?.acknowledgedBy?.name ?? 'nobody'}</p>,
}));

const alarm = { id: 'a1', organizationId: 'acme', acknowledgedBy: null, system: null } as unknown as Alarm;
const Row = ({ alarm: one, onHold }: RowParts) => (
  <button type="button" onClick={(e) => onHold(one, e.currentTarget)}>
    ledger-01
  </button>
);
const list = (alarms: readonly Alarm[]) => (
  <AlarmList
    groups={[{ label: 'Failed', alarms: alarms.map((one) => ({ alarm: one, queued: null })), Row }]}
    now={0}
    fresh
  />
);

beforeEach(() => {
  vi.stubGlobal('fetch', async () => Response.json(alarm));
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

test('a colleague who takes the alarm is named, although the row is gone', async () => {
  const { rerender } = render(list([alarm]), { wrapper: AppQueries });
  await act(async () => void fireEvent.click(screen.getByText('ledger-01')));
  await screen.findByText('sheet: nobody');
  const { queryKey } = api.alarm.get.queryOptions({ id: 'a1' });
  await vi.waitFor(() => expect(queryClient.getQueryData(queryKey)).toBeDefined());
  queryClient.setQueryData(queryKey, { ...alarm, acknowledgedBy: { id: 'mia', name: 'Mia' } } as never);
  rerender(list([]));
  await screen.findByText('sheet: Mia');
});
