// The sentence and the timeline of a retention: what stays of a daily series, and what a change would purge.
import { describe, expect, test } from 'vitest';
import { followersText, isValidRule, ruleSentence, shortRule } from '#app/features/retentions/retention-rule.ts';
import { timelineOf } from '#app/features/retentions/rule-timeline.ts';
import { HANG_HEIGHT, drawTimeline } from '#app/features/retentions/timeline-geometry.ts';
import { applyRetention } from '#contract/retention.ts';
import { dayName } from '#contract/time/calendar.ts';

const reader = { locale: 'en-US' };
const none = { days: 0, weeks: 0, months: 0, years: 0 };
const standard = { days: 14, weeks: 8, months: 12, years: 2 };
/** Friday, 20 November 2026. */
const today = Date.parse('2026-11-20T00:00:00Z') / 86_400_000;

const plain = (text: string): string => text.replaceAll('\u00a0', ' ');
const sum = (counts: readonly number[]): number => counts.reduce((all, count) => all + count, 0);

describe('the rule in words', () => {
  test('a list shows a short form without the units that are zero', () => {
    expect(plain(shortRule(standard))).toBe('14 d, 8 w, 12 m, 2 y');
    expect(plain(shortRule({ ...none, weeks: 6 }))).toBe('6 w');
    expect(shortRule(none)).toBe('Everything is kept');
  });

  test('a sentence names every unit, in the singular for one backup', () => {
    expect(plain(ruleSentence(standard, reader))).toBe('14 days, 8 weeks, 12 months, and 2 years stay.');
    expect(plain(ruleSentence({ ...none, days: 1 }, reader))).toBe('1 day stays.');
    expect(ruleSentence(none, reader)).toBe('Everything is kept.');
  });

  test('a sentence counts the systems that use it', () => {
    expect([0, 1, 23].map(followersText)).toEqual(['No system uses it.', '1 system uses it.', '23 systems use it.']);
  });

  test('an incomplete number is not a rule', () => {
    expect(isValidRule(standard)).toBe(true);
    expect(
      [{ days: NaN }, { days: 1.5 }, { days: -1 }, { years: 1001 }].some((part) => isValidRule({ ...none, ...part })),
    ).toBe(false);
  });
});

describe('the timeline', () => {
  const fullSeries = Array.from({ length: 5 * 366 }, (_, age) => ({
    id: String(age),
    date: `${dayName(today - age)}T12:00:00.000Z`,
    series: 'daily',
    good: true,
  }));

  test.each([standard, { ...none, days: 3, years: 2 }, { ...none, weeks: 60 }, { ...none, months: 30, weeks: 5 }])(
    'of %o keeps as many as the rule keeps of every day of five years',
    (rule) => {
      const { retain } = applyRetention(fullSeries, rule, 'UTC');
      const timeline = timelineOf(rule, null, today);
      expect(timeline.retained).toBe(retain.length);
      expect(dayName(timeline.oldest ?? 0)).toBe(retain.at(-1)?.date.slice(0, 10));
      expect(sum(timeline.groups.map(({ purgedBefore }) => purgedBefore.length))).toBe(retain.length);
    },
  );

  test('begins with the oldest, and gives each backup to its finest unit', () => {
    const timeline = timelineOf({ ...standard, years: 4 }, null, today);
    expect(timeline.groups.map(({ unit }) => unit)).toEqual(['years', 'months', 'weeks', 'days']);
    expect(timeline.groups.at(-1)?.purgedBefore).toHaveLength(14);
  });

  test('keeps everything for a rule of zeros', () => {
    expect(timelineOf(none, standard, today)).toMatchObject({ retained: null, purged: 0, groups: [{ unit: null }] });
  });

  test('counts the backups that the change would purge, each before a retained one', () => {
    const before = { ...standard, days: 30 };
    const now = applyRetention(fullSeries, standard, 'UTC').retain.map(({ id }) => id);
    const gone = applyRetention(fullSeries, before, 'UTC').retain.filter(({ id }) => !now.includes(id));
    const timeline = timelineOf(standard, before, today);
    expect(gone.length).toBeGreaterThan(10);
    expect(timeline.purged).toBe(gone.length);
    expect(sum(timeline.groups.flatMap(({ purgedBefore }) => purgedBefore))).toBe(gone.length);
    expect(timelineOf(before, standard, today).purged).toBe(0);
  });

  test('gives no count of purged backups when the saved rule keeps everything', () => {
    expect(timelineOf(standard, none, today).purged).toBeNull();
  });
});

describe('the drawing', () => {
  test('ends at the right edge and stays within its height', () => {
    const { retained, purged } = drawTimeline(timelineOf(standard, { ...standard, days: 60 }, today), 334);
    const last = retained.at(-1);
    expect(last && last.x + last.width).toBeGreaterThan(330);
    expect(last && last.x + last.width).toBeLessThanOrEqual(334);
    expect(purged.length).toBeGreaterThan(0);
    expect(Math.max(...purged.map(({ height }) => height))).toBeLessThanOrEqual(HANG_HEIGHT);
    expect(purged.every(({ x }) => retained.some((bar) => bar.x === x))).toBe(true);
  });

  test('draws thousands of days as a few blocks, with space for each group', () => {
    const { retained, spans } = drawTimeline(timelineOf({ ...standard, days: 3000, years: 20 }, null, today), 334);
    expect(retained).toHaveLength(spans.length);
    expect(Math.min(...spans.map(({ width }) => width))).toBeGreaterThanOrEqual(28);
  });
});
