// Swipes, the names of key presses, and the lines of groups.
import { describe, expect, test } from 'vitest';
import { linesOf } from '#app/ui/list/list-lines.ts';
import { keyName } from '#app/ui/hooks/use-hotkeys.ts';
import { commits, mayStart } from '#app/ui/list/use-swipe.ts';

describe('a swipe', () => {
  test('commits past 40 % of the row', () => {
    expect(commits(139, 350, 0)).toBe(false);
    expect(commits(140, 350, 0)).toBe(true);
    expect(commits(-140, 350, 0)).toBe(true);
  });
  test('commits on a flick in its own direction only', () => {
    expect(commits(60, 350, 0.9)).toBe(true);
    expect(commits(60, 350, -0.9)).toBe(false);
    expect(commits(10, 350, 2)).toBe(false);
  });
  test('does not start at the edge of the screen', () => {
    expect(mayStart(23, 390)).toBe(false);
    expect(mayStart(367, 390)).toBe(false);
    expect(mayStart(24, 390)).toBe(true);
  });
});

describe('key names', () => {
  const press = (key: string, held = {}) =>
    keyName({ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...held });
  test('a bare key is itself', () => expect(press('a')).toBe('a'));
  test('Ctrl and Cmd are one', () => {
    expect(press('S', { ctrlKey: true })).toBe('Ctrl+s');
    expect(press('s', { metaKey: true })).toBe('Ctrl+s');
  });
  test('Alt, lone modifiers, and Shift with Ctrl are ignored', () => {
    expect(press('a', { altKey: true })).toBe('');
    expect(press('S', { ctrlKey: true, shiftKey: true })).toBe('');
    expect(press('Shift')).toBe('');
  });
});

test('an empty group has no title, and rows are counted over all groups', () => {
  const groups = [
    { key: 'a', label: 'A', size: 2 },
    { key: 'b', label: 'B', size: 0 },
    { key: 'c', size: 1 },
  ];
  const lines = linesOf(groups);
  const all = Array.from({ length: lines.count }, (_, line) => lines.at(line));
  expect(all.map((line) => (line?.kind === 'title' ? groups[line.group]?.label : line?.position))).toEqual([
    'A',
    0,
    1,
    2,
  ]);
});
