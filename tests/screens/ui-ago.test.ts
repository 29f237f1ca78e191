// The words of the interface: ages, clock times, sizes, percents.
import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { ageWords, bytesWords, clockWords, dayWords, percentWords, secondWords, stampWords } from '#app/ui/format.ts';

const min = 60_000;
const hour = 60 * min;

describe('ages', () => {
  test.each([
    [-5, '0 s'],
    [4_999, '4 s'],
    [41 * min + 59_000, '41 min'],
    [3 * hour + 12 * min, '3 h 12 min'],
    [2 * hour, '2 h'],
    [33 * hour + 50 * min, '33 h'],
    [9 * 24 * hour + 5, '9 days'],
  ])('%d ms reads %s', (ms, words) => expect(ageWords(ms)).toBe(words));
});

describe('clock times', () => {
  const now = Date.parse('2026-11-21T02:58:00.000Z');
  test('today is a time only', () => expect(clockWords('2026-11-21T01:02:00.000Z', now)).toBe('01:02'));
  test('midnight is 00:00', () => expect(clockWords('2026-11-21T00:00:00.000Z', now)).toBe('00:00'));
  test('this week has a weekday', () => expect(clockWords('2026-11-19T18:00:00.000Z', now)).toBe('Thu 18:00'));
  test('a time to come this week has a weekday too', () =>
    expect(clockWords('2026-11-22T07:00:00.000Z', now)).toBe('Sun 07:00'));
  test('seven days back is a date, so that no weekday is ambiguous', () =>
    expect(clockWords('2026-11-14T18:00:00.000Z', now)).toBe('14 Nov'));
  test('another year is named', () => expect(clockWords('2025-11-12T18:00:00.000Z', now)).toBe('12 Nov 2025'));
  test('September is three letters', () => expect(clockWords('2026-09-05T18:00:00.000Z', now)).toBe('5 Sep'));
  test.each([
    ['UTC', 'Fri 23:30'],
    ['Europe/Stockholm', '00:30'],
  ])('the day turns in the zone of the reader, %s', (TZ, words) => {
    const say = `import('#app/ui/format.ts').then(({ clockWords }) => console.log(clockWords('2026-11-20T23:30:00.000Z', ${now})))`;
    const said = execFileSync(process.execPath, ['--import', 'tsx', '--eval', say], { env: { ...process.env, TZ } });
    expect(String(said).trim()).toBe(words);
  });
  test('days, stamps and seconds', () => {
    expect(dayWords('2026-11-19T18:00:00.000Z')).toBe('Thu 19 Nov');
    expect(stampWords('2026-11-19T18:00:00.000Z')).toBe('19 Nov 18:00');
    expect(secondWords('2026-11-21T03:12:40.000Z')).toBe('03:12:40');
  });
});

describe('sizes and shares', () => {
  test.each([
    [0, '0 B'],
    [999, '999 B'],
    [812_000_000, '812 MB'],
    [412_600_000_000, '412.6 GB'],
    [361_000_000_000, '361 GB'],
    [999_960_000_000, '1 TB'],
    [1_900_000_000_000, '1.9 TB'],
  ])('%d bytes reads %s', (bytes, words) => expect(bytesWords(bytes)).toBe(words));
  test('a share is rounded', () => expect(percentWords(0.824)).toBe('82 %'));
  test('what is not whole never reads 100 %', () => expect(percentWords(0.999)).toBe('99 %'));
  test('what is not nothing never reads 0 %', () => expect(percentWords(0.001)).toBe('1 %'));
});
