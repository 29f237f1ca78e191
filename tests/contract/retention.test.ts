// Retention: what grandfather, father and son keep, by the calendar of a time zone.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { seriesOf, applyRetention, type RetentionRule, type RetentionInput } from '#contract/retention.ts';

const none: RetentionRule = { days: 0, weeks: 0, months: 0, years: 0 };
const backup = (date: string, more: Partial<RetentionInput> = {}): RetentionInput => ({
  id: `${date} ${more.series ?? 'a'}`,
  date: date.length === 10 ? `${date}T12:00:00.000Z` : date,
  series: 'a',
  good: true,
  ...more,
});
const keptDates = (backups: RetentionInput[], rule: Partial<RetentionRule>, timeZone = 'UTC') =>
  applyRetention(backups, { ...none, ...rule }, timeZone)
    .keep.map(({ date }) => date.slice(0, 10))
    .toSorted();
const daily = (from: string, count: number): RetentionInput[] =>
  Array.from({ length: count }, (_, day) =>
    backup(new Date(Date.parse(`${from}T12:00:00.000Z`) + day * 86_400_000).toISOString()),
  );

describe('retention', () => {
  test('all zero keeps everything', () => {
    const backups = daily('2026-01-01', 400);
    expect(applyRetention(backups, none, 'UTC')).toEqual({ keep: backups, purge: [] });
  });

  test('three days are the last three days that have a backup, not the last three of the calendar', () => {
    const backups = ['2026-11-01', '2026-11-02', '2026-11-10', '2026-11-20'].map((day) => backup(day));
    expect(keptDates(backups, { days: 3 })).toEqual(['2026-11-02', '2026-11-10', '2026-11-20']);
  });

  test('of a day the newest backup is kept', () => {
    const backups = [backup('2026-11-20T01:00:00.000Z'), backup('2026-11-20T23:00:00.000Z')];
    expect(applyRetention(backups, { ...none, days: 5 }, 'UTC').purge).toEqual([backups[0]]);
  });

  test('weeks end on Sunday, months and years on their last day', () => {
    const year = daily('2025-12-20', 337);
    expect(keptDates(year, { weeks: 2 })).toEqual(['2026-11-15', '2026-11-21']);
    expect(keptDates(year, { months: 3 })).toEqual(['2026-09-30', '2026-10-31', '2026-11-21']);
    expect(keptDates(year, { years: 2 })).toEqual(['2025-12-31', '2026-11-21']);
  });

  test('a backup that any rule keeps is kept', () => {
    expect(keptDates(daily('2026-10-01', 52), { days: 2, months: 2 })).toEqual([
      '2026-10-31',
      '2026-11-20',
      '2026-11-21',
    ]);
  });

  test('a day is one of the organization’s own time zone', () => {
    // 23:30 in Berlin is still the 20th; in Auckland it is the 21st already.
    const backups = [backup('2026-11-20T11:30:00.000Z'), backup('2026-11-20T22:30:00.000Z')];
    expect(applyRetention(backups, { ...none, days: 9 }, 'Europe/Berlin').keep).toHaveLength(1);
    expect(applyRetention(backups, { ...none, days: 9 }, 'Pacific/Auckland').keep).toHaveLength(1);
    expect(applyRetention(backups, { ...none, days: 9 }, 'Pacific/Honolulu').keep).toHaveLength(1);
    expect(applyRetention(backups, { ...none, days: 9 }, 'Asia/Kolkata').keep).toHaveLength(2);
  });

  test('an empty file never stands for a good one, and what came after the last good one stays to be looked at', () => {
    const good = backup('2026-11-18');
    const early = backup('2026-11-10', { good: false });
    const late = [backup('2026-11-19', { good: false }), backup('2026-11-20', { good: false })];
    const { keep, purge } = applyRetention([early, good, ...late], { ...none, days: 1 }, 'UTC');
    expect([keep, purge]).toEqual([[good, ...late], [early]]);
    expect(applyRetention([early, ...late], { ...none, days: 1 }, 'UTC').purge).toEqual([]);
  });

  test('one file never pushes out another: each series is kept for itself', () => {
    const backups = [...daily('2026-11-01', 5), ...daily('2026-10-01', 5).map((one) => ({ ...one, series: 'b' }))];
    expect(keptDates(backups, { days: 1 })).toEqual(['2026-10-05', '2026-11-05']);
  });

  test('a series is told from the name without its numbers', () => {
    expect(seriesOf('acme-2026-11-21_0258.zip')).toBe(seriesOf('acme-2026-11-20_0301.zip'));
    expect(seriesOf('acme-2026-11-21.zip')).not.toBe(seriesOf('birch-2026-11-21.zip'));
  });
});

describe('whatever the backups and the rule', () => {
  const instant = fc
    .integer({ min: Date.parse('2019-12-20T00:00:00.000Z'), max: Date.parse('2026-12-31T00:00:00.000Z') })
    .map((ms) => new Date(ms).toISOString());
  const backups = fc
    .array(fc.record({ date: instant, series: fc.constantFrom('a', 'b'), good: fc.boolean() }), { maxLength: 40 })
    .map((list) => list.map((one, index) => ({ ...one, id: String(index).padStart(3, '0') })));
  const count = fc.integer({ min: 0, max: 6 });
  const rule = fc.record({ days: count, weeks: count, months: count, years: count });
  const zone = fc.constantFrom('UTC', 'Europe/Berlin', 'Pacific/Auckland', 'America/St_Johns', 'Pacific/Apia');
  const holds = (law: (list: RetentionInput[], keeping: RetentionRule, timeZone: string) => void) =>
    fc.assert(fc.property(backups, rule, zone, law), { numRuns: 150 });
  const ids = (list: RetentionInput[]) => list.map(({ id }) => id);

  test('each backup is kept or goes, and never both', () =>
    holds((list, keeping, timeZone) => {
      const { keep, purge } = applyRetention(list, keeping, timeZone);
      expect([...ids(keep), ...ids(purge)].toSorted()).toEqual(ids(list));
    }));

  test('the newest good backup of each series stays', () =>
    holds((list, keeping, timeZone) => {
      const { purge } = applyRetention(list, keeping, timeZone);
      for (const series of ['a', 'b']) {
        const good = list.filter((one) => one.series === series && one.good);
        const newest = good.toSorted((a, b) => (a.date < b.date ? 1 : -1))[0]?.date;
        const remaining = good.filter((one) => !purge.includes(one)).map(({ date }) => date);
        if (newest) expect(remaining).toContain(newest);
      }
    }));

  test('to purge what is left removes nothing more', () =>
    holds((list, keeping, timeZone) => {
      expect(applyRetention(applyRetention(list, keeping, timeZone).keep, keeping, timeZone).purge).toEqual([]);
    }));

  test('to keep more never removes more', () =>
    holds((list, keeping, timeZone) => {
      const none = Object.values(keeping).every((value) => value === 0);
      const more = { ...keeping, days: keeping.days + 1, months: keeping.months + 1 };
      const before = new Set(ids(applyRetention(list, keeping, timeZone).keep));
      const after = new Set(ids(applyRetention(list, more, timeZone).keep));
      if (!none) expect([...before].filter((id) => !after.has(id))).toEqual([]);
    }));

  test('the order in which they are given does not matter', () =>
    holds((list, keeping, timeZone) => {
      const turned = applyRetention(list.toReversed(), keeping, timeZone);
      expect(ids(turned.keep).toSorted()).toEqual(ids(applyRetention(list, keeping, timeZone).keep));
    }));
});
