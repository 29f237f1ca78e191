// The layout of a table: columns chosen, moved and resized, and columns that a later version of the list adds.
import { expect, test } from 'vitest';
import { declaredLayout, layOut, moveColumn, readLayout } from '#app/ui/list/table-layout.ts';

const columns = [
  { id: 'state', width: 100 },
  { id: 'name', width: 200, link: true, grow: 2 },
  { id: 'size', width: 90 },
  { id: 'client', width: 120 },
  { id: 'kind', width: 80, isOptional: true },
];
const idsOf = (layout = declaredLayout) => layOut(columns, layout).map(({ id }) => id);

test('a list shows what it declares, without the optional columns', () => {
  expect(idsOf()).toEqual(['state', 'name', 'size', 'client']);
});

test('columns are hidden and added; those up to the name always stay', () => {
  const shown = { size: false, kind: true, name: false, state: false };
  expect(idsOf({ ...declaredLayout, shown })).toEqual(['state', 'name', 'client', 'kind']);
});

test('of columns without a link the first one always stays', () => {
  const plain = columns.map(({ id, width }) => ({ id, width }));
  const shown = Object.fromEntries(plain.map(({ id }) => [id, false]));
  expect(layOut(plain, { ...declaredLayout, shown }).map(({ id }) => id)).toEqual(['state']);
  expect(moveColumn(plain, declaredLayout, 'state', 2)).toBe(declaredLayout);
});

test('a column moves among the others, never before the name', () => {
  const moved = moveColumn(columns, declaredLayout, 'client', -5);
  expect(idsOf(moved)).toEqual(['state', 'name', 'client', 'size']);
  expect(moveColumn(columns, moved, 'client', -1)).toBe(moved);
  expect(idsOf({ ...declaredLayout, order: ['size', 'state', 'name'] })).toEqual(['state', 'name', 'size', 'client']);
});

test('a column of a later version stands where it is declared, also in a stored order', () => {
  const layout = { ...declaredLayout, order: ['client', 'size'] };
  const later = [...columns.slice(0, 3), { id: 'new', width: 50 }, ...columns.slice(3)];
  expect(layOut(later, layout).map(({ id }) => id)).toEqual(['state', 'name', 'client', 'new', 'size']);
});

test('a width that a person chose is fixed and stays within limits', () => {
  const [, name, size] = layOut(columns, { ...declaredLayout, widths: { name: 300, size: 2 } });
  expect([name?.width, name?.grow, size?.width]).toEqual([300, 0, 56]);
});

test('what is stored is read, and anything else is left out', () => {
  expect(readLayout(null)).toEqual(declaredLayout);
  const stored = { order: ['a', 3], shown: { a: true, b: 'yes' }, widths: { a: 90, b: 'wide' }, rows: 'comfortable' };
  expect(readLayout(stored)).toEqual({ order: ['a'], shown: { a: true }, widths: { a: 90 }, rows: 'comfortable' });
});
