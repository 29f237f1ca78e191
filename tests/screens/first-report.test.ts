// The wait for the first report in words.
import { expect, test } from 'vitest';
import { reportText } from '#app/features/first-run/first-report.tsx';

const AT = '2026-11-21T03:00:00.000Z';
const silent = { connected: true, failedAt: AT, failedReason: null, runningSince: null };

test('a first backup that failed says why, and nothing after its words where no reason is known', () => {
  expect(reportText({ ...silent, failedReason: 'disk full' })).toBe('The first backup failed: disk full');
  expect(reportText(silent)).toBe('The first backup failed');
  expect(reportText({ ...silent, failedReason: '' })).toBe('The first backup failed');
});
