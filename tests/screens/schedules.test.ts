// Schedules on screens: the sentence of a rule, its next due times, the form's values, and what the list asks for.
import { describe, expect, test } from 'vitest';
import { nextThree, startOf, waitingShare } from '#app/features/schedules/due-times.ts';
import { readSchedule, scheduleKind, scheduleInput, scheduleIssueText } from '#app/features/schedules/schedule-form.ts';
import {
  type Rule,
  type Schedule,
  delayText,
  isRule,
  ruleSentence,
  ruleText,
} from '#app/features/schedules/schedule-text.ts';
import { readListSearch, whereWords } from '#app/features/lists/list-search.ts';
import { parseCriteria } from '#contract/criteria.ts';

const rule = (intervalValue: number, intervalUnit: Rule['interval']['intervalUnit'], alarmAfter: number): Rule => ({
  interval: { intervalValue, intervalUnit },
  alarmAfter,
});
const daily = rule(1, 'Days', 6);

describe('the text of a schedule', () => {
  test.each([
    [daily, 'Every day. Alarm 6 h after a missed one.'],
    [rule(2, 'Weeks', 48), 'Every 2 weeks. Alarm 2 days after a missed one.'],
    [rule(1, 'Months', 0), 'Every month. Alarm as soon as one is missed.'],
    [rule(Number.NaN, 'Days', 6), 'Enter how often a backup must arrive.'],
    [rule(1, 'Days', Number.NaN), 'Enter how often a backup must arrive.'],
  ])('%o reads as a sentence', (given, sentence) => expect(ruleSentence(given)).toBe(sentence));

  test('a list row shows the rule in one line', () => {
    expect(ruleText(daily)).toBe('Every day, alarm after 6 h');
    expect(ruleText(rule(3, 'Months', 0))).toBe('Every 3 months, alarm at once');
  });

  test('hours read as days from one day on', () => {
    expect([0, 23, 24, 30, 72].map(delayText)).toEqual(['At once', '23 h', '1 day', '1 day 6 h', '3 days']);
  });

  test('an incomplete number is not a rule', () => {
    expect([0, 1.5, 1001, Number.NaN].map((value) => isRule(rule(value, 'Days', 6)))).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });
});

describe('the next due times', () => {
  test('each counts from a backup that arrived when it was due, by the clock of the zone', () => {
    const times = nextThree(daily, '2026-10-24T01:00:00.000Z', 'Europe/Berlin');
    // Summer time ends on 25 October: the day before it ends is an hour longer.
    expect(times.map(({ dueAt }) => dueAt.slice(0, 16))).toEqual([
      '2026-10-25T02:00',
      '2026-10-26T02:00',
      '2026-10-27T02:00',
    ]);
    expect(times[0]?.alarmAt).toBe('2026-10-25T08:00:00.000Z');
  });

  test('a month that was too short moves the later ones', () => {
    const times = nextThree(rule(1, 'Months', 0), '2027-01-31T12:00:00.000Z', 'UTC');
    expect(times.map(({ dueAt }) => dueAt.slice(0, 10))).toEqual(['2027-02-28', '2027-03-28', '2027-04-28']);
    expect(times.every(({ dueAt, alarmAt }) => dueAt === alarmAt)).toBe(true);
  });

  test('invalid values have no due times', () => {
    expect(nextThree(rule(0, 'Days', 6), '2026-10-24T01:00:00.000Z', 'UTC')).toEqual([]);
  });

  test('those of a system count from its last backup, and from now where the next one is due already', () => {
    const last = '2026-11-20T03:00:00.000Z';
    expect(startOf(daily, last, '2026-11-20T09:00:00.000Z', 'UTC')).toBe(last);
    for (const now of ['2026-11-21T03:00:00.000Z', '2026-11-23T12:00:00.000Z'])
      expect(startOf(daily, last, now, 'UTC')).toBe(now);
    expect(startOf(daily, null, last, 'UTC')).toBe(last);
    expect(startOf(rule(0, 'Days', 6), last, '2026-11-20T09:00:00.000Z', 'UTC')).toBe('2026-11-20T09:00:00.000Z');
  });

  test('the waiting is drawn as a share of the interval', () => {
    const from = '2026-11-20T03:00:00.000Z';
    expect(waitingShare(nextThree(daily, from, 'UTC'), from)).toBe(0.25);
    expect(waitingShare([], from)).toBe(0);
  });
});

describe('the form', () => {
  const at = '2026-11-20T03:00:00.000Z';
  const schedule: Schedule = {
    id: 's',
    name: 'Nightly',
    intervalUnit: 'Weeks',
    intervalValue: 2,
    alarmAfter: 48,
    organization: null,
    organizationId: null,
    systems: 3,
    createdAt: at,
    updatedAt: at,
    editedAt: at,
  };

  test('holds the interval as one value and sends it as two', () => {
    const values = readSchedule(schedule);
    expect(values.interval).toEqual({ intervalUnit: 'Weeks', intervalValue: 2 });
    const sent = { name: 'Nightly', intervalUnit: 'Weeks', intervalValue: 2, alarmAfter: 48, organization: null };
    expect(scheduleInput(values)).toEqual(sent);
    expect(scheduleInput({ name: 'Daily' })).toEqual({ name: 'Daily' });
  });

  test('a new schedule starts with every day and six hours', () => {
    expect(ruleSentence(scheduleKind.initial)).toBe('Every day. Alarm 6 h after a missed one.');
  });

  test('has its own messages for invalid values', () => {
    const said = (name: string, code: string) => scheduleIssueText({ path: [name], code }, 'Name', name);
    expect(said('name', 'too_short')).toBe('Enter a name.');
    expect(said('interval', 'too_big')).toBe('Enter a whole number from 1 to 1000.');
    expect(said('alarmAfter', 'invalid_type')).toBe('Enter whole hours or days, up to one year.');
    expect(said('name', 'E_UNIQUE')).toBe('Name is already in use. Enter another one.');
  });
});

describe('the address of a plain list', () => {
  const sorts = [
    { value: 'name', label: 'Name' },
    { value: 'newest', label: 'Last added' },
  ];
  test('accepts a search of digits alone, and omits default values', () => {
    expect(readListSearch({ find: 24, sort: 'newest' }, sorts)).toEqual({ find: '24', sort: 'newest' });
    expect(readListSearch({ find: '  ', sort: 'name' }, sorts)).toEqual({});
    expect(readListSearch({ sort: 'size' }, sorts)).toEqual({});
  });

  test('every word of the search must match, in a filter that the server accepts', () => {
    expect(whereWords(' ', ['name'])).toEqual({});
    const where = whereWords('every night', ['name']);
    expect(where).toEqual({
      and: [{ or: [{ name: { contains: 'every' } }] }, { or: [{ name: { contains: 'night' } }] }],
    });
    expect(() => parseCriteria({ where: JSON.stringify(where) }, { name: 'text' })).not.toThrow();
  });
});
