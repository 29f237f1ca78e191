// The end of the list of all alarms: how many it shows, and what leads to the others.
// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import AlarmHistory from '#app/features/alarms/alarm-history.tsx';
import type { AlarmItem } from '#app/features/alarms/alarm-queries.ts';

vi.mock('#app/features/alarms/alarm-list.tsx', () => ({ AlarmList: () => null }));
afterEach(cleanup);

const nothing = () => undefined;
const item = { alarm: { id: 'a', since: '2026-11-21T02:00:00.000Z' }, queued: null } as unknown as AlarmItem;
const show = (onOlder: (() => void) | undefined, busy = false) =>
  render(
    <AlarmHistory
      items={[item]}
      filter={{ kind: undefined, day: undefined }}
      page={{ total: 1500, busy, failed: false, onOlder }}
      seen={{ now: 0, fresh: true, asOf: null }}
      onClear={nothing}
    />,
  );

test('after the last page that the server gives, the list says how to find older ones', () => {
  show(undefined);
  expect(screen.getByText('Showing the first 1 of 1,500. Search or filter to narrow.')).toBeTruthy();
});

test.each([
  ['while there are pages', nothing, false],
  ['while the last page loads', undefined, true],
])('%s the list only counts', (_when, onOlder, busy) => {
  show(onOlder, busy);
  expect(screen.getByText('Showing the newest 1 of 1,500.')).toBeTruthy();
});
