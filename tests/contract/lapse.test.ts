// The lapse of an acknowledgement, and the day shift: by the clock of a zone, across clock changes.
import { expect, test } from 'vitest';
import { isDayShift, nextDayShift } from '#contract/time/day-shift.ts';
import type { Scheduled } from '#contract/time/deadlines.ts';
import { acknowledgedUntil, askedAt } from '#contract/time/lapse.ts';

const scheduled = (more: Partial<Scheduled> = {}): Scheduled => ({
  createdAt: '2026-01-01T05:00:00.000Z',
  lastBackup: '2026-11-20T05:00:00.000Z',
  active: true,
  schedule: { intervalUnit: 'Days', intervalValue: 1, alarmAfter: 2 },
  timeZone: 'UTC',
  ...more,
});
const until = (at: string, hours = 4, more: Partial<Scheduled> = {}) =>
  acknowledgedUntil(`2026-11-21T${at}:00.000Z`, hours, scheduled(more))?.slice(11, 16) ?? null;

test('it holds for the hours of the setting, and without end for 0', () => {
  expect(until('10:00')).toBe('14:00');
  expect(until('10:00', 2)).toBe('12:00');
  expect(until('03:00', 0)).toBeNull();
});

test('it ends at the next due moment of the schedule, if that is earlier and at least an hour away', () => {
  expect(until('03:00')).toBe('05:00');
  expect(until('04:00')).toBe('05:00');
  expect(until('04:01')).toBe('08:01');
  expect(until('01:00')).toBe('05:00');
  expect(until('00:59')).toBe('04:59');
});

test('a system without a schedule, a paused one and one without a backup have their own rhythm', () => {
  expect(until('03:00', 4, { schedule: null })).toBe('07:00');
  expect(until('03:00', 4, { active: false })).toBe('07:00');
  expect(until('03:00', 4, { lastBackup: null, createdAt: '2026-11-19T04:30:00.000Z' })).toBe('04:30');
});

test('the rhythm of a month that is too short and of a clock change is that of the deadlines', () => {
  const monthly = { intervalUnit: 'Months' as const, intervalValue: 1, alarmAfter: 0 };
  const month = scheduled({ lastBackup: '2026-01-31T05:00:00.000Z', schedule: monthly });
  expect(acknowledgedUntil('2026-02-28T03:00:00.000Z', 4, month)).toBe('2026-02-28T05:00:00.000Z');
  // A daily 02:00 in Berlin is 01:00 UTC in winter and 00:00 UTC in summer.
  const berlin = scheduled({ lastBackup: '2026-03-27T01:00:00.000Z', timeZone: 'Europe/Berlin' });
  expect(acknowledgedUntil('2026-03-29T22:00:00.000Z', 4, berlin)).toBe('2026-03-30T00:00:00.000Z');
});

test('it never ends before an hour, nor after the hours of the setting', () => {
  const start = Date.parse('2026-11-21T00:00:00.000Z');
  for (let minute = 0; minute < 1440; minute += 7) {
    const at = start + minute * 60_000;
    const end = Date.parse(acknowledgedUntil(new Date(at).toISOString(), 4, scheduled()) ?? '');
    expect(end - at).toBeGreaterThanOrEqual(3_600_000);
    expect(end - at).toBeLessThanOrEqual(4 * 3_600_000);
  }
});

test('a schedule that is years behind costs few steps', () => {
  const old = scheduled({ lastBackup: '1990-01-01T05:00:00.000Z' });
  expect(acknowledgedUntil('2026-11-21T03:00:00.000Z', 4, old)).toBe('2026-11-21T05:00:00.000Z');
});

test('the question comes a quarter of an hour before', () => {
  expect(askedAt('2026-11-21T05:00:00.000Z')).toBe('2026-11-21T04:45:00.000Z');
});

test('the day shift is from 07:00 to 19:00 in the zone, also on the days of a clock change', () => {
  expect(isDayShift('2026-11-21T05:59:59.999Z', 'Europe/Berlin')).toBe(false);
  expect(isDayShift('2026-11-21T06:00:00.000Z', 'Europe/Berlin')).toBe(true);
  expect(isDayShift('2026-11-21T17:59:59.999Z', 'Europe/Berlin')).toBe(true);
  expect(isDayShift('2026-11-21T18:00:00.000Z', 'Europe/Berlin')).toBe(false);
  expect(nextDayShift('2026-11-21T18:00:00.000Z', 'Europe/Berlin')).toBe('2026-11-22T06:00:00.000Z');
  expect(nextDayShift('2026-11-21T02:00:00.000Z', 'Europe/Berlin')).toBe('2026-11-21T06:00:00.000Z');
  expect(nextDayShift('2026-11-21T06:00:00.000Z', 'Europe/Berlin')).toBe('2026-11-22T06:00:00.000Z');
  expect(nextDayShift('2026-03-28T20:00:00.000Z', 'Europe/Berlin')).toBe('2026-03-29T05:00:00.000Z');
  expect(nextDayShift('2026-10-24T20:00:00.000Z', 'Europe/Berlin')).toBe('2026-10-25T06:00:00.000Z');
});
