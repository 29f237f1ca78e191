// The words of a strip: the date of a missed day, and a day of which not every backup is loaded.
import { expect, test } from 'vitest';
import { NEWEST, readDay } from '#app/features/systems/system-days.ts';
import { stripSentence } from '#app/features/systems/system-facts.ts';
import { backup, organization } from './backups.ts';

const stripDay = '2026-11-21';
const now = Date.parse('2026-11-21T03:12:00.000Z');
test('the sentence of a strip has the date of the newest missed day', () => {
  const sentence = (strip: string) => stripSentence({ strip, stripDay, dueAt: null }, now);
  expect(sentence('oolmo')).toBe('3 ok, 1 late, 1 missed on Nov 20');
  expect(sentence('omom')).toBe('2 ok, 2 missed, the last on Nov 21');
  expect(sentence('oo')).toBe('2 ok');
});

test('it ends with the time of the backup that is still due today, and with nothing where that time has passed', () => {
  const sentence = (dueAt: string) => stripSentence({ strip: 'oo', stripDay, dueAt }, now);
  expect(sentence('2026-11-21T04:00:00.000Z')).toBe('2 ok, today due 4:00 AM');
  expect(sentence('2026-11-21T03:12:00.000Z')).toBe('2 ok');
  expect(sentence('2026-11-22T04:00:00.000Z')).toBe('2 ok');
});

test('a day at which the loaded backups end has no time, since its first one may not be among them', () => {
  const held = { strip: 'llo', stripDay, dueAt: null, organization };
  const many = Array.from({ length: NEWEST }, (_, index) =>
    backup(new Date(now - (index + 2) * 3_600_000).toISOString()),
  );
  const read = (index: number, rows = many) => readDay(held, rows, index, now)[1];
  expect([read(2), read(1)]).toEqual(['backed up 11:12 PM, 100 B', 'came late 11:12 PM, 100 B']);
  expect(read(0)).toBe('came late');
  expect(read(0, many.slice(1))).toBe('came late 10:12 AM, 100 B');
});
