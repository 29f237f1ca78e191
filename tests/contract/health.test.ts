// The health rules in their order, the instant at which each result changes, and that silence is never healthy.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { healthAt, isTrouble, nextMoment, severity, worst, type Health, type Moments } from '#contract/health.ts';

const due = '2026-11-21T18:00:00.000Z';
const alarm = '2026-11-22T00:00:00.000Z';
const before = '2026-11-21T12:00:00.000Z';
const between = '2026-11-21T20:00:00.000Z';
const after = '2026-11-22T03:12:00.000Z';
const watched: Moments = {
  active: true,
  scheduled: true,
  lastBackup: '2026-11-20T18:00:00.000Z',
  failedAt: null,
  dueAt: due,
  alarmAt: alarm,
};
const justAfter = (at: string): string => new Date(Date.parse(at) + 1).toISOString();

const anyInstant = fc
  .integer({ min: 0, max: 400 })
  .map((hour) => new Date(Date.UTC(2026, 10, 1) + hour * 3_600_000).toISOString());
const anyMoments: fc.Arbitrary<Moments> = fc
  .record({
    active: fc.boolean(),
    scheduled: fc.boolean(),
    lastBackup: fc.option(anyInstant),
    failedAt: fc.option(anyInstant, { freq: 1 }),
    dueAt: anyInstant,
    grace: fc.integer({ min: 0, max: 48 }),
  })
  .map(({ grace, ...m }) => ({ ...m, alarmAt: new Date(Date.parse(m.dueAt) + grace * 3_600_000).toISOString() }));

describe('health', () => {
  test('a system within its schedule is ok', () => {
    expect(healthAt(watched, before)).toBe('ok');
  });

  test('a system past due but within its grace is late', () => {
    expect(healthAt(watched, between)).toBe('late');
  });

  test('a system past its alarm is overdue', () => {
    expect(healthAt(watched, after)).toBe('overdue');
  });

  test('at its due and alarm instants a system is not yet past them', () => {
    expect(healthAt(watched, due)).toBe('ok');
    expect(healthAt(watched, justAfter(due))).toBe('late');
    expect(healthAt(watched, alarm)).toBe('late');
    expect(healthAt(watched, justAfter(alarm))).toBe('overdue');
  });

  test('a system without any backup is notBackedup once it is past due, without grace', () => {
    expect(healthAt({ ...watched, lastBackup: null }, before)).toBe('waiting');
    expect(healthAt({ ...watched, lastBackup: null }, between)).toBe('notBackedup');
    expect(healthAt({ ...watched, lastBackup: null }, after)).toBe('notBackedup');
  });

  test('a failure without a later good backup is failed at any time', () => {
    for (const now of [before, between, after]) expect(healthAt({ ...watched, failedAt: before }, now)).toBe('failed');
    expect(healthAt({ ...watched, failedAt: before, lastBackup: null }, after)).toBe('failed');
  });

  test('an inactive system is unwatched, even when it failed', () => {
    expect(healthAt({ ...watched, active: false, failedAt: before }, after)).toBe('unwatched');
  });

  test('a system without a schedule is unwatched, unless its newest run failed', () => {
    const free = { ...watched, scheduled: false, dueAt: null, alarmAt: null };
    expect(healthAt(free, after)).toBe('unwatched');
    expect(healthAt({ ...free, failedAt: before }, after)).toBe('failed');
  });

  test('a missing or invalid deadline is never healthy', () => {
    expect(healthAt({ ...watched, dueAt: null, alarmAt: null }, before)).toBe('overdue');
    expect(healthAt({ ...watched, alarmAt: 'soon' }, before)).toBe('overdue');
    expect(healthAt({ ...watched, lastBackup: null, dueAt: '' }, before)).toBe('notBackedup');
  });

  test('instants are compared as time, not as text', () => {
    expect(healthAt(watched, '2026-11-21T18:00:00Z')).toBe('ok');
    expect(healthAt({ ...watched, dueAt: '2026-11-21T18:00:00Z' }, '2026-11-21T18:00:00.500Z')).toBe('late');
  });

  test('a watched system past its alarm is never shown as ok', () => {
    fc.assert(
      fc.property(anyMoments, anyInstant, (m, now) => {
        const health = healthAt(m, now);
        if (m.active && m.scheduled && m.alarmAt !== null && now > m.alarmAt) expect(isTrouble(health)).toBe(true);
        if (!m.active) expect(health).toBe('unwatched');
        if (!m.scheduled) expect(health).not.toBe('ok');
      }),
    );
  });

  test('without reports, health only gets worse', () => {
    fc.assert(
      fc.property(anyMoments, anyInstant, anyInstant, (m, a, b) => {
        const [early, late] = a < b ? [a, b] : [b, a];
        expect(severity(healthAt(m, late))).toBeGreaterThanOrEqual(severity(healthAt(m, early)));
      }),
    );
  });
});

describe('the next moment', () => {
  test('an ok system changes when it is due, a late one at its alarm, an overdue one never by itself', () => {
    expect(nextMoment(watched, before)).toBe(due);
    expect(nextMoment(watched, between)).toBe(alarm);
    expect(nextMoment(watched, after)).toBeNull();
  });

  test('a system that waits for its first backup changes only when that is due', () => {
    expect(nextMoment({ ...watched, lastBackup: null }, before)).toBe(due);
    expect(nextMoment({ ...watched, lastBackup: null }, between)).toBeNull();
  });

  test('a failed, inactive or unscheduled system does not change by itself', () => {
    expect(nextMoment({ ...watched, failedAt: before }, before)).toBeNull();
    expect(nextMoment({ ...watched, active: false }, before)).toBeNull();
    expect(nextMoment({ ...watched, scheduled: false }, before)).toBeNull();
  });

  test('the next moment may be the present instant', () => {
    expect(nextMoment(watched, due)).toBe(due);
  });

  test('health stays as it is until the next moment, and is another right after it', () => {
    fc.assert(
      fc.property(anyMoments, anyInstant, (m, now) => {
        const next = nextMoment(m, now);
        const health = healthAt(m, now);
        if (next === null) {
          expect(healthAt(m, '2999-01-01T00:00:00.000Z')).toBe(health);
        } else {
          expect(next >= now).toBe(true);
          expect(healthAt(m, next)).toBe(health);
          expect(healthAt(m, justAfter(next))).not.toBe(health);
        }
      }),
    );
  });
});

describe('severity', () => {
  const worstFirst: Health[] = ['failed', 'notBackedup', 'overdue', 'late', 'waiting', 'ok', 'unwatched'];

  test('runs from failed down to unwatched', () => {
    expect([...worstFirst].reverse().sort((a, b) => severity(b) - severity(a))).toEqual(worstFirst);
    expect(worstFirst.map(severity)).toEqual([6, 5, 4, 3, 2, 1, 0]);
  });

  test('failed, not backed up and overdue are trouble; late is not', () => {
    expect(worstFirst.filter(isTrouble)).toEqual(['failed', 'notBackedup', 'overdue']);
  });

  test('the result is the worst of the list, and unwatched for an empty one', () => {
    expect(worst(['ok', 'overdue', 'late'])).toBe('overdue');
    expect(worst(['unwatched', 'ok'])).toBe('ok');
    expect(worst(['ok', 'waiting'])).toBe('waiting');
    expect(worst([])).toBe('unwatched');
  });
});
