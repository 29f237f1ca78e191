// The text of alarms: plain, and in the past tense once they are resolved.
import { describe, expect, test } from 'vitest';
import {
  type Alarm,
  alreadyAcknowledged,
  bySeverity,
  detailOf,
  sinceOf,
  reasonOf,
  statusOf,
  titleOf,
  heldTitleOf,
  ownerOf,
} from '#app/features/alarms/alarm-format.ts';
import { causesOf } from '#app/features/alarms/alarm-causes.ts';
import { datedAt, whereOf, withQueuedActions } from '#app/features/alarms/alarm-queries.ts';
import { addressOf, organizationOf, subjectOf } from '#app/features/alarms/alarm-subject.ts';

const missing = { code: 'fileMissing', file: 'a.zip' } as const;
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
  cause: null,
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

describe('the reason', () => {
  test.each<[string, Partial<Alarm>]>([
    ['Failed: disk full', {}],
    ['Failed', { reason: null }],
    ['Overdue by 3 h 12 min', { kind: 'overdue' }],
    ['Not backed up for 8 days', { kind: 'notBackedup' }],
    ['Never backed up, added Nov 12', { kind: 'notBackedup', lastBackup: null }],
    ['Client offline 41 min', { kind: 'clientOffline' }],
    [
      'Unusual size: 1.9 GB, usually 10.6 GB',
      { kind: 'sizeAnomaly', cause: { code: 'shrank', bytes: 1.9e9, usual: 10.6e9 } },
    ],
    ['Storage trouble: a.zip is missing from the store', { kind: 'storageTrouble', cause: missing }],
    ['Failed: The share refused the password', { reason: 'The share refused the password.' }],
  ])('says "%s"', (words, more) => {
    expect(reasonOf(alarm(more), now)).toBe(words);
  });

  test('is in the past tense if it is only cached', () => {
    expect(reasonOf(alarm({ kind: 'overdue' }), now, true)).toBe('Was overdue by 3 h 12 min');
    expect(reasonOf(alarm({ kind: 'clientOffline' }), now, true)).toBe('Client was offline 41 min');
  });
});

test('a reason that is a sentence goes on as one', () => {
  const refused = alarm({ reason: 'The share \\\\pcd-nas\\backup refused the password.' });
  expect(detailOf(refused, now)).toBe('The share \\\\pcd-nas\\backup refused the password, 41 min ago');
});

describe('an alarm of Backwatch itself', () => {
  const own = alarm({
    kind: 'storageTrouble',
    system: null,
    organization: null,
    organizationId: null,
    reason: null,
    cause: { code: 'storeUnavailable', error: 'ENOENT' },
  });

  test('names the part that is in trouble, and leads to itself', () => {
    expect([subjectOf(own), organizationOf(own).name, addressOf(own)]).toEqual([
      'Backup storage',
      'Backwatch',
      '/admin/alarms?alarm=a1',
    ]);
    expect(reasonOf(own, now)).toBe('The backup storage is not available (ENOENT)');
    expect([titleOf(own), titleOf(own, true)]).toEqual([
      'Backup storage is not available',
      'Backup storage was not available',
    ]);
    expect(titleOf({ ...own, kind: 'failed' })).toBe('Database copy failed');
    expect(addressOf(alarm())).toBe('/admin/system?id=s1');
  });

  test('is a cause and a group of its own', () => {
    expect(causesOf([own, alarm()]).map(({ name, count }) => [name, count])).toEqual([
      ['Ahlers Marine', 1],
      ['Backwatch', 1],
    ]);
  });
});

describe('a resolved alarm', () => {
  const over = { resolvedAt: '2026-11-21T03:00:00.000Z' };
  const later = now + 9 * 24 * 3600_000;

  test.each<[string, Partial<Alarm>]>([
    ['Was overdue by 3 h', { kind: 'overdue' }],
    ['Was not backed up for 8 days', { kind: 'notBackedup' }],
    ['Had never been backed up, added Nov 12', { kind: 'notBackedup', lastBackup: null }],
    ['Client was offline 29 min', { kind: 'clientOffline' }],
  ])('says "%s", and no more of it as time goes by', (words, more) => {
    expect([now, later].map((at) => reasonOf(alarm({ ...over, ...more }), at))).toEqual([words, words]);
    expect([now, later].map((at) => detailOf(alarm({ ...over, ...more }), at))).toEqual([words, words]);
  });

  test('is in the past tense and shows its duration', () => {
    expect(titleOf(alarm({ ...over, kind: 'overdue' }))).toBe('ledger-01 was overdue');
    expect(titleOf(alarm({ ...over, kind: 'storageTrouble' }))).toBe('ledger-01 had storage trouble');
    expect(sinceOf(alarm(over), later)).toBe('for 29 min');
  });

  test('names who resolved it, or that its cause ended', () => {
    expect(ownerOf(alarm(over), now)).toBe('resolved 3:00 AM');
    expect(ownerOf(alarm({ ...over, resolvedBy: mia }), now)).toBe('resolved by Mia 3:00 AM');
    expect(ownerOf(alarm({ ...over, resolvedBy: mia }), now, 'mia')).toBe('resolved by you 3:00 AM');
  });
});

test('a day contains the alarms that began on it, and missed backups due on it, as in the strips', () => {
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

test('the third line shows the begin', () => {
  expect(sinceOf(alarm(), now)).toBe('41 min');
  expect(sinceOf(alarm({ kind: 'overdue', dueAt: '2026-11-19T18:00:00.000Z' }), now)).toBe('due Thu 6:00 PM');
  expect(titleOf(alarm())).toBe('ledger-01 failed');
});

test('an expired snooze leaves the alarm open', () => {
  const snoozed = alarm({ snoozedUntil: '2026-11-21T03:12:30.000Z' });
  expect(statusOf(snoozed, now)).toBe('snoozed');
  expect(ownerOf(snoozed, now)).toBe('snoozed until 3:12 AM');
  expect(ownerOf({ ...snoozed, snoozedBy: mia }, now)).toBe('Mia, snoozed until 3:12 AM');
  expect(ownerOf({ ...snoozed, snoozedBy: mia }, now, 'mia')).toBe('You, snoozed until 3:12 AM');
  expect(statusOf(snoozed, now + 60_000)).toBe('open');
});

test('the owner is a first name and a time, or You', () => {
  const taken = alarm({ acknowledgedAt: '2026-11-21T01:44:00.000Z', acknowledgedBy: mia });
  expect(ownerOf(taken, now)).toBe('Mia, 1:44 AM');
  expect(ownerOf(taken, now, 'mia')).toBe('You, 1:44 AM');
  const lapses = { ...taken, acknowledgedUntil: '2026-11-21T05:44:00.000Z' };
  expect(ownerOf(lapses, now)).toBe('Mia, until 5:44 AM');
  expect([heldTitleOf(lapses, null), heldTitleOf(lapses, 'mia')]).toEqual(['Mia has ledger-01', 'You have ledger-01']);
  expect(alreadyAcknowledged('Mia Lund', '2026-11-21T03:10:00.000Z', now)).toBe('Mia had it already, 3:10 AM');
});

test('an alarm stays as the server knows it while an action on it waits', () => {
  const action = { id: 'i', alarmId: 'a1', body: {}, userId: 'me', attempts: 0, lastError: null, createdAt: '' };
  const [item] = withQueuedActions([alarm({ id: 'a1' })], [{ ...action, kind: 'acknowledge' }]);
  expect(item?.queued?.kind).toBe('acknowledge');
  expect(item?.alarm.acknowledgedAt).toBeNull();
});

test('a note that waits leaves an alarm open to everybody', () => {
  const action = { id: 'i', alarmId: 'a1', body: {}, userId: 'me', attempts: 0, lastError: null, createdAt: '' };
  const [item] = withQueuedActions([alarm({ id: 'a1' })], [{ ...action, kind: 'note' }]);
  expect(item?.queued).toBeNull();
});

test('the worst is first, then the oldest of a kind', () => {
  const list = [
    alarm({ id: '1', kind: 'overdue' }),
    alarm({ id: '2', since: '2026-11-21T03:00:00.000Z' }),
    alarm({ id: '3' }),
  ];
  expect(list.toSorted(bySeverity).map(({ id }) => id)).toEqual(['3', '2', '1']);
});

test('an open alarm that reached nobody shows that; an acknowledged one names its owner', () => {
  const delivery = { sent: 0, shown: 0, failed: 0, unreached: true };
  const taken = { acknowledgedAt: '2026-11-21T01:44:00.000Z', acknowledgedBy: mia };
  expect(ownerOf(alarm({ delivery }), now)).toBe('Reached nobody');
  expect(ownerOf(alarm({ delivery, ...taken }), now)).toBe('Mia, 1:44 AM');
  expect(ownerOf(alarm({ delivery, resolvedAt: '2026-11-21T01:44:00.000Z' }), now)).toMatch(/^resolved/);
});
