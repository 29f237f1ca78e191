// Deadlines: the instant of the next backup, and of the alarm if it is missing.
import { describe, expect, test } from 'vitest';
import { deadlines, type Scheduled } from '#contract/time/deadlines.ts';

const daily: Scheduled = {
  createdAt: '2026-10-01T10:00:00.000Z',
  lastBackup: '2026-10-24T16:00:00.000Z',
  active: true,
  schedule: { intervalUnit: 'Days', intervalValue: 1, alarmAfter: 6 },
  timeZone: 'Europe/Berlin',
};

describe('deadlines', () => {
  test('the next backup is due one interval after the last, by the local clock', () => {
    expect(deadlines(daily).dueAt).toBe('2026-10-25T17:00:00.000Z');
  });

  test('the alarm follows after real hours, also when the clock changes in between', () => {
    const early = { ...daily, lastBackup: '2026-10-23T22:30:00.000Z' };
    expect(deadlines(early)).toEqual({ dueAt: '2026-10-24T22:30:00.000Z', alarmAt: '2026-10-25T04:30:00.000Z' });
  });

  test('without a grace both come at once', () => {
    const strict = deadlines({ ...daily, schedule: { intervalUnit: 'Days', intervalValue: 1, alarmAfter: 0 } });
    expect(strict.alarmAt).toBe(strict.dueAt);
  });

  test('the first backup is due one interval after the creation', () => {
    expect(deadlines({ ...daily, lastBackup: null }).dueAt).toBe('2026-10-02T10:00:00.000Z');
  });

  test('nothing is due from a system that is inactive or has no schedule', () => {
    expect(deadlines({ ...daily, active: false })).toEqual({ dueAt: null, alarmAt: null });
    expect(deadlines({ ...daily, schedule: null })).toEqual({ dueAt: null, alarmAt: null });
  });

  test('a deadline beyond the calendar ends with it', () => {
    const never = deadlines({ ...daily, schedule: { intervalUnit: 'Months', intervalValue: 1, alarmAfter: 1e12 } });
    expect(never.alarmAt).toBe('9999-12-30T00:00:00.000Z');
  });
});
