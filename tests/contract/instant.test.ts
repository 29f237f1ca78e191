// Instants: one text form, whose text order is the order of time.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { instantOf } from '#contract/time/instant.ts';

test('every precision becomes milliseconds; finer ones are cut', () => {
  expect(instantOf('2026-11-21T02:58:00.000Z')).toBe('2026-11-21T02:58:00.000Z');
  expect(instantOf('2026-11-21T02:58:09Z')).toBe('2026-11-21T02:58:09.000Z');
  expect(instantOf('2026-11-21T02:58Z')).toBe('2026-11-21T02:58:00.000Z');
  expect(instantOf('2026-11-21T02:58:09.5Z')).toBe('2026-11-21T02:58:09.500Z');
  expect(instantOf('2026-11-21T02:58:09.1239Z')).toBe('2026-11-21T02:58:09.123Z');
  expect(instantOf('2026-11-21')).toBe('2026-11-21T00:00:00.000Z');
});

test.each([
  '',
  'yesterday',
  '20 Nov 2026',
  '2026-11-21T02:58:00',
  '2026-11-21T02:58:00+01:00',
  '2026-11-21T02Z',
  '2026-11-21T02:58:00.Z',
  '2026-11-21T02:58:Z',
  '2026-11-21 02:58:00Z',
  '2026-11-21Z',
  'x2026-11-21',
  // The browser would read it, by the clock of the machine.
  ' 2026-11-21',
  '2026-11-21x',
  '12026-11-21',
  '2026-1-21',
  '2026-11-1',
  '2026-13-01',
  '2026-02-30',
  '2025-02-29',
  '2026-11-21T25:00:00Z',
  '2026-11-21T2:58:00Z',
  '2026-11-21T02:5:00Z',
  '2026-11-21T02:58:0Z',
  // The end of a day is the begin of the next one, which has another date.
  '2026-11-21T24:00:00Z',
])('"%s" is no instant', (text) => expect(instantOf(text)).toBeNull());

test('a leap day is one in a leap year', () => expect(instantOf('2028-02-29')).toBe('2028-02-29T00:00:00.000Z'));

test('what it returns is its own form, and sorts as time does', () => {
  const moment = fc.date({ min: new Date('0100-01-01'), max: new Date('9999-12-31'), noInvalidDate: true });
  fc.assert(
    fc.property(moment, moment, (one, other) => {
      const [a, b] = [instantOf(one.toISOString()) ?? '', instantOf(other.toISOString()) ?? ''];
      expect(instantOf(a)).toBe(a);
      expect(a < b).toBe(one.getTime() < other.getTime());
    }),
  );
});
