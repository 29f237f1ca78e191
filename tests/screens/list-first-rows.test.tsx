// The first rows of a list are drawn at once: no commit without them comes before.
// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react';
import { Profiler } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { rowsOf } from '#app/ui/list/list-lines.ts';
import { positionOf } from '#app/ui/list/list-position.ts';
import type { ListDescription } from '#app/ui/list/list-types.ts';
import { Screen } from '#app/ui/layout/screen.tsx';
import { ListView } from '#app/ui/list/list-view.tsx';
import { layOut } from './layout.ts';

const list: ListDescription<string> = {
  label: 'Fruit',
  keyOf: (name) => name,
  nameOf: (name) => name,
  rowHeight: 100,
  renderRow: (name) => name,
  hrefOf: (name) => `/${name}`,
  columns: [{ id: 'name', header: 'Name', width: 100, link: true, cell: (name) => name }],
};

const rows = rowsOf([{ key: 'all', items: ['apple', 'pear'] }]);
const many = rowsOf([{ key: 'all', items: Array.from({ length: 40 }, (_, index) => `fruit ${index}`) }]);
const drawnRows = () => document.querySelectorAll('[data-position]').length;

/** The number of rows after each commit of a list that is shown on a page that is there already. */
function rowsAfterCommits(table: boolean, shown = rows): number[] {
  const counts: number[] = [];
  const view = (
    <Profiler id="list" onRender={() => counts.push(drawnRows())}>
      <ListView list={list} rows={shown} placeId="fruit" onNavigate={vi.fn()} table={table} />
    </Profiler>
  );
  const { rerender } = render(<Screen>{null}</Screen>);
  rerender(<Screen>{view}</Screen>);
  return counts;
}

beforeEach(() => {
  layOut(1440);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

test('the first commit of a list has its rows', () => {
  expect(rowsAfterCommits(false)[0]).toBe(2);
});

test('the first commit of a table has its rows', () => {
  expect(rowsAfterCommits(true)[0]).toBe(2);
});

test('the first commit of a long table has the first rows alone, and the rest follow by themselves', async () => {
  const counts = rowsAfterCommits(true, many);
  expect(counts[0]).toBe(6);
  await expect.poll(drawnRows).toBeGreaterThan(22);
});

test('a table that is shown again keeps its place while the row that has the focus is not drawn yet', async () => {
  Object.assign(positionOf('fruit'), { active: 15, byKey: true });
  expect(rowsAfterCommits(true, many)[0]).toBe(6);
  await expect.poll(() => document.activeElement?.closest('[data-position]')?.getAttribute('data-position')).toBe('15');
  expect(Element.prototype.scrollTo).not.toHaveBeenCalledWith({ top: expect.any(Number) });
});
