// The timeline of a retention as a table for screen readers.
// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { timelineOf } from '#app/features/retentions/rule-timeline.ts';
import { TimelineChart } from '#app/features/retentions/timeline-chart.tsx';
import type { RetentionRule } from '#contract/retention.ts';

const none = { days: 0, weeks: 0, months: 0, years: 0 };
/** Friday, 20 November 2026. */
const today = Date.parse('2026-11-20T00:00:00Z') / 86_400_000;

const plainText = ({ textContent }: Element): string => textContent.replaceAll('\u00a0', ' ');

function tableOf(rule: RetentionRule, saved: RetentionRule): string[][] {
  const timeline = timelineOf(rule, saved, today);
  const { container } = render(
    <TimelineChart timeline={timeline} rule={rule} now={today * 86_400_000} compares={true} />,
  );
  return [...container.querySelectorAll('tbody tr')].map((row) => [...row.children].map(plainText));
}

afterEach(cleanup);

test('each unit has the number of backups that stay, and of those that the change would purge', () =>
  expect(tableOf({ ...none, days: 7, weeks: 4 }, { ...none, days: 10, weeks: 4 })).toEqual([
    ['4 weeks', '2', '0'],
    ['7 days', '7', '3'],
  ]));

test('against a rule that keeps everything, all others would be purged', () =>
  expect(tableOf({ ...none, days: 7 }, none)).toEqual([['7 days', '7', 'All others']]));

test('a rule that keeps everything has no numbers', () => expect(tableOf(none, { ...none, days: 7 })).toEqual([]));
