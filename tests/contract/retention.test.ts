// Retention (grandfather-father-son rotation) by the calendar of a time zone.
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
const retainedDates = (backups: RetentionInput[], rule: Partial<RetentionRule>, timeZone = 'UTC') =>
  applyRetention(backups, { ...none, ...rule }, timeZone)
    .retain.map(({ date }) => date.slice(0, 10))
    .toSorted();
const daily = (from: string, count: number): RetentionInput[] =>
  Array.from({ length: count }, (_, day) =>
    backup(new Date(Date.parse(`${from}T12:00:00.000Z`) + day * 86_400_000).toISOString()),
  );

describe('retention', () => {
  test('all zero retains everything', () => {
    const backups = daily('2026-01-01', 400);
    expect(applyRetention(backups, none, 'UTC')).toEqual({ retain: backups, purge: [] });
  });

  test('of two backups of the same moment the one with the later id is the newer', () => {
    const [a, b] = ['a', 'b'].map((id) => ({ ...backup('2026-11-20'), id }));
    const earlier = { ...backup('2026-11-19'), id: 'z' };
    for (const backups of [
      [a!, b!, earlier],
      [earlier, b!, a!],
    ])
      expect(applyRetention(backups, { ...none, days: 1 }, 'UTC').retain.map(({ id }) => id)).toEqual(['b']);
  });

  test('one of each unit is a rule, and purges', () => {
    const backups = daily('2026-01-01', 40);
    expect(applyRetention(backups, { ...none, days: 1, weeks: 1 }, 'UTC').purge).toHaveLength(39);
    expect(applyRetention(backups, { ...none, weeks: 2, months: 2 }, 'UTC').purge).toHaveLength(37);
  });

  test('the series of a file is its name without its numbers, however long they are', () => {
    expect(seriesOf('db-2026-11-21.zip')).toBe('db-#-#-#.zip');
    expect(seriesOf('db-2026-11-21.zip')).toBe(seriesOf('db-2027-1-9.zip'));
    expect(seriesOf('notes.txt')).toBe('notes.txt');
  });

  test('three days are the newest three days with a backup, not the last three of the calendar', () => {
    const backups = ['2026-11-01', '2026-11-02', '2026-11-10', '2026-11-20'].map((day) => backup(day));
    expect(retainedDates(backups, { days: 3 })).toEqual(['2026-11-02', '2026-11-10', '2026-11-20']);
  });

  test('the newest good backup of each series is retained, and all after it, whatever the rule', () => {
    const count = fc.integer({ min: 0, max: 3 });
    const rules = fc.record({ days: count, weeks: count, months: count, years: count });
    const one = fc.record({
      hour: fc.integer({ min: 0, max: 2000 }),
      good: fc.boolean(),
      series: fc.constantFrom('a', 'b'),
    });
    fc.assert(
      fc.property(fc.array(one, { maxLength: 30 }), rules, (made, rule) => {
        const backups = made.map(({ hour, good, series }, index) => {
          const date = new Date(Date.parse('2026-01-01T00:00:00.000Z') + hour * 3_600_000).toISOString();
          return { ...backup(date, { good, series }), id: String(index).padStart(3, '0') };
        });
        const { purge } = applyRetention(backups, rule, 'UTC');
        for (const purged of purge) {
          const isNewerGood = ({ good, series, date }: RetentionInput) =>
            good && series === purged.series && date >= purged.date;
          expect(backups.some((other) => other.id !== purged.id && isNewerGood(other))).toBe(true);
        }
      }),
    );
    const tornLast = [backup('2026-11-19'), backup('2026-11-20', { good: false })];
    expect(applyRetention(tornLast, { ...none, days: 1 }, 'UTC').purge).toEqual([]);
  });

  test('the newest backup of a day is retained', () => {
    const backups = [backup('2026-11-20T01:00:00.000Z'), backup('2026-11-20T23:00:00.000Z')];
    expect(applyRetention(backups, { ...none, days: 5 }, 'UTC').purge).toEqual([backups[0]]);
  });

  test('weeks end on Sunday, months and years on their last day', () => {
    const year = daily('2025-12-20', 337);
    expect(retainedDates(year, { weeks: 2 })).toEqual(['2026-11-15', '2026-11-21']);
    expect(retainedDates(year, { months: 3 })).toEqual(['2026-09-30', '2026-10-31', '2026-11-21']);
    expect(retainedDates(year, { years: 2 })).toEqual(['2025-12-31', '2026-11-21']);
  });

  test('a backup is retained if any unit retains it', () => {
    expect(retainedDates(daily('2026-10-01', 52), { days: 2, months: 2 })).toEqual([
      '2026-10-31',
      '2026-11-20',
      '2026-11-21',
    ]);
  });

  test('days begin in the time zone of the organization', () => {
    // 23:30 in Berlin is still the 20th; in Auckland it is the 21st already.
    const backups = [backup('2026-11-20T11:30:00.000Z'), backup('2026-11-20T22:30:00.000Z')];
    expect(applyRetention(backups, { ...none, days: 9 }, 'Europe/Berlin').retain).toHaveLength(1);
    expect(applyRetention(backups, { ...none, days: 9 }, 'Pacific/Auckland').retain).toHaveLength(1);
    expect(applyRetention(backups, { ...none, days: 9 }, 'Pacific/Honolulu').retain).toHaveLength(1);
    expect(applyRetention(backups, { ...none, days: 9 }, 'Asia/Kolkata').retain).toHaveLength(2);
  });

  test('an empty file does not count as a backup, and files after the newest good backup are retained', () => {
    const good = backup('2026-11-18');
    const early = backup('2026-11-10', { good: false });
    const late = [backup('2026-11-19', { good: false }), backup('2026-11-20', { good: false })];
    const { retain, purge } = applyRetention([early, good, ...late], { ...none, days: 1 }, 'UTC');
    expect([retain, purge]).toEqual([[good, ...late], [early]]);
    expect(applyRetention([early, ...late], { ...none, days: 1 }, 'UTC').purge).toEqual([]);
  });

  test('the rule applies to each series separately, so one file never displaces another', () => {
    const backups = [...daily('2026-11-01', 5), ...daily('2026-10-01', 5).map((one) => ({ ...one, series: 'b' }))];
    expect(retainedDates(backups, { days: 1 })).toEqual(['2026-10-05', '2026-11-05']);
  });

  test('the series of a file is its name without numbers', () => {
    expect(seriesOf('acme-2026-11-21_0258.zip')).toBe(seriesOf('acme-2026-11-20_0301.zip'));
    expect(seriesOf('acme-2026-11-21.zip')).not.toBe(seriesOf('birch-2026-11-21.zip'));
  });
});

describe('for any backups and any rule', () => {
  const instant = fc
    .integer({ min: Date.parse('2019-12-20T00:00:00.000Z'), max: Date.parse('2026-12-31T00:00:00.000Z') })
    .map((ms) => new Date(ms).toISOString());
  const backups = fc
    .array(fc.record({ date: instant, series: fc.constantFrom('a', 'b'), good: fc.boolean() }), { maxLength: 40 })
    .map((list) => list.map((one, index) => ({ ...one, id: String(index).padStart(3, '0') })));
  const count = fc.integer({ min: 0, max: 6 });
  const rules = fc.record({ days: count, weeks: count, months: count, years: count });
  const zone = fc.constantFrom('UTC', 'Europe/Berlin', 'Pacific/Auckland', 'America/St_Johns', 'Pacific/Apia');
  const holds = (check: (list: RetentionInput[], rule: RetentionRule, timeZone: string) => void) =>
    fc.assert(fc.property(backups, rules, zone, check), { numRuns: 150 });
  const ids = (list: RetentionInput[]) => list.map(({ id }) => id);

  test('each backup is either retained or purged', () =>
    holds((list, rule, timeZone) => {
      const { retain, purge } = applyRetention(list, rule, timeZone);
      expect([...ids(retain), ...ids(purge)].toSorted()).toEqual(ids(list));
    }));

  test('the newest good backup of each series is retained', () =>
    holds((list, rule, timeZone) => {
      const { purge } = applyRetention(list, rule, timeZone);
      for (const series of ['a', 'b']) {
        const good = list.filter((one) => one.series === series && one.good);
        const newest = good.toSorted((a, b) => (a.date < b.date ? 1 : -1))[0]?.date;
        const remaining = good.filter((one) => !purge.includes(one)).map(({ date }) => date);
        if (newest) expect(remaining).toContain(newest);
      }
    }));

  test('purging twice removes nothing more', () =>
    holds((list, rule, timeZone) => {
      expect(applyRetention(applyRetention(list, rule, timeZone).retain, rule, timeZone).purge).toEqual([]);
    }));

  test('a larger rule never removes more', () =>
    holds((list, rule, timeZone) => {
      const none = Object.values(rule).every((value) => value === 0);
      const more = { ...rule, days: rule.days + 1, months: rule.months + 1 };
      const before = new Set(ids(applyRetention(list, rule, timeZone).retain));
      const after = new Set(ids(applyRetention(list, more, timeZone).retain));
      if (!none) expect([...before].filter((id) => !after.has(id))).toEqual([]);
    }));

  test('the order of the backups does not matter', () =>
    holds((list, rule, timeZone) => {
      const turned = applyRetention(list.toReversed(), rule, timeZone);
      expect(ids(turned.retain).toSorted()).toEqual(ids(applyRetention(list, rule, timeZone).retain));
    }));
});
