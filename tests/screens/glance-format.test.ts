// The glance: one sentence for the whole fleet, and never fine by default.
import { describe, expect, test } from 'vitest';
import type { Alarm } from '#app/features/alarms/alarm-format.ts';
import { type Counts, glanceOf } from '#app/features/watch/glance-format.ts';

const now = Date.parse('2026-11-21T03:12:00.000Z');
const mia = { id: 'mia', name: 'Mia Lund' };

const alarm = (more: Partial<Alarm> = {}): Alarm => ({
  id: 'a1',
  kind: 'failed',
  // Each alarm is of a system of its own.
  system: { id: `system of ${more.id ?? 'a1'}`, name: 'ledger-01' },
  organization: { id: 'o1', name: 'Ahlers Marine', timeZone: 'UTC', phone: '' },
  organizationId: 'o1',
  since: '2026-11-21T02:31:00.000Z',
  cause: null,
  reason: 'disk full',
  lastBackup: '2026-11-12T18:00:00.000Z',
  dueAt: '2026-11-21T00:00:00.000Z',
  addedAt: '2026-11-12T08:00:00.000Z',
  acknowledgedAt: null,
  acknowledgedBy: null,
  acknowledgedUntil: null,
  snoozedUntil: null,
  snoozedBy: null,
  note: '',
  resolvedAt: null,
  resolvedBy: null,
  delivery: { sent: 0, shown: 0, failed: 0, unreached: false },
  createdAt: '2026-11-21T02:31:00.000Z',
  updatedAt: '2026-11-21T02:31:00.000Z',
  ...more,
});

const block = { ok: 0, count: 0, overdue: 0 };
const counts = (ok: number, more: Partial<Counts> = {}): Counts => {
  const rest = { waiting: 0, failed: 0, late: 0, paused: 0, unscheduled: 0, ...more };
  const watched = ok + rest.waiting + rest.failed + rest.late;
  return {
    ...rest,
    total: watched + rest.paused + rest.unscheduled,
    ok,
    watched,
    overdue: [],
    notBackedup: [],
    nights: [],
    manual: block,
    automatic: block,
    organizations: 0,
    organizationsOk: 0,
    inactive: 0,
    inactiveSystems: more.inactiveSystems ?? 0,
  };
};

describe('the glance', () => {
  const say = (more: Partial<Parameters<typeof glanceOf>[0]>) =>
    glanceOf({ counts: counts(214), alarms: [], mayAct: true, fresh: true, now, ...more });

  test('counts the systems that need attention', () => {
    expect(say({ alarms: [alarm()] })).toMatchObject({ sentence: '1 needs you', kind: 'failed', tone: 'miss' });
    expect(say({ alarms: [alarm({ kind: 'overdue' }), alarm({ id: 'a2', kind: 'clientOffline' })] })).toMatchObject({
      sentence: '2 need you',
      tone: 'late',
    });
  });

  test('tells a person who may not act that alarms need attention, not that person', () => {
    const reader = { mayAct: false, alarms: [alarm()] };
    expect(say(reader).sentence).toBe('1 needs attention');
    expect(say({ ...reader, fresh: false }).sentence).toBe('1 needed attention');
    expect(say({ ...reader, alarms: [alarm(), alarm({ id: 'a2' })] }).sentence).toBe('2 need attention');
  });

  test('writes large numbers as the tiles do', () => {
    expect(say({ counts: counts(1000) }).sentence).toBe('All 1,000 systems are backed up');
    expect(say({ counts: counts(1000, { waiting: 2000 }) })).toMatchObject({
      sentence: '1,000 of 3,000 are backed up',
      caption: '2,000 waiting for the first backup',
    });
    const many = Array.from({ length: 1000 }, (_, index) => alarm({ id: `a${index}` }));
    expect(say({ alarms: many, isPart: true }).sentence).toBe('1,000+ need you');
  });

  test('counts a system with two alarms once, as the icon of the app does', () => {
    const { system } = alarm();
    const alarms = [alarm(), alarm({ id: 'a2', kind: 'clientOffline', system }), alarm({ id: 'a3' })];
    expect(say({ alarms }).sentence).toBe('2 need you');
  });

  test('shows the mark of an offline client for that alone', () => {
    expect(say({ alarms: [alarm({ kind: 'clientOffline' })] }).kind).toBe('offline');
    for (const more of [{ alarms: undefined }, { counts: counts(0) }, { counts: counts(0, { paused: 5 }) }])
      expect(say(more).kind).toBe('unknown');
  });

  test('does not count beyond a partial list', () => {
    const known = [alarm(), alarm({ id: 'a2' })];
    expect(say({ alarms: known, isPart: true }).sentence).toBe('2+ need you');
    expect(say({ alarms: known.slice(1), isPart: true }).sentence).toBe('1+ need you');
    const taken = known.map((one) => ({ ...one, acknowledgedAt: alarm().since, acknowledgedBy: mia }));
    const unsaid = { sentence: 'Not all alarms are known', kind: 'unknown', hollow: true };
    expect(say({ alarms: taken, isPart: true })).toMatchObject({ ...unsaid, caption: '2 acknowledged' });
    expect(say({ alarms: taken, isPart: true, fresh: false })).toMatchObject({
      ...unsaid,
      caption: '2 had been acknowledged',
    });
  });

  test('a recently resolved alarm is neither open nor acknowledged', () => {
    expect(say({ alarms: [alarm({ resolvedAt: alarm().since })] }).sentence).not.toMatch(/need|acknowledged/);
  });

  test('keeps its caption where an alarm reached nobody: that has a row of its own', () => {
    const delivery = { sent: 0, shown: 0, failed: 0, unreached: true };
    const { sentence, caption } = say({ alarms: [alarm(), alarm({ id: 'a2', delivery })] });
    expect([sentence, caption]).toEqual(['2 need you', expect.stringMatching(/backed up$/)]);
  });

  test('is in the past tense and without color if it is cached', () => {
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

  test('reports that all systems are backed up', () => {
    expect(say({})).toMatchObject({ sentence: 'All 214 systems are backed up', kind: 'ok', tone: 'ok' });
  });

  test.each([
    ['alarms are not known', { alarms: undefined }],
    ['numbers are not known', { counts: undefined }],
    ['nothing is known', { alarms: undefined, counts: undefined }],
    ['there is no system', { counts: counts(0) }],
    ['nothing is watched', { counts: counts(0, { paused: 5 }) }],
    ['some are late', { counts: counts(4, { late: 1 }) }],
    ['some are paused', { counts: counts(4, { paused: 1 }) }],
    ['some have no schedule', { counts: counts(4, { unscheduled: 1 }) }],
    ['the only one waits for its first backup', { counts: counts(0, { waiting: 1 }) }],
    ['some wait for their first backup', { counts: counts(211, { waiting: 3 }) }],
  ])('is never green when %s', (_, more) => {
    const words = say(more);
    expect(words.tone).not.toBe('ok');
    expect(words.kind).not.toBe('ok');
    expect(words.sentence).not.toMatch(/^All /);
  });

  test('names those that are not backed up, the worst first, and never counts them', () => {
    expect(say({ counts: counts(211, { waiting: 3 }) })).toMatchObject({
      sentence: '211 of 214 are backed up',
      caption: '3 waiting for the first backup',
      kind: 'snoozed',
      tone: 'off',
    });
    expect(say({ counts: counts(0, { waiting: 1 }), fresh: false })).toMatchObject({
      sentence: '0 of 1 were backed up',
      caption: '1 waiting for the first backup',
    });
    expect(say({ counts: counts(1, { late: 1, paused: 2, unscheduled: 1 }) })).toMatchObject({
      sentence: '1 of 5 is backed up',
      caption: '1 late, 2 paused, 1 without a schedule',
      kind: 'overdue',
      tone: 'late',
    });
    expect(say({ counts: counts(2, { failed: 1 }) })).toMatchObject({ kind: 'failed', tone: 'miss', hollow: true });
    expect(say({ counts: counts(2, { waiting: 2 }), alarms: [alarm()] }).caption).toBe('2 of 4 systems are backed up');
  });

  test('does not hide the systems of paused organizations', () => {
    const paused = { inactiveSystems: 3, inactive: 1 };
    expect(say({ counts: counts(7, paused), resolvedAt: '2026-11-17T03:12:00.000Z' })).toMatchObject({
      sentence: 'All 7 systems are backed up',
      caption: '3 in paused organizations',
    });
    expect(say({ counts: counts(0, paused) })).toMatchObject({
      sentence: 'Nothing is monitored',
      caption: '3 in paused organizations',
    });
  });

  test('shows the time since the last alarm if it is known', () => {
    expect(say({}).caption).toBe('Quiet');
    expect(say({ resolvedAt: '2026-11-17T03:12:00.000Z' }).caption).toBe('Quiet for 4 days');
    expect(say({ resolvedAt: '2026-11-17T03:12:00.000Z', fresh: false }).caption).toBe('Quiet');
  });

  test('reports missing permissions, and never as fine', () => {
    for (const words of [say({ alarms: null }), say({ counts: null }), say({ alarms: null, counts: null })])
      expect([words.kind, words.tone]).toEqual(['unknown', 'off']);
    expect(say({ counts: null })).toMatchObject({
      sentence: 'No open alarms',
      caption: 'You do not have permission to see systems',
    });
    expect(say({ counts: null, alarms: [alarm()] }).sentence).toBe('1 needs you');
    expect(say({ alarms: null }).sentence).toBe('You do not have permission to see alarms');
  });

  test('names the owners of the other alarms', () => {
    const taken = alarm({ acknowledgedAt: '2026-11-21T01:44:00.000Z', acknowledgedBy: mia });
    expect(say({ alarms: [taken] })).toMatchObject({
      sentence: '1 acknowledged',
      caption: 'By Mia Lund',
      hollow: true,
    });
  });
});
