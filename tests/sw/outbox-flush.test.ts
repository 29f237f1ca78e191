// The worker sends the waiting actions in order, once, under the right session, and shows each outcome.
import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Answer, QueuedAction } from '#contract/outbox.ts';
import { toQueued } from '#sw/notification-action.ts';
import { flushOutbox, type FlushParts } from '#sw/outbox-flush.ts';
import { shareWithWorker } from '#app/offline/idb.ts';
import { updateStored } from '#app/offline/outbox-sender.ts';
import { outbox, queuedActions, removeAction, saveAction, sharedState } from '#sw/store.ts';

const start = Date.parse('2026-11-21T02:58:00.000Z');
const pressed = (alarmId: string) => ({
  title: `${alarmId} failed`,
  tag: `alarm:${alarmId}`,
  data: {
    v: 1 as const,
    url: `/admin/system?alarm=${alarmId}`,
    alarmId,
    kind: 'failed',
    token: `token-${alarmId}`,
    pushId: 'p1',
  },
});
const byToken = (alarmId: string, at: number): QueuedAction => toQueued('acknowledge', pressed(alarmId), at);
const byPage = (alarmId: string, at: number, over: Partial<QueuedAction> = {}): QueuedAction => ({
  id: `0193-${at}`,
  kind: 'acknowledge',
  alarmId,
  body: {},
  createdAt: new Date(at).toISOString(),
  userId: 'u1',
  attempts: 0,
  lastError: null,
  ...over,
});

const makeParts = (post: (path: string) => Promise<Answer>, over: Partial<FlushParts> = {}) => {
  const sent: { path: string; body: Record<string, unknown>; headers: Record<string, string> }[] = [];
  const shown: string[] = [];
  const messages: string[] = [];
  const parts: FlushParts = {
    show: async (title) => void shown.push(title),
    outbox,
    sharedState,
    xsrfToken: async () => 'xsrf',
    post: (path, body, headers = {}) => {
      sent.push({ path, body, headers });
      return post(path);
    },
    exclusively: (work) => work(),
    broadcast: ({ type }) => void messages.push(type),
    now: () => start,
    ...over,
  };
  return { parts, sent, shown, messages };
};

const done = async (): Promise<Answer> => ({ status: 200, body: { outcome: 'done', by: null, alarm: {} } });

beforeEach(async () => {
  for (const action of await queuedActions()) await removeAction(action.id);
  await shareWithWorker({ userId: 'u1' });
});

describe('the waiting actions', () => {
  test('are sent oldest first, once, and the outcome replaces the notification', async () => {
    await saveAction(byToken('a2', start - 1000));
    await saveAction(byToken('a1', start - 2000));
    const { parts, sent, shown, messages } = makeParts(done);
    await flushOutbox(parts);
    await flushOutbox(parts);
    expect(sent.map((s) => s.body.token)).toEqual(['token-a1', 'token-a2']);
    expect(sent[0]?.body).toMatchObject({
      idempotencyKey: 'acknowledge:a1:p1',
      actedAt: new Date(start - 2000).toISOString(),
    });
    expect(shown).toEqual(['Acknowledged by you', 'Acknowledged by you']);
    expect(await queuedActions()).toEqual([]);
    expect(messages).toContain('outbox');
  });

  test('stay in order if the network fails, and the worker asks to be woken again', async () => {
    await saveAction(byToken('a1', start - 2000));
    await saveAction(byToken('a2', start - 1000));
    const { parts, sent, shown } = makeParts(() => Promise.reject(new TypeError('Failed to fetch')));
    await expect(flushOutbox(parts)).rejects.toThrow('Failed to fetch');
    expect(sent).toHaveLength(1);
    expect(shown).toEqual([]);
    const waiting = await queuedActions();
    expect(waiting.map((a) => [a.alarmId, a.attempts])).toEqual([
      ['a1', 1],
      ['a2', 0],
    ]);
    expect(waiting[0]?.lastError).toContain('Failed to fetch');
  });

  test('stay if the sign-in page of a hotel answers', async () => {
    await saveAction(byToken('a1', start));
    const { parts, shown } = makeParts(async () => ({ status: 200, body: null }));
    await expect(flushOutbox(parts)).rejects.toThrow();
    expect(shown).toEqual([]);
    expect(await queuedActions()).toHaveLength(1);
  });

  test('show the owner if somebody was first', async () => {
    await saveAction(byToken('a1', start));
    const { parts, shown } = makeParts(async () => ({ status: 200, body: { outcome: 'already', by: 'Mia' } }));
    await flushOutbox(parts);
    expect(shown).toEqual(['Mia had it already']);
  });

  test('say of an alarm that is over that it is resolved, not that somebody has it', async () => {
    await saveAction(byPage('a1', start));
    const alarm = { resolvedAt: new Date(start).toISOString() };
    const { parts, shown } = makeParts(async () => ({ status: 200, body: { outcome: 'already', by: null, alarm } }));
    await flushOutbox(parts);
    expect(shown).toEqual(['Already resolved']);
  });

  test('ring again if the token is rejected, and the next is sent', async () => {
    await saveAction(byToken('a1', start - 1));
    await saveAction(byToken('a2', start));
    let calls = 0;
    const { parts, shown } = makeParts(async () => ((calls += 1) === 1 ? { status: 403, body: {} } : done()));
    await flushOutbox(parts);
    expect(shown).toEqual(['Could not acknowledge, tap to try again', 'Acknowledged by you']);
  });

  test('are removed after a day with a notification', async () => {
    await saveAction(byToken('a1', start - 24 * 3600 * 1000 - 1));
    const { parts, sent, shown } = makeParts(done);
    await flushOutbox(parts);
    expect(sent).toEqual([]);
    expect(shown).toEqual(['Could not acknowledge within a day']);
    expect(await queuedActions()).toEqual([]);
  });

  test('are not touched while a page sends', async () => {
    await saveAction(byToken('a1', start));
    let free: () => void = () => undefined;
    const page = new Promise<void>((resolve) => (free = resolve));
    const { parts, sent } = makeParts(done, { exclusively: (work) => page.then(work) });
    const flushed = flushOutbox(parts);
    await removeAction('acknowledge:a1:p1');
    free();
    await flushed;
    expect(sent).toEqual([]);
  });
});

describe('an action queued by a page', () => {
  test('is sent with the CSRF token of the same user', async () => {
    await saveAction(byPage('a1', start));
    const { parts, sent, shown } = makeParts(done);
    await flushOutbox(parts);
    expect(sent).toMatchObject([{ path: '/api/alarm/a1/acknowledge', headers: { 'x-xsrf-token': 'xsrf' } }]);
    expect(shown).toEqual([]);
  });

  test('waits for the page if the cookie cannot be read, and blocks only its own alarm', async () => {
    await saveAction(byPage('a1', start - 3));
    await saveAction(byToken('a1', start - 2));
    await saveAction(byToken('a2', start - 1));
    const { parts, sent } = makeParts(done, { xsrfToken: async () => null });
    await flushOutbox(parts);
    expect(sent.map((s) => s.body.token)).toEqual(['token-a2']);
    expect((await queuedActions()).map((a) => a.alarmId)).toEqual(['a1', 'a1']);
  });

  test.each([
    ['another user is signed in', 'u2'],
    ['nobody is known', null],
  ])('waits for its user when %s, and holds back nobody', async (_name, userId) => {
    await shareWithWorker({ userId });
    await saveAction(byPage('a1', start - 2));
    await saveAction(byToken('a1', start - 1));
    const { parts, sent } = makeParts(done);
    await flushOutbox(parts);
    expect(sent.map((s) => s.body.token)).toEqual(['token-a1']);
    expect((await queuedActions()).map((a) => a.userId)).toEqual(['u1']);
  });

  test.each([
    ['another person is signed in', { userId: 'u2' }, {}],
    ['nothing may be shown', { userId: 'u1' }, { show: () => Promise.reject(new TypeError('permission')) }],
  ])('is not dropped after a day when %s, and holds back nobody', async (_name, shared, over) => {
    await shareWithWorker(shared);
    await saveAction(byPage('a1', start - 24 * 3600 * 1000 - 1));
    await saveAction(byToken('a1', start - 1));
    const { parts, sent, shown } = makeParts(done, over);
    await flushOutbox(parts);
    expect(sent.map((s) => s.body.token)).toEqual(['token-a1']);
    expect(shown).not.toContain('Could not acknowledge within a day');
    expect((await queuedActions()).map((a) => a.userId)).toEqual(['u1']);
  });

  test('an expired snooze is not sent, with a notification', async () => {
    await saveAction(
      byPage('a1', start - 7200_000, { kind: 'snooze', body: { until: new Date(start).toISOString() } }),
    );
    const { parts, sent, shown } = makeParts(done);
    await flushOutbox(parts);
    expect([sent, shown]).toEqual([[], ['The snooze ended before the server confirmed it']]);
    expect(await queuedActions()).toEqual([]);
  });

  test.each([
    ['is over', { status: 401, body: {} }],
    ['has another CSRF token', { status: 403, body: { code: 'E_CSRF' } }],
  ])('waits for the page when its session %s, and tokens still go', async (_name, answer) => {
    await saveAction(byPage('a1', start - 3));
    await saveAction(byPage('a2', start - 2));
    await saveAction(byToken('a3', start - 1));
    const { parts, sent } = makeParts(async (path) => (path === '/api/alarm/act' ? done() : answer));
    await flushOutbox(parts);
    expect(sent.map(({ path }) => path)).toEqual(['/api/alarm/a1/acknowledge', '/api/alarm/act']);
    expect((await queuedActions()).map((a) => a.alarmId)).toEqual(['a1', 'a2']);
  });

  test('is removed with a notification when the user lacks the permission', async () => {
    await saveAction(byPage('a1', start));
    const { parts, shown } = makeParts(async () => ({ status: 403, body: { code: 'E_FORBIDDEN' } }));
    await flushOutbox(parts);
    expect([shown, await queuedActions()]).toEqual([['Could not acknowledge'], []]);
  });
});

test('an undo that a build before stored under its old kind is sent, not lost', async () => {
  await outbox.set('0193-1', { ...byPage('a1', start), id: '0193-1', kind: 'unacknowledge' });
  await shareWithWorker({ userId: 'u1' });
  const { parts, sent, shown } = makeParts(done);
  await flushOutbox(parts);
  expect([sent.map(({ path }) => path), shown, await queuedActions()]).toEqual([['/api/alarm/a1/release'], [], []]);
});

test('an old action asks for a confirmation once, and is stored until then', async () => {
  await saveAction(byToken('a1', start - 31 * 60_000));
  await saveAction(byToken('a2', start));
  const { parts, sent, shown } = makeParts(done);
  await flushOutbox(parts);
  await flushOutbox(parts);
  expect(sent.map(({ body }) => body.token)).toEqual(['token-a2']);
  expect(shown).toEqual(['Acknowledged by you', 'Not sent: acknowledge']);
  const [waits] = await queuedActions();
  await updateStored(outbox, waits!, { confirmed: true });
  await flushOutbox(parts);
  expect(shown.at(-1)).toBe('Acknowledged by you');
  expect(await queuedActions()).toEqual([]);
});

test('an action on a resolved alarm shows that without a sound', async () => {
  await saveAction(byToken('a1', start));
  const { parts, shown } = makeParts(async () => ({ status: 409, body: { code: 'E_RESOLVED' } }));
  await flushOutbox(parts);
  expect(shown).toEqual(['Already resolved']);
  expect(await queuedActions()).toEqual([]);
});

test('a second press on the same notification is queued once', async () => {
  await saveAction(byToken('a1', start));
  await saveAction(byToken('a1', start));
  expect(await queuedActions()).toHaveLength(1);
});
