// Keys of the list of alarms: they act on the alarm that is shown beside it, also where a closed group holds its row.
// @vitest-environment jsdom
import { cleanup, fireEvent, render } from '@testing-library/react';
import { type ReactNode, useRef } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { queryClient } from '#app/api/query-client.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { groupAlarms, isGroup } from '#app/features/alarms/alarm-groups.tsx';
import type { Alarm } from '#app/features/alarms/alarm-format.ts';
import type { AlarmItem } from '#app/features/alarms/alarm-queries.ts';
import { useRowKeys } from '#app/features/alarms/use-row-keys.ts';
import { signInAs } from './queries.tsx';

const now = Date.parse('2026-11-21T03:12:00.000Z');
const alarmAt = (at: number): Alarm =>
  ({
    id: `alarm ${at}`,
    kind: 'overdue',
    since: '2026-11-21T02:00:00.000Z',
    acknowledgedAt: null,
    acknowledgedBy: null,
    snoozedUntil: null,
    resolvedAt: null,
    organization: { id: 'acme', name: 'Acme', timeZone: 'UTC', phone: '' },
    organizationId: 'acme',
    system: { id: `system ${at}`, name: `ledger-${at}` },
  }) as unknown as Alarm;

afterEach(cleanup);

function List({
  current,
  acknowledge,
  isEmpty = false,
}: {
  isEmpty?: boolean;
  current: AlarmItem | undefined;
  acknowledge: (alarms: readonly Alarm[]) => void;
}) {
  const root = useRef<HTMLDivElement>(null);
  const alarms = Array.from({ length: 12 }, (_, at) => ({ alarm: alarmAt(at), queued: null }));
  const lines = isEmpty ? [] : groupAlarms(alarms);
  expect(lines.some(isGroup)).toBe(!isEmpty);
  useRowKeys({ lines, now, root, current, scope: 'page', acknowledge, onChoose: () => undefined });
  return <div ref={root} />;
}

const acknowledge = vi.fn<(alarms: readonly Alarm[]) => void>();

/** The ids of the alarms that the key `a` acknowledges. */
function acknowledgedBy(list: ReactNode): string[][] {
  signInAs({ alarm: ['read', 'update'] }, { allOrganizations: false, orgIds: ['acme'] });
  acknowledge.mockClear();
  render(<QueryClientProvider client={queryClient}>{list}</QueryClientProvider>);
  fireEvent.keyDown(document.body, { key: 'a' });
  return acknowledge.mock.calls.map(([alarms]) => alarms.map(({ id }) => id));
}

test.each([
  ['an alarm of a closed group', { alarm: alarmAt(5), queued: null }, [['alarm 5']]],
  ['an alarm that the list lacks', { alarm: alarmAt(20), queued: null }, [['alarm 20']]],
  ['an alarm whose action waits', { alarm: alarmAt(5), queued: { kind: 'acknowledge' } as never }, []],
  ['nothing', undefined, []],
])('with %s beside the list, `a` acknowledges that one alone', (_, current, acknowledged) => {
  expect(acknowledgedBy(<List current={current} acknowledge={acknowledge} />)).toEqual(acknowledged);
});

test('an alarm beside an empty list has its keys', () => {
  const current = { alarm: alarmAt(5), queued: null };
  expect(acknowledgedBy(<List isEmpty current={current} acknowledge={acknowledge} />)).toEqual([['alarm 5']]);
});
