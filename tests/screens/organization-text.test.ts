// The state of an organization in a list: that of its worst system.
import { expect, test } from 'vitest';
import { partsOf, shareText, statusOf } from '#app/features/organizations/organization-text.ts';

const now = Date.parse('2026-11-21T03:12:00.000Z');
type Row = Parameters<typeof statusOf>[0];
const running = '2026-11-21T03:00:00.000Z';
const schedule = { id: 's', name: 'Nightly', intervalUnit: 'Days', intervalValue: 1, alarmAfter: 6 } as const;
const worst = {
  id: 'w',
  name: 'ledger',
  active: true,
  alarms: [],
  schedule,
  lastBackup: null,
  failedAt: null,
  failedReason: null,
  dueAt: '2026-11-21T18:00:00.000Z',
  alarmAt: '2026-11-22T00:00:00.000Z',
  runningSince: running,
  reenableTime: null,
  createdAt: '2026-11-20T19:00:00.000Z',
};
const withWorst = (changed: object) =>
  ({
    active: true,
    reenableTime: null,
    lastBackup: '2026-11-20T18:00:00.000Z',
    worst: { ...worst, health: 'waiting', ...changed },
  }) as unknown as Row;

test('of systems that the person may not see nothing is told, and no first one is offered', () => {
  const hidden = { active: true, systems: 13, ok: 9, worst: null } as unknown as Row;
  expect(statusOf(hidden, now, false)).toEqual({ kind: 'unknown', hollow: true });
  expect(partsOf(hidden, now, false)).toBe('You do not have permission to see systems');
  expect(partsOf({ ...hidden, systems: 0 }, now, false)).toBe('Add its first system');
});

test('a paused organization has the number of its systems, as every other one', () => {
  const row = { active: false, systems: 40, ok: 0, worst: null } as unknown as Row;
  expect(shareText(row, false)).toBe('Paused, 40 systems');
});

test('a backup that runs makes no organization ok whose worst system waits for its first one, or is late', () => {
  const waiting = withWorst({});
  expect(statusOf(waiting, now, false).kind).toBe('snoozed');
  expect(partsOf(waiting, now, false)).toMatchObject({ name: 'ledger' });
  const lastBackup = '2026-11-19T18:00:00.000Z';
  const late = withWorst({
    health: 'late',
    lastBackup,
    dueAt: '2026-11-20T18:00:00.000Z',
    alarmAt: '2026-11-21T06:00:00.000Z',
  });
  expect(statusOf(late, now, false).kind).toBe('overdue');
});

test('a backup that runs leaves an organization ok whose worst system is', () => {
  const fine = withWorst({ health: 'ok', lastBackup: '2026-11-20T18:00:00.000Z' });
  expect(statusOf(fine, now, false)).toEqual({ kind: 'ok', hollow: true });
});
