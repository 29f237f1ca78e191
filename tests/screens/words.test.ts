// The words of alarms and of the glance: plain, and never fine by default.
import { describe, expect, test } from 'vitest';
import {
  type Alarm,
  alreadyWords,
  bySeverity,
  detailOf,
  sinceOf,
  reasonOf,
  standingOf,
  titleOf,
  whoOf,
} from '#app/features/alarms/alarm-format.ts';
import { datedAt, overlay, whereOf } from '#app/features/alarms/alarm-queries.ts';
import { type Counts, glanceOf } from '#app/features/watch/glance-format.ts';

process.env['TZ'] = 'UTC';
const now = Date.parse('2026-11-21T03:12:00.000Z');
const mia = { id: 'mia', name: 'Mia Lund' };

const alarm = (more: Partial<Alarm> = {}): Alarm => ({
  id: 'a1',
  kind: 'failed',
  system: { id: 's1', name: 'ledger-01' },
  organization: { id: 'o1', name: 'Ahlers Marine', timeZone: 'UTC', phone: '' },
  organizationId: 'o1',
  since: '2026-11-21T02:31:00.000Z',
  reason: 'disk full',
  lastBackup: '2026-11-12T18:00:00.000Z',
  dueAt: '2026-11-21T00:00:00.000Z',
  addedAt: '2026-11-12T08:00:00.000Z',
  acknowledgedAt: null,
  acknowledgedBy: null,
  snoozedUntil: null,
  note: '',
  resolvedAt: null,
  resolvedBy: null,
  delivery: { sent: 0, shown: 0, failed: 0, unreached: false },
  createdAt: '2026-11-21T02:31:00.000Z',
  updatedAt: '2026-11-21T02:31:00.000Z',
  ...more,
});

describe('the reason', () => {
  test.each<[string, Partial<Alarm>]>([
    ['Failed: disk full', {}],
    ['Failed', { reason: null }],
    ['Overdue by 3 h 12 min', { kind: 'overdue' }],
    ['Not backed up for 8 days', { kind: 'notBackedup' }],
    ['Never backed up, added 12 Nov', { kind: 'notBackedup', lastBackup: null }],
    ['Client offline 41 min', { kind: 'clientOffline' }],
    ['82 % smaller than usual', { kind: 'sizeAnomaly', reason: '82 % smaller than usual' }],
  ])('says "%s"', (words, more) => {
    expect(reasonOf(alarm(more), now)).toBe(words);
  });

  test('is past tense when it is only remembered', () => {
    expect(reasonOf(alarm({ kind: 'overdue' }), now, true)).toBe('Was overdue by 3 h 12 min');
    expect(reasonOf(alarm({ kind: 'clientOffline' }), now, true)).toBe('Client was offline 41 min');
  });
});

describe('an alarm that is over', () => {
  const over = { resolvedAt: '2026-11-21T03:00:00.000Z' };
  const later = now + 9 * 24 * 3600_000;

  test.each<[string, Partial<Alarm>]>([
    ['Was overdue by 3 h', { kind: 'overdue' }],
    ['Was not backed up for 8 days', { kind: 'notBackedup' }],
    ['Had never been backed up, added 12 Nov', { kind: 'notBackedup', lastBackup: null }],
    ['Client was offline 29 min', { kind: 'clientOffline' }],
  ])('says "%s", and no more of it as time goes by', (words, more) => {
    expect([now, later].map((at) => reasonOf(alarm({ ...over, ...more }), at))).toEqual([words, words]);
    expect([now, later].map((at) => detailOf(alarm({ ...over, ...more }), at))).toEqual([words, words]);
  });

  test('is named in the past tense, and lasted as long as it did', () => {
    expect(titleOf(alarm({ ...over, kind: 'overdue' }))).toBe('ledger-01 was overdue');
    expect(titleOf(alarm({ ...over, kind: 'storageTrouble' }))).toBe('ledger-01 had storage trouble');
    expect(sinceOf(alarm(over), later)).toBe('for 29 min');
  });

  test('says who closed it, and that it cleared where nobody did', () => {
    expect(whoOf(alarm(over), now)).toBe('cleared 03:00');
    expect(whoOf(alarm({ ...over, resolvedBy: mia }), now)).toBe('closed by Mia 03:00');
    expect(whoOf(alarm({ ...over, resolvedBy: mia }), now, 'mia')).toBe('closed by you 03:00');
  });
});

test('a day holds what began on it, and what was due on it and missed, as the strips draw it', () => {
  const within = { '>=': '2026-11-20T00:00:00.000Z', '<': '2026-11-21T00:00:00.000Z' };
  expect(whereOf({})).toEqual({});
  expect(whereOf({ kind: 'failed', day: '2026-11-20' })).toEqual({
    kind: 'failed',
    or: [
      { kind: { '!=': 'overdue' }, since: within },
      { kind: 'overdue', dueAt: within },
    ],
  });
  expect(datedAt(alarm({ kind: 'overdue', dueAt: '2026-11-20T18:00:00.000Z' }))).toBe('2026-11-20T18:00:00.000Z');
  expect(datedAt(alarm())).toBe('2026-11-21T02:31:00.000Z');
});

test('the third line says since when', () => {
  expect(sinceOf(alarm(), now)).toBe('41 min');
  expect(sinceOf(alarm({ kind: 'overdue', dueAt: '2026-11-19T18:00:00.000Z' }), now)).toBe('due Thu 18:00');
  expect(titleOf(alarm())).toBe('ledger-01 failed');
});

test('a snooze that ran out leaves the alarm open again', () => {
  const snoozed = alarm({ snoozedUntil: '2026-11-21T03:12:30.000Z' });
  expect(standingOf(snoozed, now)).toBe('snoozed');
  expect(whoOf(snoozed, now)).toBe('until 03:12');
  expect(standingOf(snoozed, now + 60_000)).toBe('open');
});

test('who has it is a first name and a time, and You for oneself', () => {
  const taken = alarm({ acknowledgedAt: '2026-11-21T01:44:00.000Z', acknowledgedBy: mia });
  expect(whoOf(taken, now)).toBe('Mia, 01:44');
  expect(whoOf(taken, now, 'mia')).toBe('You, 01:44');
  expect(alreadyWords('Mia Lund', '2026-11-21T03:10:00.000Z', now)).toBe('Mia had it already, 03:10');
});

test('a snooze that is taken back leaves the acknowledgement where it was', () => {
  const both = alarm({
    acknowledgedAt: '2026-11-21T01:44:00.000Z',
    acknowledgedBy: mia,
    snoozedUntil: '2026-11-21T07:00:00.000Z',
  });
  const me = { id: 'me', firstName: 'Bo', lastName: '', email: 'bo@example.com' };
  const back = (of: string) =>
    overlay(
      both,
      {
        id: 'i',
        kind: 'unacknowledge',
        alarmId: 'a1',
        body: { of },
        createdAt: '',
        userId: 'me',
        attempts: 0,
        lastError: null,
      },
      me,
    );
  expect([back('snooze').snoozedUntil, back('snooze').acknowledgedBy]).toEqual([null, mia]);
  expect([back('acknowledgement').snoozedUntil, back('acknowledgement').acknowledgedBy]).toEqual([
    both.snoozedUntil,
    null,
  ]);
});

test('the worst comes first, and of one kind the oldest', () => {
  const list = [
    alarm({ id: '1', kind: 'overdue' }),
    alarm({ id: '2', since: '2026-11-21T03:00:00.000Z' }),
    alarm({ id: '3' }),
  ];
  expect(list.toSorted(bySeverity).map(({ id }) => id)).toEqual(['3', '2', '1']);
});

test('an open alarm that nobody could be told of says so; one that somebody has says who', () => {
  const delivery = { sent: 0, shown: 0, failed: 0, unreached: true };
  const taken = { acknowledgedAt: '2026-11-21T01:44:00.000Z', acknowledgedBy: mia };
  expect(whoOf(alarm({ delivery }), now)).toBe('Nobody could be told');
  expect(whoOf(alarm({ delivery, ...taken }), now)).toBe('Mia, 01:44');
  expect(whoOf(alarm({ delivery, resolvedAt: '2026-11-21T01:44:00.000Z' }), now)).toMatch(/^cleared/);
});

const block = { ok: 0, count: 0, overdue: 0 };
const counts = (total: number, watched: number, ok: number, waiting = 0): Counts => ({
  total,
  ok,
  waiting,
  watched,
  overdue: [],
  notBackedup: [],
  failed: 0,
  late: 0,
  nights: [],
  manual: block,
  automatic: block,
  organizations: 0,
  organizationsOk: 0,
});

describe('the glance', () => {
  const say = (more: Partial<Parameters<typeof glanceOf>[0]>) =>
    glanceOf({ counts: counts(214, 214, 214), alarms: [], fresh: true, now, ...more });

  test('counts who needs you', () => {
    expect(say({ alarms: [alarm()] })).toMatchObject({ sentence: '1 needs you', kind: 'failed', tone: 'miss' });
    expect(say({ alarms: [alarm({ kind: 'overdue' }), alarm({ id: 'a2', kind: 'clientOffline' })] })).toMatchObject({
      sentence: '2 need you',
      tone: 'late',
    });
  });

  test('does not count on where the list that is known ends', () => {
    const known = [alarm(), alarm({ id: 'a2' })];
    expect(say({ alarms: known, isPart: true }).sentence).toBe('2+ need you');
    expect(say({ alarms: known.slice(1), isPart: true }).sentence).toBe('1+ need you');
    const taken = known.map((one) => ({ ...one, acknowledgedAt: alarm().since, acknowledgedBy: mia }));
    const unsaid = { sentence: 'Not all alarms are known', kind: 'offline', hollow: true };
    expect(say({ alarms: taken, isPart: true })).toMatchObject({ ...unsaid, caption: '2 are in hand' });
    expect(say({ alarms: taken, isPart: true, fresh: false })).toMatchObject({ ...unsaid, caption: '2 were in hand' });
  });

  test('one that was resolved a moment ago needs nobody, and is in nobody’s hand', () => {
    expect(say({ alarms: [alarm({ resolvedAt: alarm().since })] }).sentence).not.toMatch(/need|hand/);
  });

  test('says that nobody could be told of one', () => {
    const delivery = { sent: 0, shown: 0, failed: 0, unreached: true };
    expect(say({ alarms: [alarm(), alarm({ id: 'a2', delivery })] })).toMatchObject({
      sentence: '2 need you',
      caption: 'Nobody could be told',
    });
    expect(say({ alarms: [alarm()] }).caption).toMatch(/backed up$/);
  });

  test('is past tense and drained without a fresh answer', () => {
    expect(say({ alarms: [alarm()], fresh: false })).toMatchObject({
      sentence: '1 needed you',
      tone: 'off',
      hollow: true,
    });
    expect(say({ fresh: false })).toMatchObject({
      sentence: 'All 214 systems were backed up',
      tone: 'off',
      hollow: true,
    });
  });

  test('says so when all are backed up', () => {
    expect(say({})).toMatchObject({ sentence: 'All 214 systems are backed up', kind: 'ok', tone: 'ok' });
  });

  test.each([
    ['alarms are not known', { alarms: undefined }],
    ['numbers are not known', { counts: undefined }],
    ['nothing is known', { alarms: undefined, counts: undefined }],
    ['there is no system', { counts: counts(0, 0, 0) }],
    ['nothing is watched', { counts: counts(5, 0, 0) }],
    ['some are late', { counts: counts(5, 5, 4) }],
    ['the only one never had a backup', { counts: counts(1, 1, 1, 1) }],
    ['some never had a backup', { counts: counts(214, 214, 214, 3) }],
  ])('is never green when %s', (_, more) => {
    const words = say(more);
    expect(words.tone).not.toBe('ok');
    expect(words.kind).not.toBe('ok');
    expect(words.sentence).not.toMatch(/^All /);
  });

  test('says of what never had a backup that it waits, and counts it nowhere as backed up', () => {
    expect(say({ counts: counts(214, 214, 214, 3) })).toMatchObject({
      sentence: '3 wait for their first backup',
      caption: '211 of 214 systems are backed up',
    });
    expect(say({ counts: counts(1, 1, 1, 1), fresh: false })).toMatchObject({
      sentence: '1 waited for its first backup',
      caption: '0 of 1 systems were backed up',
    });
    expect(say({ counts: counts(5, 5, 4, 2) }).caption).toBe('2 of 5 systems are backed up');
    expect(say({ counts: counts(5, 5, 4, 2), alarms: [alarm()] }).caption).toBe('2 of 5 systems are backed up');
  });

  test('does not count what is not watched as backed up', () => {
    expect(say({ counts: counts(10, 7, 7) })).toMatchObject({
      sentence: 'All 7 watched systems are backed up',
      caption: '3 more not watched',
    });
  });

  test('says for how long it has been quiet, where that is known', () => {
    expect(say({}).caption).toBe('Quiet');
    expect(say({ clearedAt: '2026-11-17T03:12:00.000Z' }).caption).toBe('Quiet for 4 days');
    expect(say({ clearedAt: '2026-11-17T03:12:00.000Z', fresh: false }).caption).toBe('Quiet');
  });

  test('says of what a person may not see that it is so, and nothing of it is fine', () => {
    for (const words of [say({ alarms: null }), say({ counts: null }), say({ alarms: null, counts: null })])
      expect([words.kind, words.tone]).toEqual(['offline', 'off']);
    expect(say({ counts: null })).toMatchObject({
      sentence: 'No open alarms',
      caption: 'Your groups may not see systems',
    });
    expect(say({ counts: null, alarms: [alarm()] }).sentence).toBe('1 needs you');
    expect(say({ alarms: null }).sentence).toBe('Your groups may not see alarms');
  });

  test('says whose hand the rest is in', () => {
    const taken = alarm({ acknowledgedAt: '2026-11-21T01:44:00.000Z', acknowledgedBy: mia });
    expect(say({ alarms: [taken] })).toMatchObject({ sentence: '1 in hand', caption: 'With Mia Lund', hollow: true });
  });
});
