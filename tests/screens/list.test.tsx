// The list kit: rows by place, selection, keys, swipes, what stays while a finger is down, and the desk table.
// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Screen } from '#app/ui/layout/screen.tsx';
import { limitGroups, linesOf, rowsOf } from '#app/ui/list/list-lines.ts';
import { ListSearchBox } from '#app/ui/list/list-tools.tsx';
import type { ListDescription, ListRows } from '#app/ui/list/list-types.ts';
import { ListView } from '#app/ui/list/list-view.tsx';
import { type SelectedRows, useSelection } from '#app/ui/list/selection.ts';
import { columnsThatFit, directionOf, gridOf, nextSort } from '#app/ui/list/table-columns.ts';
import { layOut } from './layout.ts';

interface Fruit {
  id: string;
  name: string;
}
const fruit = (name: string): Fruit => ({ id: name, name });
const onSwipe = vi.fn();
const drawn = vi.fn();
const list: ListDescription<Fruit> = {
  label: 'Fruit',
  keyOf: ({ id }) => id,
  nameOf: ({ name }) => name,
  hrefOf: ({ id }) => `/fruit?id=${id}`,
  rowHeight: 100,
  renderRow({ name }) {
    drawn(name);
    return name;
  },
  swipeRight: { label: 'Eat', icon: 'check', key: 'a', applies: ({ name }) => name !== 'stone', onSwipe },
  columns: [
    { id: 'name', header: 'Name', width: 100, link: true, sort: { ascending: 'name' }, cell: ({ name }) => name },
    { id: 'size', header: 'Size', width: 100, sort: { ascending: 'small', descending: 'large' }, cell: () => '1' },
  ],
};
const many = (count: number): ListRows<Fruit> =>
  rowsOf([{ key: 'all', items: Array.from({ length: count }, (_, index) => fruit(`fruit ${index}`)) }]);

const onNavigate = vi.fn();
const onSort = vi.fn();
interface ViewProps {
  rows: ListRows<Fruit>;
  limit?: number;
  table?: boolean;
  sort?: string;
  place?: string;
}

function View({ rows, place = 'test', ...more }: ViewProps) {
  const selection = useSelection(useState<SelectedRows<Fruit>>(new Map()), true);
  return (
    <Screen>
      <ListView
        list={list}
        rows={rows}
        selection={selection}
        placeId={place}
        searchId="find"
        onNavigate={onNavigate}
        onSort={onSort}
        {...more}
      />
      <input id="find" aria-label="find" />
    </Screen>
  );
}

const positioned = () => [...document.querySelectorAll<HTMLElement>('[data-position]')];
const linkOf = (name: string) => screen.getByText(name).closest<HTMLElement>('[data-row]') as HTMLElement;
const selected = () => screen.queryAllByRole('checkbox', { checked: true }).map((row) => row.textContent);

beforeEach(() => {
  layOut(390);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  for (const spy of [onSwipe, drawn, onNavigate, onSort]) spy.mockReset();
});

describe('the lines of groups', () => {
  const lines = linesOf([
    { key: 'a', label: 'A', size: 2 },
    { key: 'b', label: 'B', size: 0 },
    { key: 'c', label: 'C', size: 3 },
  ]);

  test('hold a title for each group that has rows', () => {
    expect(lines.count).toBe(7);
    expect(lines.titles).toEqual([0, 3]);
    expect(lines.at(4)).toEqual({ kind: 'row', group: 2, index: 0, position: 2 });
    expect(lines.at(7)).toBeUndefined();
  });

  test('lead from a row to its line and from lines to the rows between them', () => {
    expect([0, 1, 2, 4].map((position) => lines.lineOf(position))).toEqual([1, 2, 4, 6]);
    expect(lines.spans(2, 5)).toEqual([
      { group: 0, first: 1, last: 1 },
      { group: 2, first: 0, last: 1 },
    ]);
  });

  test('stop at the limit over all groups', () => {
    const groups = limitGroups(
      [
        { key: 'a', size: 4 },
        { key: 'b', size: 9 },
        { key: 'c', size: 1 },
      ],
      10,
    );
    expect(groups.map(({ size }) => size)).toEqual([4, 6, 0]);
  });
});

describe('the rows', () => {
  test('are on the page only while they are in sight, and say their place among all', () => {
    render(<View rows={many(5000)} />);
    expect(positioned().length).toBeLessThan(25);
    expect(positioned()[3]?.getAttribute('aria-posinset')).toBe('4');
    expect(positioned()[3]?.getAttribute('aria-setsize')).toBe('5000');
  });

  test('are drawn again only when they change', () => {
    const items = Array.from({ length: 5 }, (_, index) => fruit(`fruit ${index}`));
    const { rerender } = render(<View rows={rowsOf([{ key: 'all', items }])} />);
    drawn.mockReset();
    rerender(<View rows={rowsOf([{ key: 'all', items: items.with(2, fruit('pear')) }])} />);
    expect(drawn.mock.calls).toEqual([['pear']]);
  });

  test('that are not loaded are bars, and are asked for', () => {
    const onVisible = vi.fn();
    render(<View rows={{ groups: [{ key: 'all', size: 50 }], rowAt: () => undefined, onVisible }} />);
    expect(document.querySelectorAll('[aria-busy=true]').length).toBeGreaterThan(5);
    expect(onVisible).toHaveBeenCalledWith([{ group: 0, first: 0, last: expect.any(Number) as number }]);
  });

  test('beyond the limit are left out, and the list asks to be narrowed', () => {
    render(<View rows={many(48)} limit={10} />);
    expect(positioned()).toHaveLength(10);
    screen.getByText('Showing the first 10 of 48. Search or filter to narrow.');
  });

  test('lead to their address, and leave clicks that open a tab to the browser', () => {
    render(<View rows={many(3)} />);
    fireEvent.click(linkOf('fruit 1'));
    expect(onNavigate).toHaveBeenCalledExactlyOnceWith('/fruit?id=fruit 1');
    fireEvent.click(linkOf('fruit 2'), { ctrlKey: true });
    expect(onNavigate).toHaveBeenCalledTimes(1);
  });

  test('stay as they are while a finger is down, and show what came after it', async () => {
    const { rerender } = render(<View rows={rowsOf([{ key: 'all', items: [fruit('apple')] }])} />);
    fireEvent.pointerDown(linkOf('apple'), { button: 0 });
    rerender(<View rows={rowsOf([{ key: 'all', items: [fruit('pear'), fruit('apple')] }])} />);
    expect(positioned().map((row) => row.textContent)).toEqual(['Eatapple']);
    fireEvent.pointerUp(linkOf('apple'));
    await waitFor(() => expect(positioned().map((row) => row.textContent)).toEqual(['Eatpear', 'Eatapple']));
  });
});

describe('a selection', () => {
  test('begins with a long press, goes on with a tap, and ends with Escape', () => {
    vi.useFakeTimers();
    render(<View rows={many(4)} />);
    fireEvent.pointerDown(linkOf('fruit 1'), { button: 0, isPrimary: true, pointerType: 'touch' });
    act(() => vi.advanceTimersByTime(450));
    fireEvent.pointerUp(linkOf('fruit 1'));
    fireEvent.click(linkOf('fruit 1'), { detail: 1 });
    expect(selected()).toEqual(['fruit 1']);
    fireEvent.click(linkOf('fruit 3'));
    expect(selected()).toEqual(['fruit 1', 'fruit 3']);
    expect(onNavigate).not.toHaveBeenCalled();
    fireEvent.keyDown(document.body, { key: 'Escape' });
    expect(selected()).toEqual([]);
    vi.useRealTimers();
  });

  test('is extended by shift-click from the row before', () => {
    render(<View rows={many(6)} />);
    fireEvent.contextMenu(linkOf('fruit 1'));
    fireEvent.click(linkOf('fruit 4'), { shiftKey: true });
    expect(selected()).toEqual(['fruit 1', 'fruit 2', 'fruit 3', 'fruit 4']);
  });

  test('of x takes the row with focus, and j, k walk the rows', () => {
    render(<View rows={many(4)} place="keys" />);
    for (const key of ['j', 'j', 'k', 'j', 'x']) fireEvent.keyDown(document.activeElement ?? document.body, { key });
    expect(document.activeElement?.textContent).toBe('fruit 1');
    expect(selected()).toEqual(['fruit 1']);
    fireEvent.keyDown(document.activeElement as Element, { key: '/' });
    expect(document.activeElement?.id).toBe('find');
  });
});

describe('a swipe', () => {
  const swipe = (name: string) => {
    const row = linkOf(name);
    const at = (x: number) => ({ clientX: x, clientY: 10, button: 0, isPrimary: true, pointerId: 1 });
    fireEvent.pointerDown(row, at(100));
    for (const x of [120, 200, 300]) fireEvent.pointerMove(row, at(x));
    fireEvent.pointerUp(row, at(300));
  };

  test('has a key, which acts on the focused row alone, and only where it applies', () => {
    render(<View rows={rowsOf([{ key: 'all', items: [fruit('apple'), fruit('stone')] }])} />);
    fireEvent.keyDown(document.body, { key: 'a' });
    for (const name of ['stone', 'apple']) {
      linkOf(name).focus();
      fireEvent.keyDown(linkOf(name), { key: 'a' });
    }
    expect(onSwipe).toHaveBeenCalledExactlyOnceWith(fruit('apple'));
  });

  test('past 40 % of the row acts, and only where it applies', () => {
    vi.useFakeTimers();
    render(<View rows={rowsOf([{ key: 'all', items: [fruit('apple'), fruit('stone')] }])} />);
    swipe('stone');
    act(() => vi.advanceTimersByTime(1000));
    expect(onSwipe).not.toHaveBeenCalled();
    swipe('apple');
    act(() => vi.advanceTimersByTime(1000));
    expect(onSwipe).toHaveBeenCalledExactlyOnceWith(fruit('apple'));
    vi.useRealTimers();
  });
});

describe('the search', () => {
  function Box({ onSettled }: { onSettled: (find: string) => void }) {
    const [find, setFind] = useState('');
    const settle = (words: string) => {
      setFind(words);
      onSettled(words);
    };
    return <ListSearchBox id="box" label="Find" value={find} onSettled={settle} />;
  }

  test('waits until the typing pauses', () => {
    vi.useFakeTimers();
    const onSettled = vi.fn();
    render(<Box onSettled={onSettled} />);
    for (const value of ['n', 'na', 'nas']) fireEvent.change(screen.getByLabelText('Find'), { target: { value } });
    act(() => vi.advanceTimersByTime(240));
    expect(onSettled).not.toHaveBeenCalled();
    act(() => vi.advanceTimersByTime(20));
    expect(onSettled).toHaveBeenCalledExactlyOnceWith('nas');
    vi.useRealTimers();
  });
});

describe('the desk table', () => {
  test('is drawn from the same description, and its headers sort', async () => {
    render(<View rows={many(100)} table sort="large" />);
    await screen.findByRole('table', { name: 'Fruit' });
    expect(screen.getByRole('columnheader', { name: 'Size' }).getAttribute('aria-sort')).toBe('descending');
    expect(screen.getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort')).toBe('none');
    fireEvent.click(screen.getByRole('button', { name: 'Size' }));
    fireEvent.click(screen.getByRole('button', { name: 'Name' }));
    expect(onSort.mock.calls).toEqual([['small'], ['name']]);
  });

  test('has a check box in each row, and a row still opens while others are selected', async () => {
    render(<View rows={many(3)} table />);
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Select fruit 1' }));
    expect(screen.getByRole('checkbox', { checked: true }).getAttribute('aria-label')).toBe('Select fruit 1');
    fireEvent.click(linkOf('fruit 2'));
    expect(onNavigate).toHaveBeenCalledExactlyOnceWith('/fruit?id=fruit 2');
  });

  test('drops its last columns first, and never the first two', () => {
    const columns = [100, 200, 300, 50].map((width, index) => ({ id: String(index), width }));
    const idsAt = (width: number, scale?: number) => columnsThatFit(columns, width, scale).map(({ id }) => id);
    expect(idsAt(650)).toEqual(['0', '1', '2', '3']);
    expect(idsAt(649)).toEqual(['0', '1', '2']);
    expect(idsAt(100)).toEqual(['0', '1']);
    expect(idsAt(650, 2)).toEqual(['0', '1']);
    expect(gridOf([{ width: 160 }, { width: 80, grow: 2 }], true)).toBe('2.75rem 10rem minmax(5rem, 2fr)');
  });

  test('knows the columns of an order', () => {
    const size = { sort: { ascending: 'small', descending: 'large' } };
    expect(directionOf(size, 'small')).toBe('asc');
    expect(directionOf(size, 'large')).toBe('desc');
    expect(directionOf(size, 'name')).toBeNull();
    expect(directionOf({}, undefined)).toBeNull();
  });

  test('sorts a column upwards first where it can, and the other way after that', () => {
    const [size, worst] = [{ sort: { ascending: 'small', descending: 'large' } }, { sort: { descending: 'worst' } }];
    expect([nextSort(size, null), nextSort(size, 'asc'), nextSort(size, 'desc')]).toEqual(['small', 'large', 'small']);
    expect([nextSort(worst, null), nextSort(worst, 'desc')]).toEqual(['worst', undefined]);
  });
});
