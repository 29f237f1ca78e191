// The edge of a column: a drag that is cancelled gives the column its width back.
// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { rowsOf } from '#app/ui/list/list-lines.ts';
import type { ListDescription } from '#app/ui/list/list-types.ts';
import { ListView } from '#app/ui/list/list-view.tsx';

const list: ListDescription<string> = {
  label: 'Fruit',
  keyOf: (name) => name,
  nameOf: (name) => name,
  rowHeight: 100,
  renderRow: (name) => name,
  columns: [{ id: 'name', header: 'Name', width: 160, grow: 1, cell: (name) => name }],
};
const onLayout = vi.fn();

beforeEach(() => {
  Element.prototype.setPointerCapture = vi.fn();
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(160);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  onLayout.mockReset();
});

test.each([
  ['the system', (edge: HTMLElement) => fireEvent.pointerCancel(edge)],
  ['Escape', (edge: HTMLElement) => fireEvent.keyDown(edge, { key: 'Escape' })],
])('that %s cancels gives the width back, and a later move changes nothing', (_, cancel) => {
  const rows = rowsOf([{ key: 'all', items: ['apple'] }]);
  render(<ListView list={list} rows={rows} table placeId="edge" onNavigate={vi.fn()} onLayout={onLayout} />);
  const columns = () => screen.getByRole('table').style.getPropertyValue('--columns');
  const edge = screen.getByRole('separator', { name: 'Width of Name' });
  const before = columns();
  fireEvent.pointerDown(edge, { button: 0, clientX: 100 });
  fireEvent.pointerMove(edge, { clientX: 180 });
  expect(columns()).toBe('15rem');
  cancel(edge);
  expect(columns()).toBe(before);
  fireEvent.pointerMove(edge, { clientX: 200 });
  fireEvent.pointerUp(edge, { clientX: 200 });
  expect(columns()).toBe(before);
  expect(onLayout).not.toHaveBeenCalled();
});
