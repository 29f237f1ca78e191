// The list of systems and the page of one: queries, order, states and sentences.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { countAll, countOf } from '#app/features/systems/system-counts.ts';
import { isNarrowed, readSearch, shows, sortOf, whereOf } from '#app/features/systems/systems-filter.ts';
import { listAddress, storeListSearch } from '#app/features/lists/list-searches.ts';
import { stripCounts } from '#app/features/systems/system-facts.ts';
import { type SystemSummary, rowStatusOf, stateOf, statusLine } from '#app/features/systems/system-format.ts';
import { sentencesOf } from '#app/features/systems/system-sentences.ts';
import { daysOf } from '#app/features/backups/backup-days.ts';
import { firstRead, readDay, stripDays } from '#app/features/systems/system-days.ts';
import { parseCriteria } from '#contract/criteria.ts';
import { restoreDate, setDate } from '../dates.ts';
import { backup, organization } from './backups.ts';

const now = Date.parse('2026-11-21T03:12:00.000Z');
const schedule = { id: 's', name: 'Nightly', intervalUnit: 'Days', intervalValue: 1, alarmAfter: 6 } as const;
const fine: SystemSummary = {
  active: true,
  alarms: [],
  health: 'ok',
  schedule,
  lastBackup: '2026-11-20T18:00:00.000Z',
  failedAt: null,
  failedReason: null,
  dueAt: '2026-11-21T18:00:00.000Z',
  alarmAt: '2026-11-22T00:00:00.000Z',
  runningSince: null,
  reenableTime: null,
  createdAt: '2026-01-01T00:00:00.000Z',
};
const overdue: SystemSummary = {
  ...fine,
  health: 'overdue',
  alarms: ['overdue'],
  lastBackup: '2026-11-19T18:00:00.000Z',
  dueAt: '2026-11-20T18:00:00.000Z',
  alarmAt: '2026-11-21T00:00:00.000Z',
};
const sentences = (system: SystemSummary, past = false) =>
  sentencesOf(system, now, past)
    .map((parts) => parts.map((part) => (part.type === 'text' ? part.value : '')).join(''))
    .join(' ');

test('on a device whose clock is slow no system looks better than the server answered', () => {
  const before = Date.parse('2026-11-19T20:00:00.000Z');
  expect([stateOf(overdue, before), rowStatusOf(overdue, before).kind]).toEqual(['overdue', 'overdue']);
  expect(stateOf(fine, Date.parse('2026-11-22T01:00:00.000Z'))).toBe('overdue');
});

describe('the number on a chip', () => {
  const block = { ok: 1, count: 2, overdue: 0 };
  const counts = {
    total: 12,
    ok: 7,
    watched: 11,
    overdue: ['a', 'b'],
    notBackedup: ['c'],
    failed: 3,
    late: 4,
    nights: [],
    manual: block,
    automatic: block,
    organizations: 1,
    organizationsOk: 0,
    waiting: 5,
    paused: 6,
    unscheduled: 8,
    inactive: 1,
    inactiveSystems: 10,
  };

  test('counts the systems in that state if it is known', () => {
    expect(shows.map(({ show }) => countOf(show, counts))).toEqual([3, 1, 2, 4, 5, 7, 16, 8]);
    expect(countAll(counts)).toBe(22);
    expect(shows.map(({ show }) => countOf(show, undefined))).toEqual(shows.map(() => undefined));
  });
});

describe('the address of the list', () => {
  test('unknown values are dropped, and digits alone are a search', () => {
    expect(readSearch({ show: 'late', sort: 'worst', method: 'x', find: 42 })).toEqual({ show: 'late', find: '42' });
    expect(readSearch({ show: 'toString', find: '  ' })).toEqual({});
  });

  test('is the same after writing and reading it', () => {
    const search = { find: 'مختبر & co', show: 'overdue', method: 'manual', sort: 'oldest' } as const;
    storeListSearch('/admin/systems', search);
    const { searchParams } = new URL(listAddress('/admin/systems'), 'https://backwatch.example');
    expect(readSearch(Object.fromEntries(searchParams))).toEqual(search);
    storeListSearch('/admin/systems', {});
    expect(listAddress('/admin/systems')).toBe('/admin/systems');
  });

  test('an order alone is not a filter', () => {
    expect(isNarrowed({ sort: 'name' })).toBe(false);
    expect(isNarrowed({ show: 'ok' })).toBe(true);
  });
});

describe('the query of the list', () => {
  const attributes = {
    name: 'text',
    find: 'text',
    organizationName: 'text',
    health: 'text',
    severity: 'int',
    attention: 'int',
    schedule: 'text',
    active: 'bool',
    organizationActive: 'bool',
    backupMethod: 'text',
    lastBackup: 'text',
  } as const;

  test('the server accepts every chip and every order', () => {
    for (const { show } of shows) {
      const where = JSON.stringify(whereOf({ show, find: 'norra nas', method: 'manual' }, { attention: 2 }));
      for (const sort of ['worst', 'name', 'oldest', 'newest'] as const)
        expect(() => parseCriteria({ where, sort: sortOf({ sort }) }, attributes)).not.toThrow();
    }
  });

  test('worst first means by severity, then by name', () => {
    expect(parseCriteria({ sort: sortOf({}) }, attributes).sort).toEqual([
      { attribute: 'severity', direction: 'desc' },
      { attribute: 'name', direction: 'asc' },
    ]);
  });

  test('every word of a search must match an attribute', () => {
    const { and } = whereOf({ find: ' norra  nas ' }) as { and: { or: unknown[] }[] };
    expect(and.map(({ or }) => or[0])).toEqual([{ find: { contains: 'norra' } }, { find: { contains: 'nas' } }]);
  });

  test('a search and a chip that both say "or" do not overwrite each other', () => {
    const { and } = whereOf({ find: 'nas', show: 'paused' }) as { and: unknown[] };
    expect(and).toHaveLength(2);
  });
});

describe('the state of a system', () => {
  test('an old answer is late past its deadline, then overdue', () => {
    expect(stateOf(fine, now)).toBe('ok');
    expect(stateOf(fine, Date.parse('2026-11-21T18:00:00.001Z'))).toBe('late');
    expect(stateOf(fine, Date.parse('2026-11-22T00:00:00.001Z'))).toBe('overdue');
  });

  test('a paused system and one without a schedule are never drawn as ok', () => {
    const paused: SystemSummary = { ...fine, active: false, health: 'unwatched', dueAt: null };
    const free: SystemSummary = { ...fine, schedule: null, health: 'unwatched', dueAt: null };
    expect(rowStatusOf(paused, now)).toEqual({ kind: 'snoozed', hollow: true, label: 'Paused' });
    expect(rowStatusOf(free, now)).toEqual({ kind: 'snoozed', hollow: true, label: 'No schedule' });
  });

  test('a system that waits for its first backup is not shown as backed up', () => {
    const waiting: SystemSummary = { ...fine, health: 'waiting', lastBackup: null };
    expect(rowStatusOf(waiting, now)).toEqual({ kind: 'snoozed', hollow: true, label: 'Waiting' });
    expect(statusLine(waiting, now)).toBe('Waiting for its first backup');
  });

  test('a running backup does not hide a failed one', () => {
    const failed: SystemSummary = {
      ...fine,
      health: 'failed',
      failedAt: '2026-11-21T02:31:00.000Z',
      alarms: ['failed'],
    };
    expect(stateOf({ ...failed, runningSince: '2026-11-21T03:00:00.000Z' }, now)).toBe('failed');
    expect(rowStatusOf(failed, now)).toMatchObject({ kind: 'failed', hollow: false });
  });

  test('the line of a client may end as a sentence: no full stop is written twice', () => {
    const failed: SystemSummary = {
      ...fine,
      health: 'failed',
      failedAt: '2026-11-21T02:31:00.000Z',
      failedReason: 'The share refused the password.',
    };
    expect(statusLine(failed, now)).toBe('Failed: The share refused the password');
    expect(sentences(failed)).toContain(': The share refused the password. Last');
  });

  test('good backups do not hide an alarm of another kind, and a failure comes before it', () => {
    expect(rowStatusOf({ ...fine, alarms: ['clientOffline'] }, now)).toEqual({
      kind: 'offline',
      hollow: false,
      label: 'Client offline',
    });
    expect(rowStatusOf({ ...fine, alarms: ['clientOffline'] }, now, false, true).label).toBe('Client was offline');
    expect(rowStatusOf({ ...overdue, alarms: ['overdue', 'clientOffline'] }, now).kind).toBe('overdue');
    expect(rowStatusOf({ ...overdue, alarms: ['overdue', 'storageTrouble'] }, now).label).toBe('Storage trouble');
  });

  test('a cached row is in the past tense', () => {
    const word = (system: SystemSummary) => rowStatusOf(system, now, false, true).label;
    expect(word(overdue)).toBe('Was overdue 9 h');
    expect(word(fine)).toMatch(/^Was OK /);
    expect(word({ ...fine, lastBackup: null })).toBe('Was waiting');
    expect(word({ ...fine, runningSince: '2026-11-21T03:00:00.000Z' })).toBe('Was running');
  });

  test('an acknowledged state is outlined', () => {
    expect(rowStatusOf(overdue, now, true)).toEqual({ kind: 'overdue', hollow: true, label: 'Overdue 9 h' });
  });

  test('sentences from the cache are in the past tense', () => {
    expect(statusLine(overdue, now)).toBe('Overdue by 9 h 12 min');
    expect(statusLine(overdue, now, true)).toBe('Was overdue by 9 h 12 min');
    expect(sentences(overdue)).toMatch(/^Nothing has arrived since .*It was due /);
    for (const system of [fine, overdue, { ...fine, lastBackup: null }])
      expect(sentences(system, true)).not.toMatch(
        /\b(is due|has (ever |been )?(arrived|running)|is raised|is paused)\b/,
      );
  });

  test('a paused system says who can resume it', () => {
    const paused: SystemSummary = { ...fine, active: false, health: 'unwatched', dueAt: null };
    expect(sentences(paused)).toMatch(/^Monitoring is paused until you resume it\. Last backup: /);
    expect(sentences({ ...paused, active: true })).toMatch(/^Monitoring is paused for its organization\./);
    expect(sentences(paused, true)).toMatch(/^Monitoring was paused\./);
  });

  test('the counts of a strip leave out zeros', () => {
    expect(stripCounts('oolm.')).toBe('2 ok, 1 late, 1 missed');
    expect(stripCounts('....')).toBe('0 ok');
  });
});

describe('the days of a strip', () => {
  // Days of another year have the year.
  beforeEach(() => setDate('2026-11-21T03:12:00.000Z'));
  afterEach(restoreDate);

  test('end at the day that the answer names, across a clock change', () => {
    const days = stripDays({ strip: 'oooo', stripDay: '2026-10-26' });
    expect(days).toEqual(['2026-10-23', '2026-10-24', '2026-10-25', '2026-10-26']);
  });

  test('the newest missed day is selected first', () => {
    expect(firstRead('omomo.')).toBe(3);
    expect(firstRead('oo..')).toBe(1);
  });

  test('a missed day never shows a backup', () => {
    const held = { strip: 'om', stripDay: '2026-11-21', dueAt: null, organization };
    expect(readDay(held, [backup('2026-11-21T01:00:00.000Z')], 1, now)[1]).toBe('missed');
  });

  test('a backup of yesterday that is only cached never stands under the date of today', () => {
    const held = { strip: 'mo', stripDay: '2026-11-20', dueAt: null, organization };
    expect(readDay(held, [backup('2026-11-20T01:00:00.000Z')], 1, now, true)).toEqual([
      'Fri, Nov 20',
      'backed up 1:00 AM, 100 B',
    ]);
    expect(readDay(held, [], 0, now, true)[0]).toBe('Thu, Nov 19');
    const shown = { ...held, failedAt: null, runningSince: null };
    expect(daysOf(shown, [], true).map(({ key }) => key)).toEqual(['2026-11-19']);
  });
});
