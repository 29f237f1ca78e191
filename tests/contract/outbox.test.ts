// The rules of the outbox: until when an action is sent, as which request, and what an answer means for it.
import { describe, expect, test } from 'vitest';
import {
  expiryReason,
  headersOf,
  needsConfirmation,
  outcomeOf,
  readActions,
  requestOf,
  type QueuedAction,
  type StoredAction,
} from '#contract/outbox.ts';

const MINUTE = 60_000;
const CREATED = '2026-11-21T03:12:00.000Z';
const created = Date.parse(CREATED);
const queued = (more: Partial<QueuedAction> = {}): QueuedAction => ({
  id: 'one',
  kind: 'acknowledge',
  alarmId: 'a1',
  body: {},
  createdAt: CREATED,
  userId: 'mia',
  attempts: 0,
  lastError: null,
  ...more,
});

describe('an action', () => {
  test('older than half an hour is asked about, unless it was confirmed', () => {
    expect(needsConfirmation(queued(), created + 30 * MINUTE)).toBe(false);
    expect(needsConfirmation(queued(), created + 30 * MINUTE + 1)).toBe(true);
    expect(needsConfirmation(queued({ confirmed: true }), created + 600 * MINUTE)).toBe(false);
  });

  test('older than a day is not sent', () => {
    expect(expiryReason(queued(), created + 24 * 60 * MINUTE)).toBeNull();
    expect(expiryReason(queued(), created + 24 * 60 * MINUTE + 1)).toBe('too-late');
    expect(expiryReason(queued({ kind: 'note' }), created + 24 * 60 * MINUTE + 1)).toBeNull();
  });

  test('that snoozes until a moment which has passed is over, another kind is not', () => {
    const body = { until: new Date(created + 60 * MINUTE).toISOString() };
    const snooze = queued({ kind: 'snooze', body });
    expect(expiryReason(snooze, created + 60 * MINUTE - 1)).toBeNull();
    expect(expiryReason(snooze, created + 60 * MINUTE)).toBe('ended');
    expect(expiryReason(queued({ body }), created + 60 * MINUTE)).toBeNull();
  });

  test('that snoozes by a button of a notification counts from the press', () => {
    const snooze = queued({ kind: 'snooze', body: { minutes: 60 } });
    expect(expiryReason(snooze, created + 60 * MINUTE - 1)).toBeNull();
    expect(expiryReason(snooze, created + 60 * MINUTE)).toBe('ended');
  });
});

describe('its request', () => {
  test('from a page goes to the alarm, with the key and the moment', () => {
    expect(requestOf(queued({ kind: 'takeOver', body: { from: 'mara' } }))).toEqual({
      method: 'POST',
      path: '/api/alarm/a1/takeOver',
      body: { from: 'mara', idempotencyKey: 'one', actedAt: CREATED },
    });
  });

  test('of a note has the key, so that a repeat adds no second one, and no moment', () => {
    expect(requestOf(queued({ kind: 'note', body: { note: 'on my way' } }))).toEqual({
      method: 'POST',
      path: '/api/alarm/a1/note',
      body: { note: 'on my way', idempotencyKey: 'one' },
    });
  });

  test('from a notification carries its token, and the minutes of a snooze', () => {
    const pressed = { title: 'Ledger failed' };
    expect(requestOf(queued({ kind: 'snooze', body: { token: 't', minutes: 60, pressed } }))).toEqual({
      method: 'POST',
      path: '/api/alarm/act',
      body: { token: 't', act: 'snooze', minutes: 60, idempotencyKey: 'one', actedAt: CREATED },
    });
    expect(requestOf(queued({ body: { token: 't' } })).body).toEqual({
      token: 't',
      act: 'acknowledge',
      idempotencyKey: 'one',
      actedAt: CREATED,
    });
  });

  test('names its person, so that nobody else carries it out; a notification needs none', () => {
    expect(headersOf(queued())).toEqual({ 'x-user-id': 'mia' });
    expect(headersOf(queued({ userId: null }))).toEqual({});
  });
});

describe('an answer', () => {
  const outcome = (status: number, body: unknown, kind: QueuedAction['kind'] = 'acknowledge') =>
    outcomeOf({ kind }, { status, body });

  test('without a decision leaves it in the outbox', () => {
    for (const status of [401, 408, 425, 429, 500, 502, 503])
      expect(outcome(status, {})).toEqual({ kind: 'later', online: true });
    for (const code of ['E_CSRF', 'E_OTHER_USER'])
      expect(outcome(403, { code })).toEqual({ kind: 'later', online: true });
  });

  test('of another server than this one is none', () => {
    for (const body of ['<html>', null, undefined, {}, { outcome: 'welcome' }])
      expect(outcome(200, body)).toEqual({ kind: 'later', online: false });
    expect(outcome(200, '<html>', 'note')).toEqual({ kind: 'later', online: false });
  });

  test('that refuses it removes it; a session is only meant by 403', () => {
    for (const status of [400, 403, 404, 410, 422, 499]) expect(outcome(status, {})).toEqual({ kind: 'refused' });
    expect(outcome(403, null)).toEqual({ kind: 'refused' });
    expect(outcome(400, { code: 'E_CSRF' })).toEqual({ kind: 'refused' });
    expect(outcome(404, { code: 'E_OTHER_USER' })).toEqual({ kind: 'refused' });
  });

  test('tells that the alarm was resolved before', () =>
    expect(outcome(409, { code: 'E_RESOLVED' })).toEqual({ kind: 'resolved' }));

  test('tells who was first', () => {
    expect(outcome(200, { outcome: 'already', by: 'Mara' })).toEqual({ kind: 'already', by: 'Mara' });
    expect(outcome(200, { outcome: 'already', by: 7 })).toEqual({ kind: 'already', by: null });
    expect(outcome(200, { outcome: 'already' }, 'note')).toEqual({ kind: 'already', by: null });
  });

  test('that it is done; a note is answered by the alarm', () => {
    expect(outcome(200, { outcome: 'done' })).toEqual({ kind: 'done' });
    expect(outcome(200, { id: 'a1' }, 'note')).toEqual({ kind: 'done' });
    expect(outcome(399, { outcome: 'done' })).toEqual({ kind: 'done' });
  });
});

test('stored actions are read oldest first, then by id; an earlier name of a release is understood', () => {
  const stored: StoredAction[] = [
    queued({ id: 'b' }),
    queued({ id: 'c', createdAt: '2026-11-21T03:11:00.000Z' }),
    { ...queued({ id: 'a' }), kind: 'unacknowledge' },
  ];
  expect(readActions(stored).map(({ id, kind }) => [id, kind])).toEqual([
    ['c', 'acknowledge'],
    ['a', 'release'],
    ['b', 'acknowledge'],
  ]);
  expect(readActions(stored.toReversed()).map(({ id }) => id)).toEqual(['c', 'a', 'b']);
});
