// Times, sizes and ages as readers of several countries see them.
import { describe, expect, test } from 'vitest';
import {
  daysBetween,
  formatAge,
  formatBytes,
  formatDate,
  formatDateTime,
  formatDay,
  formatMoment,
  formatNumber,
  formatPercent,
  formatSeconds,
  formatShortMoment,
  formatTime,
  isolate,
} from '#text/format.ts';
import { languageOf, localeFor } from '#text/language.ts';

const berlin = { locale: 'en-GB', timeZone: 'Europe/Berlin' };
const tacoma = { locale: 'en-US', timeZone: 'America/Los_Angeles' };
const now = Date.parse('2026-11-20T13:12:00.000Z');
const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ');

describe('a moment', () => {
  test.each([
    ['2026-11-20T03:12:00.000Z', '04:12', 'Thu 7:12 PM'],
    ['2026-11-18T03:12:00.000Z', 'Wed 04:12', 'Tue 7:12 PM'],
    ['2026-11-14T23:30:00.000Z', 'Sun 00:30', 'Sat 3:30 PM'],
    ['2026-11-12T12:00:00.000Z', '12 Nov', 'Nov 12'],
    ['2025-11-12T12:00:00.000Z', '12 Nov 2025', 'Nov 12, 2025'],
    ['2026-11-26T12:00:00.000Z', 'Thu 13:00', 'Thu 4:00 AM'],
  ])('%s reads by the calendar and the clock of its reader', (iso, european, american) => {
    expect(plain(formatMoment(iso, now, berlin))).toBe(european);
    expect(plain(formatMoment(iso, now, tacoma))).toBe(american);
  });

  test('in the short form a moment of this week is its weekday', () => {
    const short = (iso: string) => plain(formatShortMoment(iso, now, berlin));
    expect(short('2026-11-20T03:12:00.000Z')).toBe('04:12');
    expect(short('2026-11-19T17:00:00.000Z')).toBe('Thu');
    expect(short('2026-11-12T12:00:00.000Z')).toBe('12 Nov');
  });

  test('the day changes at midnight of the reader’s zone, also across a clock change', () => {
    expect(daysBetween('2026-10-24T22:30:00.000Z', Date.parse('2026-10-25T23:30:00.000Z'), berlin)).toBe(1);
    expect(daysBetween('2026-11-19T23:30:00.000Z', now, berlin)).toBe(0);
    expect(daysBetween('2026-11-19T23:30:00.000Z', now, { ...berlin, timeZone: 'UTC' })).toBe(1);
  });

  test('a zone that the device does not know is read as UTC', () => {
    expect(formatTime('2026-11-20T03:12:00.000Z', { locale: 'en-GB', timeZone: 'Mars/Base' })).toBe('03:12');
  });

  test('a day and a date with its time have the year where it is another one', () => {
    const iso = '2024-11-19T18:00:00.000Z';
    expect(formatDay(iso, berlin, now)).toBe('Tue, 19 Nov 2024');
    expect(formatDateTime(iso, berlin)).toBe('19 Nov 2024 19:00');
    expect(formatDateTime('2026-11-19T18:00:00.000Z', berlin, 0)).toBe('19 Nov 2026 19:00');
  });

  test('its parts follow the formats of the reader', () => {
    const iso = '2026-11-19T18:00:40.000Z';
    expect(formatDay(iso, berlin, now)).toBe('Thu 19 Nov');
    expect(formatDay(iso, tacoma, now)).toBe('Thu, Nov 19');
    expect(formatDate('2025-02-01T12:00:00.000Z', now, berlin)).toBe('1 Feb 2025');
    expect(formatDateTime(iso, berlin, now)).toBe('19 Nov 19:00');
    expect(plain(formatDateTime(iso, tacoma, now))).toBe('Nov 19 10:00 AM');
    expect(plain(formatSeconds(iso, tacoma))).toBe('10:00:40 AM');
  });
});

test.each([
  [-5, '0 s'],
  [12_400, '12 s'],
  [41 * 60_000, '41 min'],
  [3 * 3600_000, '3 h'],
  [192 * 60_000, '3 h 12 min'],
  [33 * 3600_000 + 5, '33 h'],
  [9.5 * 86_400_000, '9 days'],
])('an age of %d ms reads %s', (ms, words) => expect(formatAge(ms, berlin)).toBe(words));

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [999_600, '1 MB'],
  [812.4e6, '812 MB'],
  [412.63e9, '412.6 GB'],
  [361e9, '361 GB'],
  [1.94e12, '1.9 TB'],
  [4e18, '4,000 PB'],
])('%d bytes read %s', (bytes, words) => expect(plain(formatBytes(bytes, berlin))).toBe(words));

test.each([
  [0.82, '82%'],
  [0.997, '99%'],
  [0.001, '1%'],
  [1, '100%'],
  [0, '0%'],
])('a share of %d reads %s', (share, words) => expect(formatPercent(share, berlin)).toBe(words));

test('numbers have the grouping and decimals of the reader', () => {
  expect(formatNumber(12_480, tacoma)).toBe('12,480');
  expect(formatNumber(12_480, { locale: 'de-DE' })).toBe('12.480');
  expect(plain(formatBytes(412.63e9, { locale: 'de-DE' }))).toBe('412,6 GB');
});

test('a reader gets the region of the device if its language is the wanted one', () => {
  expect(localeFor('en', ['de-DE', 'en-GB', 'en-US'])).toBe('en-GB');
  expect(localeFor('en', ['de'])).toBe('en-DE');
  expect(localeFor(null, ['fr-CA', 'fr'])).toBe('en-CA');
  expect(localeFor(null, ['not a locale'])).toBe('en');
  expect(localeFor(null, ['en-AU', 'en'])).toBe('en-AU');
  expect(localeFor(null, [])).toBe('en-US');
  expect(languageOf('fr-FR')).toBe('en');
});

test('an Arabic or Hebrew name in a sentence is isolated, so that a number after it stays in its place', () => {
  expect(isolate('مختبرات النور')).toBe('\u2068مختبرات النور\u2069');
  expect(isolate('מעבדות')).toBe('\u2068מעבדות\u2069');
  expect(['Norra Clinic', 'Señal 3', ''].map(isolate)).toEqual(['Norra Clinic', 'Señal 3', '']);
});
