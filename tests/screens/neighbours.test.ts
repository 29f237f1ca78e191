// The rows before and after an open row, and the pages that keep the selected systems.
import { describe, expect, test } from 'vitest';
import { neighboursOf } from '#app/features/lists/neighbours.ts';
import { keepsSelection } from '#app/features/systems/selected-systems.ts';
import type { ListDescription, ListRows } from '#app/ui/list/list-types.ts';

const list: ListDescription<string> = {
  label: 'Letters',
  keyOf: (letter) => letter,
  nameOf: (letter) => letter,
  rowHeight: 10,
  renderRow: (letter) => letter,
};
/** Groups of letters; `.` is a row that is not loaded. */
const rowsOf = (...groups: string[]): ListRows<string> => ({
  groups: groups.map((letters, key) => ({ key: String(key), size: letters.length })),
  rowAt: (group, index) => (groups[group]?.[index] === '.' ? undefined : groups[group]?.[index]),
});

describe('the neighbours of an open row', () => {
  test.each([
    ['b', { previous: 'a', next: 'c' }],
    ['a', { next: 'b' }],
    ['d', { previous: 'c' }],
    ['z', {}],
  ])('of %s are those beside it, across the groups', (key, neighbours) =>
    expect(neighboursOf(list, rowsOf('ab', '', 'cd'), key)).toEqual(neighbours),
  );
  test('leave out a row that is not loaded', () =>
    expect(neighboursOf(list, rowsOf('ab.', 'd'), 'b')).toEqual({ previous: 'a' }));
});

test.each([
  ['/admin/systems', true],
  ['/admin/system', true],
  ['/admin/system/backups', true],
  ['/admin/systems/bulk', false],
  ['/admin/alarms', false],
  ['/auth/login', false],
])('the selected systems on %s are kept: %s', (path, expected) => expect(keepsSelection(path)).toBe(expected));
