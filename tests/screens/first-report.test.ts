// The wait for the first report in words.
import { expect, test } from 'vitest';
import { reportText, sinceText } from '#app/features/first-run/first-report.tsx';

const AT = '2026-11-21T03:00:00.000Z';
const silent = { connected: true, failedAt: AT, failedReason: null, runningSince: null };

test('a first backup that failed says why, and nothing after its words where no reason is known', () => {
  expect(reportText({ ...silent, failedReason: 'disk full' })).toBe('The first backup failed: disk full');
  expect(reportText(silent)).toBe('The first backup failed');
  expect(reportText({ ...silent, failedReason: '' })).toBe('The first backup failed');
});

test('the wait counts from when the command was first shown, on whatever day that was, and a run from its start', () => {
  const [asked, now] = ['2026-11-19T22:15:00.000Z', Date.parse('2026-11-21T04:00:00.000Z')];
  const waiting = { ...silent, failedAt: null };
  expect(sinceText(waiting, asked, now)).toMatch(/^Since Thu.* 10:15\sPM\. You can leave this page\.$/);
  expect(sinceText({ ...waiting, runningSince: AT }, asked, now)).toMatch(/^Since 3:00\sAM\./);
  expect(sinceText(silent, asked, now)).toBe('Correct it where the client runs. It tries again by itself.');
});
