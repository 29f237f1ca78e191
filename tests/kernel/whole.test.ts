// Objects that are made whole are what spreading makes.
import { expect, test } from 'vitest';
import { wholeOf } from '#server/kernel/whole.ts';

test('has the properties that are named, those of the second before those of the first', () => {
  const make = wholeOf(['id', 'name', 'size'], ['name', 'health']);
  const row = { id: '1', name: 'stored', size: 3, backups: 7 };
  expect(make(row, { name: 'shown', health: 'ok' })).toEqual({ id: '1', size: 3, name: 'shown', health: 'ok' });
  expect(row).toEqual({ id: '1', name: 'stored', size: 3, backups: 7 });
});

test('what a row has not is not said of it', () => {
  expect(JSON.stringify(wholeOf(['id', 'note'], ['health'])({ id: '1' }, { health: 'ok' }))).toBe(
    '{"id":"1","health":"ok"}',
  );
});

test('a name may be any text', () => {
  const names = ['"', 'a b', "'];x('", '__proto__x', 'constructor', '\u2028', '\\'];
  const row = Object.fromEntries(names.map((name, at) => [name, at]));
  expect(wholeOf(names, ['"more"'])(row, { '"more"': 1 })).toEqual({ ...row, '"more"': 1 });
});
