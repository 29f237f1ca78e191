// The backups of a system by day, and the sizes that are usual.
import { describe, expect, test } from 'vitest';
import { endText } from '#app/features/backups/backup-pages.ts';
import { daysOf, sizeDifference } from '#app/features/backups/backup-days.ts';
import { type Backup, unusualSize, usualSize } from '#app/features/systems/system-days.ts';
import { backup, organization } from './backups.ts';

describe('the backups by day', () => {
  const system = { strip: 'omo', stripDay: '2026-11-21', failedAt: null, runningSince: null, organization };
  const rows = [backup('2026-11-21T02:00:00.000Z'), backup('2026-11-19T02:00:00.000Z')];
  const kinds = (groups: ReturnType<typeof daysOf>) =>
    groups.map(({ key, items }) => [key, items.map(({ kind }) => kind)]);

  test('a day without a backup is shown as missed', () => {
    expect(kinds(daysOf(system, rows, true))).toEqual([
      ['2026-11-21', ['backup']],
      ['2026-11-20', ['missed']],
      ['2026-11-19', ['backup']],
    ]);
  });

  test('a missed day older than the loaded backups is not shown yet', () => {
    expect(kinds(daysOf(system, rows.slice(0, 1), false))).toEqual([['2026-11-21', ['backup']]]);
  });

  test('on a late day the first backup without a fault is marked as late', () => {
    const [first, second] = [backup('2026-11-21T02:00:00.000Z'), backup('2026-11-21T03:00:00.000Z')];
    const late = (backups: readonly Backup[]) =>
      daysOf({ ...system, strip: 'ool' }, backups, true)[0]?.items.map((one) => one.kind === 'backup' && one.late);
    expect(late([second, first])).toEqual([false, true]);
    expect(late([second, { ...first, fault: 'missing' }])).toEqual([true, false]);
  });

  test('a failed run says why a day was missed', () => {
    const failed = { ...system, failedAt: '2026-11-20T02:00:00.000Z' };
    expect(kinds(daysOf(failed, rows, true))[1]).toEqual(['2026-11-20', ['failed']]);
  });

  test('a size is unusual outside half and twice the median, and never judged by fewer than three', () => {
    const sizes = (...all: number[]) => all.map((size) => ({ size, fault: null }));
    expect(usualSize(sizes(5, 9))).toBeNull();
    expect(usualSize(sizes(1, 9, 5, 7))).toBe(6);
    expect(usualSize([{ size: 90, fault: 'size' }, ...sizes(1, 9, 5, 7)])).toBe(6);
    expect(unusualSize(49, 100)).toBe('small');
    expect(unusualSize(50, 100)).toBeNull();
    expect(unusualSize(201, 100)).toBe('large');
    expect(sizeDifference(18, 100)).toBe('82% smaller than usual');
  });
});

test('what stands below the last backup says whether there are more than can be read', () => {
  const list = (count: number, total: number) => ({
    rows: Array.from({ length: count }, () => backup('2026-11-21T02:00:00.000Z')),
    total,
  });
  expect(endText(list(3006, 3006))).toBe('All 3,006 backups.');
  expect(endText(list(10_020, 12_345))).toBe(
    'The first 10,020 of 12,345 backups. The opposite order begins with the others.',
  );
});
