// The strip of a system: the letter of a day after backups in time, late and missing ones.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, addInterval, localDay } from '#contract/time/calendar.ts';
import { deadlines } from '#contract/time/deadlines.ts';
import { beatBackup, emptyHeartbeat, settle, stripAt, type Beating, type Heartbeat } from '#contract/time/heartbeat.ts';

const HOUR = 3_600_000;
const berlin: Beating = {
  createdAt: '2026-11-01T17:00:00.000Z',
  lastBackup: null,
  active: true,
  schedule: { intervalUnit: 'Days', intervalValue: 1, alarmAfter: 6 },
  timeZone: 'Europe/Berlin',
};

interface Story {
  heartbeat: Heartbeat;
  beating: Beating;
}

function tell(beating: Beating, arrivals: string[]): Story {
  const begin: Story = { heartbeat: emptyHeartbeat(beating.createdAt, beating.timeZone), beating };
  return arrivals.reduce<Story>(({ heartbeat, beating: known }, at) => {
    const newest = known.lastBackup !== null && known.lastBackup > at ? known.lastBackup : at;
    return { heartbeat: beatBackup(heartbeat, known, at), beating: { ...known, lastBackup: newest } };
  }, begin);
}

function strip(story: Story, now: string, days?: number): string {
  return stripAt(story.heartbeat, story.beating, now, days);
}

/** A slow reference implementation: every backup and every deadline since the creation, day by day. */
function slowStrip(beating: Beating, arrivals: string[], now: string, days: number): string {
  const { timeZone, schedule } = beating;
  const cells = new Map<string, string>();
  let known = beating;
  for (const at of [...arrivals, null]) {
    for (let k = 1; ; k += 1) {
      if (!schedule || !known.active) break;
      const due = addInterval(known.lastBackup ?? known.createdAt, schedule, timeZone, k);
      if (due >= (at ?? now)) break;
      const day = localDay(due, timeZone);
      if (!cells.has(day)) cells.set(day, 'm');
    }
    if (at === null) break;
    const { alarmAt } = deadlines(known);
    const day = localDay(at, timeZone);
    if (!/[ol]/.test(cells.get(day) ?? '')) cells.set(day, alarmAt !== null && at > alarmAt ? 'l' : 'o');
    known = { ...known, lastBackup: at };
  }
  const today = localDay(now, timeZone);
  return Array.from({ length: days }, (_, i) => cells.get(addDays(today, i + 1 - days)) ?? '.').join('');
}

const anyBeating: fc.Arbitrary<Beating> = fc.record({
  createdAt: fc
    .constantFrom('2026-03-20', '2026-10-15', '2028-02-20', '2011-12-20', '2027-01-30')
    .chain((day) => fc.integer({ min: 0, max: 95 }).map((q) => new Date(Date.parse(day) + q * 900_000).toISOString())),
  lastBackup: fc.constant(null),
  active: fc.constantFrom(true, true, true, false),
  schedule: fc.option(
    fc.record({
      intervalUnit: fc.constantFrom('Days' as const, 'Days' as const, 'Weeks' as const, 'Months' as const),
      intervalValue: fc.integer({ min: 1, max: 3 }),
      alarmAfter: fc.integer({ min: 0, max: 48 }),
    }),
    { freq: 8 },
  ),
  timeZone: fc.constantFrom(
    'Europe/Berlin',
    'America/St_Johns',
    'Asia/Kathmandu',
    'Pacific/Apia',
    'Australia/Lord_Howe',
    'America/New_York',
  ),
});
const anyGaps = fc.array(fc.oneof(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 20, max: 28 })), {
  maxLength: 40,
});
const anyWait = fc.integer({ min: 0, max: 1500 });

function spread(createdAt: string, gaps: number[]): string[] {
  let at = Date.parse(createdAt);
  return gaps.map((gap) => new Date((at += gap * HOUR + 61_000)).toISOString());
}

function later(at: string, hours: number): string {
  return new Date(Date.parse(at) + hours * HOUR).toISOString();
}

describe('a strip', () => {
  test('a day with a backup in time is ok, and the days before the creation are empty', () => {
    const story = tell(berlin, ['2026-11-02T17:00:00.000Z', '2026-11-03T17:00:00.000Z']);
    expect(strip(story, '2026-11-03T20:00:00.000Z', 5)).toBe('...oo');
  });

  test('a backup within the grace is still ok', () => {
    expect(strip(tell(berlin, ['2026-11-02T22:00:00.000Z']), '2026-11-02T22:30:00.000Z', 2)).toBe('.o');
  });

  test('a first backup after the alarm makes its day late, and the day of the deadline missed', () => {
    const story = tell(berlin, ['2026-11-02T17:00:00.000Z', '2026-11-04T02:00:00.000Z']);
    expect(strip(story, '2026-11-04T03:00:00.000Z', 4)).toBe('.oml');
  });

  test('a late day stays late when a second backup comes, and an ok day stays ok', () => {
    const late = tell(berlin, ['2026-11-02T22:30:00.000Z', '2026-11-04T08:00:00.000Z', '2026-11-04T09:00:00.000Z']);
    expect(strip(late, '2026-11-04T10:00:00.000Z', 3)).toBe('oml');
    const fine = tell(berlin, ['2026-11-02T08:00:00.000Z', '2026-11-02T21:00:00.000Z']);
    expect(strip(fine, '2026-11-02T22:00:00.000Z', 2)).toBe('.o');
  });

  test('today is empty until the deadline, and missed right after it', () => {
    const story = tell(berlin, ['2026-11-02T17:00:00.000Z']);
    expect(strip(story, '2026-11-03T17:00:00.000Z', 2)).toBe('o.');
    expect(strip(story, '2026-11-03T17:00:00.001Z', 2)).toBe('om');
  });

  test('a missed day becomes ok when its backup comes within the grace of that day', () => {
    const story = tell(berlin, ['2026-11-02T17:00:00.000Z']);
    const seen = { ...story, heartbeat: settle(story.heartbeat, story.beating, '2026-11-03T18:00:00.000Z') };
    expect(seen.heartbeat.cells.endsWith('m')).toBe(true);
    const came = beatBackup(seen.heartbeat, seen.beating, '2026-11-03T19:00:00.000Z');
    expect(came.cells.endsWith('oo')).toBe(true);
  });

  test('every day without a backup is missed, for as long as it lasts', () => {
    const story = tell(berlin, ['2026-11-02T17:00:00.000Z']);
    expect(strip(story, '2026-11-07T12:00:00.000Z', 7)).toBe('.ommmm.');
    expect(strip(story, '2029-11-07T20:00:00.000Z')).toBe('m'.repeat(28));
  });

  test('a system that was never backed up misses days from its first deadline on', () => {
    expect(strip(tell(berlin, []), '2026-11-04T18:00:00.000Z', 5)).toBe('..mmm');
  });

  test('a weekly schedule leaves the days between empty', () => {
    const weekly = { ...berlin, schedule: { intervalUnit: 'Weeks' as const, intervalValue: 1, alarmAfter: 6 } };
    const story = tell(weekly, ['2026-11-02T17:00:00.000Z']);
    expect(strip(story, '2026-11-17T12:00:00.000Z', 16)).toBe('o......m......m.');
  });

  test('nothing is missed while a system is inactive or has no schedule, and a backup still counts', () => {
    for (const idle of [
      { ...berlin, active: false },
      { ...berlin, schedule: null },
    ]) {
      const story = tell(idle, ['2026-11-02T17:00:00.000Z', '2026-11-06T17:00:00.000Z']);
      expect(strip(story, '2026-11-08T17:00:00.000Z', 7)).toBe('o...o..');
    }
  });

  test('days settled while a system was paused are not missed afterwards', () => {
    const story = tell(berlin, ['2026-11-02T17:00:00.000Z']);
    const paused = settle(story.heartbeat, story.beating, '2026-11-03T08:00:00.000Z');
    const resumed = settle(paused, { ...story.beating, active: false }, '2026-11-06T08:00:00.000Z');
    expect(stripAt(resumed, story.beating, '2026-11-07T20:00:00.000Z', 6)).toBe('o...mm');
  });

  test('a backup reported later changes only its own day', () => {
    const story = tell(berlin, ['2026-11-02T17:00:00.000Z', '2026-11-06T10:00:00.000Z', '2026-11-04T17:00:00.000Z']);
    expect(strip(story, '2026-11-06T12:00:00.000Z', 5)).toBe('omoml');
  });

  test('a backup older than the stored days changes nothing', () => {
    const story = tell(berlin, ['2026-11-02T17:00:00.000Z']);
    expect(beatBackup(story.heartbeat, story.beating, '2026-01-01T17:00:00.000Z')).toEqual(story.heartbeat);
  });

  test('a backup from before the creation shows on its day', () => {
    const story = tell(berlin, ['2026-11-02T17:00:00.000Z', '2026-10-30T17:00:00.000Z']);
    expect(strip(story, '2026-11-02T18:00:00.000Z', 5)).toBe('.o..o');
  });

  test('a strip that is asked for an earlier day ends on that day', () => {
    const story = tell(berlin, ['2026-11-02T17:00:00.000Z', '2026-11-03T17:00:00.000Z', '2026-11-04T17:00:00.000Z']);
    expect(strip(story, '2026-11-03T20:00:00.000Z', 3)).toBe('.oo');
  });

  test('the days are those of the zone, not of UTC', () => {
    const apia = { ...berlin, timeZone: 'Pacific/Apia' };
    const story = tell(apia, ['2026-11-02T09:00:00.000Z', '2026-11-02T17:00:00.000Z']);
    expect(strip(story, '2026-11-02T18:00:00.000Z', 3)).toBe('.oo');
  });
});

describe('any strip', () => {
  test('equals the result of the reference implementation', () => {
    fc.assert(
      fc.property(anyBeating, anyGaps, anyWait, (beating, gaps, wait) => {
        const arrivals = spread(beating.createdAt, gaps);
        const now = later(arrivals.at(-1) ?? beating.createdAt, wait);
        expect(strip(tell(beating, arrivals), now)).toBe(slowStrip(beating, arrivals, now, 28));
      }),
      { numRuns: 150 },
    );
  });

  test('has exactly the days asked for, in the four letters, and at most 40 are stored', () => {
    fc.assert(
      fc.property(anyBeating, anyGaps, anyWait, fc.integer({ min: 0, max: 60 }), (beating, gaps, wait, days) => {
        const story = tell(beating, spread(beating.createdAt, gaps));
        const line = strip(story, later(beating.createdAt, wait), days);
        expect(line).toMatch(new RegExp(`^[olm.]{${days}}$`));
        expect(story.heartbeat.cells.length).toBeLessThanOrEqual(40);
      }),
    );
  });

  test('does not depend on how often it was settled', () => {
    fc.assert(
      fc.property(anyBeating, anyGaps, anyWait, anyWait, (beating, gaps, first, second) => {
        const arrivals = spread(beating.createdAt, gaps);
        const { heartbeat, beating: known } = tell(beating, arrivals);
        const between = later(arrivals.at(-1) ?? beating.createdAt, first);
        const now = later(between, second);
        expect(stripAt(settle(heartbeat, known, between), known, now)).toBe(stripAt(heartbeat, known, now));
      }),
    );
  });
});

describe('a stored heartbeat', () => {
  const utc: Beating = { ...berlin, timeZone: 'UTC', lastBackup: '2026-11-20T18:00:00.000Z' };

  test('begins with one day on which nothing was due', () => {
    expect(emptyHeartbeat('2026-11-21T23:30:00.000Z', 'Europe/Berlin')).toEqual({ cells: '.', day: '2026-11-22' });
  });

  test('marks a deadline of the very day that it ends on', () => {
    const morning = settle({ cells: 'o', day: '2026-11-20' }, utc, '2026-11-21T12:00:00.000Z');
    expect(morning).toEqual({ cells: 'o.', day: '2026-11-21' });
    expect(settle(morning, utc, '2026-11-21T19:00:00.000Z')).toEqual({ cells: 'om', day: '2026-11-21' });
    expect(stripAt(morning, utc, '2026-11-21T19:00:00.000Z', 2)).toBe('om');
  });

  test('keeps 40 days', () => {
    const months = settle(
      { cells: 'o'.repeat(40), day: '2026-08-01' },
      { ...utc, active: false },
      '2026-11-21T12:00:00.000Z',
    );
    expect(months).toEqual({ cells: '.'.repeat(40), day: '2026-11-21' });
    const week = settle(
      { cells: 'o'.repeat(40), day: '2026-11-14' },
      { ...utc, active: false },
      '2026-11-21T12:00:00.000Z',
    );
    expect(week.cells).toBe(`${'o'.repeat(33)}.......`);
  });

  test('never turns a day with a backup into a missed one', () => {
    expect(settle({ cells: 'oo', day: '2026-11-21' }, utc, '2026-11-21T19:00:00.000Z').cells).toBe('oo');
  });

  test('lets the first backup of a day decide', () => {
    const late = '2026-11-22T05:00:00.000Z';
    expect(beatBackup({ cells: 'oo', day: '2026-11-22' }, utc, late).cells).toBe('oo');
    expect(beatBackup({ cells: 'ol', day: '2026-11-22' }, utc, late).cells).toBe('ol');
    expect(beatBackup({ cells: 'o.', day: '2026-11-22' }, utc, late).cells).toBe('ol');
  });

  test('counts a backup at the moment of the alarm as in time', () => {
    const alarm = Date.parse('2026-11-22T00:00:00.000Z');
    const at = (ms: number) => beatBackup({ cells: '.', day: '2026-11-22' }, utc, new Date(ms).toISOString()).cells;
    expect([at(alarm), at(alarm + 1)]).toEqual(['o', 'l']);
  });

  test('is not changed by a backup that is older than 40 days', () => {
    const known = { cells: 'o', day: '2026-11-21' };
    const paused = { ...utc, active: false };
    expect(beatBackup(known, paused, '2026-10-13T12:00:00.000Z').cells).toBe(`o${'.'.repeat(38)}o`);
    expect(beatBackup(known, paused, '2026-10-13T12:00:00.000Z').cells).toHaveLength(40);
    expect(beatBackup(known, paused, '2026-10-12T23:59:59.000Z')).toEqual(known);
  });
});
