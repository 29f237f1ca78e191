// Two lists on one page, a list beside a record with a list of its own: keys act in the one with the focus.
// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Screen } from '#app/ui/layout/screen.tsx';
import { rowsOf } from '#app/ui/list/list-lines.ts';
import type { ListDescription } from '#app/ui/list/list-types.ts';
import { ListView } from '#app/ui/list/list-view.tsx';
import { type SelectedRows, useSelection } from '#app/ui/list/selection.ts';
import { layOut } from './layout.ts';

const listOf = (label: string): ListDescription<string> => ({
  label,
  keyOf: (name) => name,
  nameOf: (name) => name,
  hrefOf: (name) => `/${label}?id=${name}`,
  rowHeight: 100,
  renderRow: (name) => name,
});
const [fruit, wood] = [listOf('Fruit'), listOf('Wood')];

function List({ list, names }: { list: ListDescription<string>; names: readonly string[] }) {
  const selection = useSelection(useState<SelectedRows<string>>(new Map()), true);
  const searchId = `find ${list.label}`;
  return (
    <Screen>
      <ListView
        list={list}
        rows={rowsOf([{ key: 'all', items: names }])}
        selection={selection}
        placeId={list.label}
        searchId={searchId}
        onNavigate={() => undefined}
      />
      <input id={searchId} />
    </Screen>
  );
}

const linkOf = (name: string) => screen.getByText(name).closest<HTMLElement>('[data-row]') as HTMLElement;
const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key });
const selected = () => screen.queryAllByRole('checkbox', { checked: true }).map((row) => row.textContent);

beforeEach(() => layOut(390));
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

test('j, k, x and / act in the list with the focus', () => {
  render(
    <>
      <List list={fruit} names={['apple', 'pear']} />
      <List list={wood} names={['oak', 'ash']} />
    </>,
  );
  for (const [first, second, label] of [
    ['apple', 'pear', 'Fruit'],
    ['oak', 'ash', 'Wood'],
  ] as const) {
    linkOf(first).focus();
    press('j');
    expect(document.activeElement?.textContent).toBe(second);
    press('x');
    expect(selected()).toContain(second);
    press('/');
    expect(document.activeElement?.id).toBe(`find ${label}`);
  }
});

test('a range begins at the row that was pressed, also where a live change has moved it', () => {
  const { rerender } = render(<List list={fruit} names={['apple', 'pear', 'plum', 'quince']} />);
  fireEvent.contextMenu(linkOf('pear'));
  rerender(<List list={fruit} names={['fig', 'kiwi', 'apple', 'pear', 'plum', 'quince']} />);
  fireEvent.click(linkOf('quince'), { shiftKey: true });
  expect(selected()).toEqual(['pear', 'plum', 'quince']);
});

test('a range from a row that has left the list is the pressed row alone', () => {
  const { rerender } = render(<List list={fruit} names={['apple', 'pear', 'plum']} />);
  fireEvent.contextMenu(linkOf('apple'));
  rerender(<List list={fruit} names={['pear', 'plum']} />);
  fireEvent.click(linkOf('plum'), { shiftKey: true });
  expect(selected()).toEqual(['plum']);
});
