// The places of the lines of a list: computed from two heights, in both directions.
import { expect, test } from 'vitest';
import { placesOf } from '#app/ui/list/line-places.ts';
import { linesOf } from '#app/ui/list/list-lines.ts';

const lines = linesOf([
  { key: 'a', label: 'A', size: 2 },
  { key: 'b', label: 'B', size: 3 },
]);
const places = placesOf(lines, { row: 100, title: 40 });

test('titles and rows stand below each other', () => {
  expect([0, 1, 2, 3, 4, 5, 6].map((line) => places.startOf(line))).toEqual([0, 40, 140, 240, 280, 380, 480]);
  expect([0, 1, 3, 4].map((line) => places.sizeOf(line))).toEqual([40, 100, 40, 100]);
  expect(places.height).toBe(580);
});

test('each place leads to the line that it is in', () => {
  for (let line = 0; line < lines.count; line += 1) {
    const [start, size] = [places.startOf(line), places.sizeOf(line)];
    expect([start, start + 0.5, start + size - 0.5].map((place) => places.lineAt(place))).toEqual([line, line, line]);
  }
});

test('a place outside of the list leads to its first or last line', () => {
  expect([-1000, 580, 9999].map((place) => places.lineAt(place))).toEqual([0, 6, 6]);
});

test('without titles every line is a row', () => {
  const plain = placesOf(linesOf([{ key: 'all', size: 5000 }]), { row: 36, title: 36 });
  expect(plain.height).toBe(180_000);
  expect([0, 35.9, 36, 100_000].map((place) => plain.lineAt(place))).toEqual([0, 0, 1, 2777]);
});
