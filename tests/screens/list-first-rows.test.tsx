// The first rows of a list on a desk: the table is loaded before them.
// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { rowsOf } from '#app/ui/list/list-lines.ts';
import type { ListDescription } from '#app/ui/list/list-types.ts';
import { ListView } from '#app/ui/list/list-view.tsx';

// A desk, before the list is imported.
vi.hoisted(() => {
  Object.assign(globalThis, { matchMedia: () => ({ matches: true, addEventListener() {}, removeEventListener() {} }) });
});

const list: ListDescription<string> = {
  label: 'Fruit',
  keyOf: (name) => name,
  nameOf: (name) => name,
  rowHeight: 100,
  renderRow: (name) => name,
  columns: [{ id: 'name', header: 'Name', width: 100, cell: (name) => name }],
};

beforeEach(() => {
  Element.prototype.scrollTo = vi.fn();
});
afterEach(cleanup);

test('the table is drawn at once where it was loaded before its rows', async () => {
  await import('#app/ui/list/list-table.tsx');
  const rows = rowsOf([{ key: 'all', items: ['apple', 'pear'] }]);
  render(<ListView list={list} rows={rows} placeId="fruit" onNavigate={vi.fn()} table />);
  expect(screen.getByRole('table', { name: 'Fruit' })).not.toBeNull();
});
