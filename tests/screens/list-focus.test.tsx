// The focus in a list whose rows change their places: it stays with its record.
// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Screen } from '#app/ui/layout/screen.tsx';
import { rowsOf } from '#app/ui/list/list-lines.ts';
import type { ListDescription } from '#app/ui/list/list-types.ts';
import { ListView } from '#app/ui/list/list-view.tsx';
import { layOut } from './layout.ts';

const list: ListDescription<string> = {
  label: 'Fruit',
  keyOf: (name) => name,
  nameOf: (name) => name,
  hrefOf: (name) => `/fruit?id=${name}`,
  rowHeight: 100,
  renderRow: (name) => name,
  columns: [{ id: 'name', header: 'Name', width: 100, link: true, cell: (name) => name }],
};
const onNavigate = vi.fn();
const listOf = (names: readonly string[], table: boolean) => (
  <ListView
    list={list}
    rows={rowsOf([{ key: 'all', items: names }])}
    table={table}
    placeId={`focus ${table}`}
    onNavigate={onNavigate}
  />
);
const view = (names: readonly string[], table: boolean) => <Screen>{listOf(names, table)}</Screen>;
const others = Array.from({ length: 200 }, (_, index) => `other ${index}`);
const linkOf = (name: string) => screen.getByText(name).closest<HTMLElement>('[data-row]') as HTMLElement;
const drawn = () => document.querySelectorAll('[data-position]').length;

beforeEach(() => {
  layOut(390);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
  onNavigate.mockReset();
});

for (const [form, table] of [
  ['rows', false],
  ['the table', true],
] as const) {
  test(`of ${form} goes with the record when another one comes before it, and Enter opens the same`, () => {
    const { rerender } = render(view(['apple', 'pear', 'plum'], table));
    linkOf('pear').focus();
    for (const names of [
      ['plum', 'apple', 'pear'],
      ['pear', 'quince', 'plum', 'apple'],
    ])
      rerender(view(names, table));
    const { activeElement } = document;
    expect(activeElement?.textContent).toBe('pear');
    fireEvent.click(activeElement as Element);
    expect(onNavigate).toHaveBeenCalledExactlyOnceWith('/fruit?id=pear');
    fireEvent.keyDown(activeElement as Element, { key: 'j' });
    expect(document.activeElement?.textContent).toBe('quince');
  });

  test(`of ${form} stays on a record that goes out of sight, which is still on the page`, async () => {
    const { rerender } = render(view(['pear', ...others], table));
    linkOf('pear').focus();
    rerender(view([...others, 'pear'], table));
    expect(document.activeElement?.textContent).toBe('pear');
    expect(document.activeElement?.closest('[data-position]')?.getAttribute('data-position')).toBe('200');
    const withFocus = drawn();
    await act(async () => (document.activeElement as HTMLElement).blur());
    rerender(view([...others], table));
    expect(document.activeElement).toBe(document.body);
    expect(drawn()).toBe(withFocus - 1);
  });

  test(`of ${form} goes to the row in its place when its record leaves the list`, () => {
    const { rerender } = render(view(['apple', 'pear', 'plum'], table));
    linkOf('pear').focus();
    rerender(view(['apple', 'plum'], table));
    expect(document.activeElement?.textContent).toBe('plum');
    rerender(view(['apple'], table));
    expect(document.activeElement?.textContent).toBe('apple');
  });
}

for (const table of [false, true])
  test(`of ${table ? 'the table' : 'rows'} goes to the title when the last record leaves and nothing else has it`, () => {
    const page = (names: readonly string[]) => (
      <Screen title="Fruit">
        {names.length > 0 && listOf(names, table)}
        <button type="button">Add</button>
      </Screen>
    );
    const { rerender } = render(page(['apple']));
    linkOf('apple').focus();
    rerender(page([]));
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
    rerender(page(['apple']));
    linkOf('apple').focus();
    screen.getByText('Add').focus();
    rerender(page([]));
    expect(document.activeElement).toBe(screen.getByText('Add'));
  });

for (const table of [false, true]) {
  const form = table ? 'the table' : 'rows';
  const names = ['apple', 'pear', 'plum'];
  const loaded = (rows: readonly (string | undefined)[]) => (
    <Screen>
      <ListView
        list={list}
        rows={{
          ...rowsOf([{ key: 'all', items: names }]),
          rowAt: (_group, index) => rows[index],
        }}
        table={table}
        placeId={`loading ${table}`}
        onNavigate={onNavigate}
      />
      <button type="button">Add</button>
    </Screen>
  );

  test(`of ${form} waits for a row that is loaded a second after its key`, async () => {
    vi.useFakeTimers();
    const { rerender } = render(loaded(['apple', 'pear']));
    linkOf('pear').focus();
    fireEvent.keyDown(document.body, { key: 'j' });
    await act(async () => vi.advanceTimersByTime(1000));
    expect(document.activeElement?.textContent).toBe('pear');
    rerender(loaded(names));
    await act(async () => vi.advanceTimersByTime(100));
    expect(document.activeElement?.textContent).toBe('plum');
  });

  test(`of ${form} stays with a button that was pressed while the row was loading`, async () => {
    vi.useFakeTimers();
    const { rerender } = render(loaded(['apple', 'pear']));
    linkOf('pear').focus();
    fireEvent.keyDown(document.body, { key: 'j' });
    screen.getByText('Add').focus();
    rerender(loaded(names));
    await act(async () => vi.advanceTimersByTime(1000));
    expect(document.activeElement).toBe(screen.getByText('Add'));
  });
}

test('two pages of different age that both have a record draw it twice, and then once', () => {
  const { rerender } = render(view(['apple', 'pear', 'apple'], false));
  expect(drawn()).toBe(3);
  rerender(view(['pear', 'apple'], false));
  expect([...document.querySelectorAll('[data-position]')].map((row) => row.textContent)).toEqual(['pear', 'apple']);
});
