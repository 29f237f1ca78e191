// Calendar arithmetic across clock changes, month ends and leap days, compared with Temporal.
import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import {
  addDays,
  addInterval,
  dayName,
  dayNumber,
  dayStart,
  dueDays,
  isTimeZone,
  localDay,
  localDayNumber,
  shifted,
  type Interval,
} from '#contract/time/calendar.ts';

const ZONES = [
  'Europe/Berlin',
  'America/St_Johns',
  'Asia/Kathmandu',
  'Pacific/Apia',
  'Australia/Lord_Howe',
  'America/New_York',
];
const days = (intervalValue: number): Interval => ({ intervalUnit: 'Days', intervalValue });
const weeks = (intervalValue: number): Interval => ({ intervalUnit: 'Weeks', intervalValue });
const months = (intervalValue: number): Interval => ({ intervalUnit: 'Months', intervalValue });

const anyZone = fc.constantFrom(...ZONES);
const anyInstant = fc
  .integer({ min: Date.UTC(1975, 0, 1) / 60_000, max: Date.UTC(2075, 0, 1) / 60_000 })
  .map((minute) => new Date(minute * 60_000).toISOString());
const anyDay = anyInstant.map((at) => at.slice(0, 10));
const anyInterval = fc.record({
  intervalUnit: fc.constantFrom('Days' as const, 'Weeks' as const, 'Months' as const),
  intervalValue: fc.integer({ min: 1, max: 40 }),
});

function byTemporal(at: string, { intervalUnit, intervalValue }: Interval, zone: string, times: number): string {
  const step = { [intervalUnit.toLowerCase()]: intervalValue * times };
  const then = Temporal.Instant.from(at).toZonedDateTimeISO(zone).add(step);
  return new Date(then.epochMilliseconds).toISOString();
}

describe('adding an interval', () => {
  test('a daily 18:00 stays 18:00 when the clocks go back', () => {
    expect(addInterval('2026-10-24T16:00:00.000Z', days(1), 'Europe/Berlin')).toBe('2026-10-25T17:00:00.000Z');
  });

  test('a daily 18:00 stays 18:00 when the clocks go forward', () => {
    expect(addInterval('2026-03-07T23:00:00.000Z', days(1), 'America/New_York')).toBe('2026-03-08T22:00:00.000Z');
  });

  test('a weekly moment keeps its local time across a half-hour clock change', () => {
    expect(addInterval('2026-04-01T07:00:00.000Z', weeks(1), 'Australia/Lord_Howe')).toBe('2026-04-08T07:30:00.000Z');
  });

  test('31 January and one month is the last day of February', () => {
    expect(addInterval('2026-01-31T12:00:00.000Z', months(1), 'Asia/Kathmandu')).toBe('2026-02-28T12:00:00.000Z');
    expect(addInterval('2028-01-31T12:00:00.000Z', months(1), 'Asia/Kathmandu')).toBe('2028-02-29T12:00:00.000Z');
  });

  test('month ends do not drift: the second month after 31 January is 31 March', () => {
    expect(addInterval('2026-01-31T12:00:00.000Z', months(1), 'Asia/Kathmandu', 2)).toBe('2026-03-31T12:00:00.000Z');
  });

  test('29 February and twelve months is 28 February, and forty-eight months is 29 February again', () => {
    expect(addInterval('2024-02-29T12:00:00.000Z', months(12), 'Asia/Kathmandu')).toBe('2025-02-28T12:00:00.000Z');
    expect(addInterval('2024-02-29T12:00:00.000Z', months(12), 'Asia/Kathmandu', 4)).toBe('2028-02-29T12:00:00.000Z');
  });

  test('the month is the local one, not the one of UTC', () => {
    expect(addInterval('2026-01-31T20:00:00.000Z', months(1), 'Pacific/Apia')).toBe('2026-02-28T20:00:00.000Z');
    expect(addInterval('2026-01-31T05:00:00.000Z', months(1), 'Pacific/Apia')).toBe('2026-02-28T05:00:00.000Z');
  });

  test('a local time that the clock skips moves later', () => {
    expect(addInterval('2026-03-28T01:30:00.000Z', days(1), 'Europe/Berlin')).toBe('2026-03-29T01:30:00.000Z');
    expect(localDay('2026-03-29T01:30:00.000Z', 'Europe/Berlin')).toBe('2026-03-29');
  });

  test('a local time that happens twice is the first of the two', () => {
    expect(addInterval('2026-10-24T00:30:00.000Z', days(1), 'Europe/Berlin')).toBe('2026-10-25T00:30:00.000Z');
  });

  test('a day that the zone skipped altogether moves to the next', () => {
    expect(addInterval('2011-12-29T22:00:00.000Z', days(1), 'Pacific/Apia')).toBe('2011-12-30T22:00:00.000Z');
    expect(localDay('2011-12-30T22:00:00.000Z', 'Pacific/Apia')).toBe('2011-12-31');
  });

  test('zero intervals are the instant itself, even in the second of two equal hours', () => {
    expect(addInterval('2026-10-25T01:30:00.000Z', days(1), 'Europe/Berlin', 0)).toBe('2026-10-25T01:30:00.000Z');
  });

  test('an interval beyond the calendar ends with it, and still sorts as text', () => {
    expect(addInterval('2026-01-31T12:00:00.000Z', days(1e15), 'Europe/Berlin')).toBe('9999-12-30T00:00:00.000Z');
    expect(addInterval('2026-01-31T12:00:00.000Z', months(1e15), 'Europe/Berlin')).toBe('9999-12-30T00:00:00.000Z');
    const end = '9999-12-30T00:00:00.000Z';
    expect(dueDays('9999-12-28T12:00:00.000Z', days(1), 'Europe/Berlin', 0, end)).toEqual([dayNumber('9999-12-29')]);
  });

  test('an invalid instant, zone or interval is an error', () => {
    for (const at of ['yesterday', '20 Nov 2026', '2026-01-31T12:00:00', '2026-01-31']) {
      expect(() => addInterval(at, days(1), 'Europe/Berlin'), at).toThrow(RangeError);
    }
    expect(() => addInterval('2026-01-31T12:00:00.000Z', days(1), 'Europe/Atlantis')).toThrow(RangeError);
    expect(() => addInterval('2026-01-31T12:00:00.000Z', days(0), 'Europe/Berlin')).toThrow(RangeError);
    expect(() => addInterval('2026-01-31T12:00:00.000Z', months(1.5), 'Europe/Berlin')).toThrow(RangeError);
  });

  test('Temporal gives the same instant, in every zone, for any interval and any number of times', () => {
    const times = fc.integer({ min: 0, max: 60 });
    fc.assert(
      fc.property(anyInstant, anyInterval, anyZone, times, (at, interval, zone, count) => {
        expect(addInterval(at, interval, zone, count)).toBe(byTemporal(at, interval, zone, count));
      }),
      { numRuns: 150 },
    );
  });

  test('Temporal gives the same instant for every half hour around a clock change', () => {
    const wrong: string[] = [];
    for (const [zone, first] of [
      ['Europe/Berlin', '2026-03-27T00:00:00.000Z'],
      ['Europe/Berlin', '2026-10-23T00:00:00.000Z'],
      ['America/St_Johns', '2006-04-01T00:00:00.000Z'],
      ['America/St_Johns', '2006-10-28T00:00:00.000Z'],
      ['Pacific/Apia', '2011-12-28T00:00:00.000Z'],
      ['Australia/Lord_Howe', '2026-04-03T00:00:00.000Z'],
      ['Australia/Lord_Howe', '2026-10-02T00:00:00.000Z'],
    ] as const) {
      for (let half = 0; half < 3 * 48; half += 1) {
        const at = new Date(Date.parse(first) + half * 1_800_000).toISOString();
        const there = Temporal.Instant.from(at).toZonedDateTimeISO(zone);
        const next = new Date(there.add({ days: 1 }).epochMilliseconds).toISOString();
        const actual = [addInterval(at, days(1), zone), localDay(at, zone)];
        if (actual[0] !== next || actual[1] !== there.toPlainDate().toString()) wrong.push(`${zone} ${at}`);
      }
    }
    expect(wrong).toEqual([]);
  });
});

describe('days', () => {
  test('the local day changes at local midnight, five and three quarter hours before that of UTC in Kathmandu', () => {
    expect(localDay('2026-11-20T18:14:59.999Z', 'Asia/Kathmandu')).toBe('2026-11-20');
    expect(localDay('2026-11-20T18:15:00.000Z', 'Asia/Kathmandu')).toBe('2026-11-21');
  });

  test('days are counted over month ends and leap days', () => {
    expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
    expect(addDays('2026-03-01', -1)).toBe('2026-02-28');
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
    expect(() => addDays('20 Nov', 1)).toThrow(RangeError);
  });

  test('a day and its number are the same thing', () => {
    expect(dayNumber('1970-01-01')).toBe(0);
    fc.assert(fc.property(anyDay, (day) => dayName(dayNumber(day)) === day));
  });

  test('a day that begins with a clock change begins after it', () => {
    expect(dayStart('2018-11-04', 'America/Sao_Paulo')).toBe('2018-11-04T03:00:00.000Z');
  });

  test('a day whose midnight lies in the middle of a skipped hour begins when the clock moved', () => {
    expect(dayStart('1919-03-31', 'America/Toronto')).toBe('1919-03-31T04:30:00.000Z');
  });

  test('Temporal gives the same local day and the same start of it', () => {
    fc.assert(
      fc.property(anyInstant, anyZone, (at, zone) => {
        const there = Temporal.Instant.from(at).toZonedDateTimeISO(zone);
        expect(localDay(at, zone)).toBe(there.toPlainDate().toString());
        const start = there.toPlainDate().toZonedDateTime(zone).epochMilliseconds;
        expect(dayStart(localDay(at, zone), zone)).toBe(new Date(start).toISOString());
      }),
      { numRuns: 120 },
    );
  });
});

test('an instant that is asked for after a later one has its own offset', () => {
  const stretch = 2 ** 20 * 1000;
  const at = (ms: number) => new Date(ms).toISOString();
  for (const [zone, change] of [
    ['Europe/Lisbon', '2026-10-25T01:00:00.000Z'],
    ['America/Denver', '2026-03-08T09:00:00.000Z'],
  ] as const) {
    const begin = Math.floor(Date.parse(change) / stretch) * stretch;
    for (const ms of [begin + stretch - 1, begin - stretch, begin, begin - 1])
      expect(addInterval(at(ms), weeks(4), zone)).toBe(byTemporal(at(ms), weeks(4), zone, 1));
  }
});

describe('due days', () => {
  test('equal those of counting every interval', () => {
    const window = fc.integer({ min: 0, max: 60 });
    fc.assert(
      fc.property(
        anyInstant,
        anyInterval,
        anyZone,
        window,
        fc.integer({ min: 0, max: 900 }),
        (at, step, zone, w, age) => {
          const until = new Date(Date.parse(at) + age * 86_400_000 + 3_600_000).toISOString();
          const first = localDayNumber(until, zone) - w;
          const expected: number[] = [];
          for (let k = 1; addInterval(at, step, zone, k) < until; k += 1) {
            const day = localDayNumber(addInterval(at, step, zone, k), zone);
            if (day >= first) expected.push(day);
          }
          expect(dueDays(at, step, zone, first, until)).toEqual(expected);
        },
      ),
      { numRuns: 120 },
    );
  });

  test('a moment that is due right now has not passed', () => {
    const due = '2026-11-21T17:00:00.000Z';
    expect(dueDays('2026-11-20T17:00:00.000Z', days(1), 'Europe/Berlin', 0, due)).toEqual([]);
    const after = '2026-11-21T17:00:00.001Z';
    expect(dueDays('2026-11-20T17:00:00.000Z', days(1), 'Europe/Berlin', 0, after)).toEqual([dayNumber('2026-11-21')]);
  });
});

describe('time zone names', () => {
  test('the names of the IANA list are time zones', () => {
    for (const zone of [...ZONES, 'UTC', 'Etc/GMT+5']) expect(isTimeZone(zone), zone).toBe(true);
  });

  test('an offset, an invented place or nothing is no time zone', () => {
    for (const name of ['+01:00', 'Europe/Atlantis', '', ' Europe/Berlin', 'local']) {
      expect(isTimeZone(name), name).toBe(false);
    }
  });
});

describe('the limits of the calendar', () => {
  test.each([
    '0100-01-01T23:59:59.999Z',
    '9999-12-30T00:00:00.001Z',
    'x2026-11-21T00:00:00.000Z',
    '2026-11-21T00:00:00.000Zx',
    '+002026-11-21T00:00:00.000Z',
    '2026-11-21T00:00:00.000',
    '20 Nov 2026',
  ])('%s is no instant', (at) => expect(() => localDay(at, 'UTC')).toThrow(`years 100 to 9999: ${at}`));

  test('its first and its last instant are', () => {
    expect(localDay('0100-01-02T00:00:00.000Z', 'UTC')).toBe('0100-01-02');
    expect(localDay('9999-12-30T00:00:00.000Z', 'UTC')).toBe('9999-12-30');
  });

  test.each([0, -1, 1.5, Number.NaN])('%d days are no interval', (intervalValue) =>
    expect(() => addInterval('2026-11-21T00:00:00.000Z', { intervalUnit: 'Days', intervalValue }, 'UTC')).toThrow(
      `not an interval: ${intervalValue}`,
    ),
  );

  test('an instant is shifted by milliseconds, in both directions', () => {
    expect(shifted('2026-11-21T00:00:00.000Z', 1500)).toBe('2026-11-21T00:00:01.500Z');
    expect(shifted('2026-11-21T00:00:00.000Z', -1)).toBe('2026-11-20T23:59:59.999Z');
  });

  test('the due days of an old system are those of a young one', () => {
    const until = '2026-11-21T12:00:00.000Z';
    const first = dayNumber('2026-09-01');
    const of = (at: string, intervalUnit: Interval['intervalUnit']) =>
      dueDays(at, { intervalUnit, intervalValue: 1 }, 'UTC', first, until).map(dayName);
    expect(of('1950-01-15T06:00:00.000Z', 'Months')).toEqual(['2026-09-15', '2026-10-15', '2026-11-15']);
    expect(of('2026-08-20T06:00:00.000Z', 'Days')).toHaveLength(82);
    expect(of('2026-08-20T00:00:00.000Z', 'Days')[0]).toBe('2026-09-01');
    expect(of('2026-08-20T06:00:00.000Z', 'Days')[0]).toBe('2026-09-01');
    expect(of('2026-08-18T06:00:00.000Z', 'Weeks')[0]).toBe('2026-09-01');
  });
});
