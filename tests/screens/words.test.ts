// The words of alarms and of the glance: plain, and never fine by default.
import { describe, expect, test } from 'vitest';
import {
  type Alarm,
  alreadyWords,
  bySeverity,
  sinceOf,
  reasonOf,
  standingOf,
  titleOf,
  whoOf,
} from '#app/routes/-alarm-words.ts';
import { type Counts, glanceOf } from '#app/routes/-glance-words.ts';
import { Refused, sentenceOf } from '#app/api/refused.ts';
import { isFresh } from '#app/session/freshness.ts';

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
  told: { sent: 0, shown: 0, failed: 0 },
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

test('the worst comes first, and of one kind the oldest', () => {
  const list = [
    alarm({ id: '1', kind: 'overdue' }),
    alarm({ id: '2', since: '2026-11-21T03:00:00.000Z' }),
    alarm({ id: '3' }),
  ];
  expect(list.toSorted(bySeverity).map(({ id }) => id)).toEqual(['3', '2', '1']);
});

const block = { ok: 0, count: 0, overdue: 0 };
const counts = (total: number, watched: number, ok: number): Counts => ({
  total,
  ok,
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
  ])('is never green when %s', (_, more) => {
    const words = say(more);
    expect(words.tone).not.toBe('ok');
    expect(words.kind).not.toBe('ok');
    expect(words.sentence).not.toMatch(/^All /);
  });

  test('does not count what is not watched as backed up', () => {
    expect(say({ counts: counts(10, 7, 7) })).toMatchObject({
      sentence: 'All 7 watched systems are backed up',
      caption: '3 more not watched',
    });
  });

  test('says whose hand the rest is in', () => {
    const taken = alarm({ acknowledgedAt: '2026-11-21T01:44:00.000Z', acknowledgedBy: mia });
    expect(say({ alarms: [taken] })).toMatchObject({ sentence: '1 in hand', caption: 'With Mia Lund', hollow: true });
  });
});

describe('an answer is believed', () => {
  const live = { state: 'enrolled', since: now - 600_000, heardAt: null } as const;
  test.each<[string, boolean, Parameters<typeof isFresh>]>([
    ['when it is seconds old', true, [now - 5000, false, { ...live, state: 'enrolling' }, now]],
    ['as long as every change is told', true, [now - 500_000, false, live, now]],
    ['not when it is from before the enrollment', false, [now - 700_000, false, live, now]],
    ['not when it is old and nothing is told', false, [now - 120_000, false, { ...live, state: 'enrolling' }, now]],
    ['not without a connection', false, [now - 5000, false, { ...live, state: 'offline' }, now]],
    ['not when the last question failed', false, [now - 5000, true, live, now]],
    ['not before any came', false, [0, false, live, now]],
  ])('%s', (_, believed, given) => {
    expect(isFresh(...given)).toBe(believed);
  });
});

describe('a call that failed', () => {
  const offline = new Refused(0, 'E_OFFLINE');

  test('says of a write that nothing was changed, and of a read only why', () => {
    expect(sentenceOf(offline)).toBe('No connection. Nothing was changed.');
    expect(sentenceOf(new Refused(502, 'E_INTERNAL'))).toBe('The server failed. Nothing was changed.');
    expect(sentenceOf(offline, '')).toBe('No connection.');
    expect(sentenceOf(new Error('odd'), '')).toBe('Something failed.');
  });

  test('says of bad input which field breaks which rule', () => {
    expect(sentenceOf(new Refused(400, 'E_INVALID_NEW_RECORD', ['name: must not be empty']))).toBe(
      'name: must not be empty',
    );
  });
});
