// The sizes of the newest backups against what was usual: bars, and a table for screen readers.
// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { SizeChart } from '#app/features/backups/size-chart.tsx';
import type { Backup } from '#app/features/systems/system-days.ts';

const now = Date.parse('2026-11-21T03:12:00.000Z');
const GB = 1e9;
/** One backup a night, newest first. */
const nights = (...sizes: readonly number[]): Backup[] =>
  sizes.map((size, index) => {
    const date = new Date(now - index * 86_400_000).toISOString();
    return { id: `b${index}`, date, size: size * GB, file: 'ledger.tar' } as Backup;
  });
const draw = (backups: readonly Backup[], fresh = true) =>
  render(<SizeChart backups={backups} fresh={fresh} now={now} />).container;
const rowsOf = (chart: Element) =>
  [...chart.querySelectorAll('tbody tr')].map((row) => [...row.children].map((cell) => cell.textContent));

afterEach(cleanup);

test('each size stands in a table with its difference to the usual one, oldest first', () => {
  const rows = rowsOf(draw(nights(2, 10, 10, 10, 10)));
  expect(rows.map(([, size, difference]) => [size, difference])).toEqual([
    ['10 GB', ''],
    ['10 GB', ''],
    ['10 GB', ''],
    ['10 GB', 'as usual'],
    ['2 GB', '80% smaller than usual'],
  ]);
  expect(rows.at(-1)![0]).toContain('Nov 21');
});

test('a bar outside the usual range is marked, and ends below or above it', () => {
  const chart = draw(nights(2, 10, 10, 10, 30, 10, 10, 10));
  const ends = [...chart.querySelectorAll('[data-unusual]')].map((bar) => {
    const range = bar.previousElementSibling!;
    const top = (el: Element) => Number(el.getAttribute('y'));
    const bottom = top(range) + Number(range.getAttribute('height'));
    return [bar.getAttribute('data-unusual'), top(bar) < top(range) ? 'above' : top(bar) > bottom ? 'below' : 'in it'];
  });
  expect(ends).toEqual([
    ['large', 'above'],
    ['small', 'below'],
  ]);
});

test('of many backups the newest thirty are drawn, and backups of 0 bytes have bars too', () => {
  expect(rowsOf(draw(nights(...Array<number>(40).fill(10))))).toHaveLength(30);
  cleanup();
  const empty = draw(nights(0, 0, 0, 0));
  expect(
    [...empty.querySelectorAll('rect')].every(
      (bar) => !/NaN|Infinity|-/.test(bar.outerHTML.replace(/class="[^"]*"/, '')),
    ),
  ).toBe(true);
});

test('a backup with a fault is neither drawn nor part of what is usual', () => {
  const backups = nights(10, 10, 10, 10, 90).map((one, index) =>
    index === 4 ? { ...one, fault: 'size' as const } : one,
  );
  expect(rowsOf(draw(backups)).map(([, size]) => size)).toEqual(['10 GB', '10 GB', '10 GB', '10 GB']);
});

test('without a usual size there is no chart, and without a connection it has no colours', () => {
  expect(draw(nights(10, 10, 10)).innerHTML).toBe('');
  cleanup();
  expect(draw(nights(10, 10, 10, 10), false).querySelector('[data-stale]')).not.toBeNull();
});
