// The first rows of a list are drawn at once: no commit without them comes before.
// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react';
import { Profiler } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { rowsOf } from '#app/ui/list/list-lines.ts';
import type { ListDescription } from '#app/ui/list/list-types.ts';
import { Screen } from '#app/ui/layout/screen.tsx';
import { ListView } from '#app/ui/list/list-view.tsx';

const list: ListDescription<string> = {
  label: 'Fruit',
  keyOf: (name) => name,
  nameOf: (name) => name,
  rowHeight: 100,
  renderRow: (name) => name,
  columns: [{ id: 'name', header: 'Name', width: 100, cell: (name) => name }],
};

const rows = rowsOf([{ key: 'all', items: ['apple', 'pear'] }]);
const drawnRows = () => document.querySelectorAll('[data-position]').length;

/** The number of rows after each commit of a list that is shown on a page that is there already. */
function rowsAfterCommits(table: boolean): number[] {
  const counts: number[] = [];
  const view = (
    <Profiler id="list" onRender={() => counts.push(drawnRows())}>
      <ListView list={list} rows={rows} placeId="fruit" onNavigate={vi.fn()} table={table} />
    </Profiler>
  );
  const { rerender } = render(<Screen>{null}</Screen>);
  rerender(<Screen>{view}</Screen>);
  return counts;
}

beforeEach(() => {
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(800);
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(1440);
  Element.prototype.scrollTo = vi.fn();
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
