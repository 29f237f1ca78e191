// Queued actions survive a restart, are sent once and in order, and are never lost in silence.
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { outboxStore } from '#app/offline/idb.ts';
import {
  createOutbox,
  type Answer,
  type Notice,
  type Outbox,
  type OutboxOptions,
  type QueuedAction,
} from '#app/offline/outbox.ts';
import { outcomeOf, requestOf } from '#contract/outbox.ts';

const start = Date.parse('2026-11-21T02:58:00.000Z');
const day = 24 * 3600 * 1000;

class FakeDocument extends EventTarget {
  visibilityState = 'visible';
}

type Answering = (path: string) => Promise<Answer>;
const done: Answering = async () => ({ status: 200, body: { outcome: 'done', by: null, alarm: {} } });
const offline: Answering = () => Promise.reject(new TypeError('Failed to fetch'));

let answer: Answering;
let sent: { path: string; key: unknown }[];
let notices: Notice[];
let outcomes: [string, unknown][];
let old: string[][];
let syncs: number;
let page: { document: FakeDocument; window: EventTarget; channel: EventTarget };
const boxes: Outbox[] = [];

// The database works on immediates, which the test leaves real.
const settle = async () => {
  for (let i = 0; i < 60; i += 1) await new Promise((resolve) => setImmediate(resolve));
};
const wait = async (ms: number) => {
  await vi.advanceTimersByTimeAsync(ms);
  await settle();
};
const open = async (userId: string | null = 'u1', more: Partial<OutboxOptions> = {}): Promise<Outbox> => {
  const box = createOutbox({
    request: ({ path, body }) => {
      sent.push({ path, key: body.idempotencyKey });
      return answer(path);
    },
    onNotice: (notice) => void notices.push(notice),
    onSent: (action, body) => void outcomes.push([action.alarmId, body]),
    onUnconfirmed: (actions) => void old.push(actions.map(({ alarmId }) => alarmId)),
    registerSync: async () => void (syncs += 1),
    page,
    ...more,
  });
  boxes.push(box);
  if (userId) box.setUser(userId);
  await settle();
  return box;
};
/** An action of u1 on a phone that was neither online nor opened for more than a day. */
const keepForADay = async () => {
  answer = offline;
  const box = await open();
  await box.add({ kind: 'acknowledge', alarmId: 'a1' });
  await settle();
  box.stop();
  vi.setSystemTime(start + day + 1);
};
const alarmsOf = (actions: readonly QueuedAction[]) => actions.map((action) => action.alarmId);

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: start });
  await outboxStore.clear();
  [answer, sent, notices, outcomes, old, syncs] = [done, [], [], [], [], 0];
  page = { document: new FakeDocument(), window: new EventTarget(), channel: new EventTarget() };
});
afterEach(async () => {
  for (const box of boxes.splice(0)) box.stop();
  await settle();
  vi.useRealTimers();
});

describe('with a network', () => {
  test('an action is sent at once, once, with its id as idempotency key', async () => {
    const box = await open();
    const action = await box.add({ kind: 'acknowledge', alarmId: 'a1' });
    await settle();
    await wait(60_000);
    expect(sent).toEqual([{ path: '/api/alarm/a1/acknowledge', key: action.id }]);
    expect(action.id).toMatch(/^\d{6}[0-9a-f]{32}$/);
    expect(box.waiting()).toEqual([]);
    expect(outcomes).toEqual([['a1', expect.objectContaining({ outcome: 'done' })]]);
    expect(syncs).toBe(0);
  });

  test('the second user is told the name of the first', async () => {
    answer = async () => ({ status: 200, body: { outcome: 'already', by: 'Mia' } });
    const box = await open();
    await box.add({ kind: 'acknowledge', alarmId: 'a1' });
    await settle();
    expect(outcomes).toEqual([['a1', { outcome: 'already', by: 'Mia' }]]);
  });
});

describe('without a network', () => {
  test('actions wait in order, and the first failure stops the rest', async () => {
    answer = offline;
    const box = await open();
    for (const alarmId of ['a1', 'a2', 'a3']) await box.add({ kind: 'acknowledge', alarmId });
    await settle();
    expect(alarmsOf(box.waiting())).toEqual(['a1', 'a2', 'a3']);
    expect(new Set(sent.map((s) => s.path))).toEqual(new Set(['/api/alarm/a1/acknowledge']));
    expect(box.waiting()[0]?.lastError).toContain('Failed to fetch');
    expect(syncs).toBeGreaterThan(0);
  });

  test('actions survive the end of the page, and the next page sends them once, in order', async () => {
    answer = offline;
    const box = await open();
    const ids: string[] = [];
    for (const alarmId of ['a1', 'a2', 'a3']) ids.push((await box.add({ kind: 'acknowledge', alarmId })).id);
    await settle();
    box.stop();
    [answer, sent] = [done, []];
    const next = await open();
    await settle();
    await wait(60_000);
    expect(sent.map((s) => s.key)).toEqual(ids);
    expect(next.waiting()).toEqual([]);
  });

  test('an undo that a build before stored under its old kind is sent, not lost', async () => {
    const act = { id: '0193-1', kind: 'unacknowledge', alarmId: 'a1', body: {}, userId: 'u1', attempts: 2 };
    await outboxStore.set(act.id, { ...act, createdAt: new Date(start).toISOString(), lastError: 'HTTP 503' });
    const box = await open();
    await settle();
    expect(sent).toEqual([{ path: '/api/alarm/a1/release', key: act.id }]);
    expect([notices, box.waiting()]).toEqual([[], []]);
  });

  test('simultaneous triggers send each action once', async () => {
    answer = offline;
    const box = await open();
    await box.add({ kind: 'acknowledge', alarmId: 'a1' });
    await box.add({ kind: 'note', alarmId: 'a1', body: { note: 'x' } });
    await settle();
    [answer, sent] = [done, []];
    page.window.dispatchEvent(new Event('online'));
    page.document.dispatchEvent(new Event('visibilitychange'));
    await Promise.all([box.flush(), box.flush()]);
    await settle();
    expect(sent.map((s) => s.path)).toEqual(['/api/alarm/a1/acknowledge', '/api/alarm/a1/note']);
  });

  test.each(['online', 'visible', '15 s'])('%s tries again', async (reason) => {
    answer = offline;
    const box = await open();
    await box.add({ kind: 'acknowledge', alarmId: 'a1' });
    await settle();
    [answer, sent] = [done, []];
    if (reason === '15 s') {
      await wait(14_999);
      expect(sent).toEqual([]);
      await wait(1);
    } else if (reason === 'online') page.window.dispatchEvent(new Event('online'));
    else page.document.dispatchEvent(new Event('visibilitychange'));
    await settle();
    expect(sent).toHaveLength(1);
    expect(box.waiting()).toEqual([]);
  });

  test('a hidden page that is online again leaves its actions to a visible one for two seconds', async () => {
    answer = offline;
    const box = await open();
    await box.add({ kind: 'acknowledge', alarmId: 'a1' });
    await settle();
    [answer, sent] = [done, []];
    page.document.visibilityState = 'hidden';
    page.window.dispatchEvent(new Event('online'));
    await wait(1999);
    expect(sent).toEqual([]);
    await wait(1);
    expect(sent).toHaveLength(1);
  });

  test('nothing runs while another page or the worker sends', async () => {
    answer = offline;
    const box = createOutbox({
      request: ({ path, body }) => {
        sent.push({ path, key: body.idempotencyKey });
        return done(path);
      },
      onNotice: () => undefined,
      onSent: () => undefined,
      onUnconfirmed: () => undefined,
      exclusively: async () => undefined,
      registerSync: async () => undefined,
      page,
    });
    boxes.push(box);
    box.setUser('u1');
    await box.add({ kind: 'acknowledge', alarmId: 'a1' });
    await settle();
    expect(sent).toEqual([]);
    expect(alarmsOf(box.waiting())).toEqual(['a1']);
  });
});

describe('answers', () => {
  test.each([400, 403, 404, 410, 422])(
    'status %d removes the action with a notice and continues with the next',
    async (status) => {
      answer = async (path) => (path.includes('a1') ? { status, body: { code: 'E_X' } } : done(path));
      const box = await open();
      await box.add({ kind: 'acknowledge', alarmId: 'a1' });
      await box.add({ kind: 'acknowledge', alarmId: 'a2' });
      await settle();
      expect(notices).toMatchObject([{ why: 'refused', status, action: { alarmId: 'a1' } }]);
      expect(outcomes.map(([id]) => id)).toEqual(['a2']);
    },
  );

  test.each<[string, Answer]>([
    ['signed out', { status: 401, body: {} }],
    ['anti-forgery token turned over', { status: 403, body: { code: 'E_CSRF' } }],
    ['too many', { status: 429, body: {} }],
    ['a server in trouble', { status: 503, body: null }],
    ['a hotel', { status: 200, body: '<html>' }],
    ['an empty 200', { status: 200, body: null }],
  ])('%s keeps the act', async (_name, given) => {
    answer = async () => given;
    const box = await open();
    await box.add({ kind: 'acknowledge', alarmId: 'a1' });
    await settle();
    expect(alarmsOf(box.waiting())).toEqual(['a1']);
    expect(notices).toEqual([]);
    expect(outcomeOf({ kind: 'acknowledge' }, given).kind).toBe('later');
  });

  test('an alarm that is already resolved is reported without a sound', async () => {
    answer = async () => ({ status: 409, body: { code: 'E_RESOLVED' } });
    const box = await open();
    await box.add({ kind: 'acknowledge', alarmId: 'a1' });
    await settle();
    expect(notices).toMatchObject([{ why: 'resolved', action: { alarmId: 'a1' } }]);
    expect(box.waiting()).toEqual([]);
  });

  test('an action older than 30 minutes is sent only after confirmation, with the later actions on that alarm', async () => {
    answer = offline;
    const box = await open();
    await box.add({ kind: 'acknowledge', alarmId: 'a1' });
    await wait(30 * 60_000 + 1);
    await box.add({ kind: 'note', alarmId: 'a1', body: { note: 'on my way' } });
    await box.add({ kind: 'acknowledge', alarmId: 'a2' });
    [answer, sent] = [done, []];
    // The first notice comes from an earlier attempt, which found the network.
    for (let round = 0; round < 2; round += 1) await wait(15_000);
    expect(sent.map((s) => s.path)).toEqual(['/api/alarm/a2/acknowledge']);
    const asked = old.length;
    await wait(15_000);
    page.document.dispatchEvent(new Event('visibilitychange'));
    await settle();
    await box.flush();
    expect(old.slice(asked)).toEqual([['a1'], ['a1'], ['a1']]);
    await box.confirm(box.waiting().filter(({ kind }) => kind === 'acknowledge'));
    await settle();
    expect(sent.slice(1).map((s) => s.path)).toEqual(['/api/alarm/a1/acknowledge', '/api/alarm/a1/note']);
    expect(box.waiting()).toEqual([]);
  });

  test('an action older than 24 h is removed with a notice, unsent', async () => {
    await keepForADay();
    [answer, sent] = [done, []];
    await open();
    expect(sent).toEqual([]);
    expect(notices).toMatchObject([{ why: 'too-late', action: { alarmId: 'a1' } }]);
    expect(await outboxStore.values()).toEqual([]);
  });

  test('an action older than 24 h waits until its user can be informed', async () => {
    await keepForADay();
    const next = await open(null);
    next.setUser('u2');
    await settle();
    expect([notices, await outboxStore.values()]).toMatchObject([[], [{ alarmId: 'a1' }]]);
    next.setUser('u1');
    await settle();
    expect(notices).toMatchObject([{ why: 'too-late', action: { alarmId: 'a1' } }]);
    expect(await outboxStore.values()).toEqual([]);
  });

  test('an expired snooze is removed with a notice, unsent, and blocks nothing', async () => {
    answer = offline;
    const box = await open();
    await box.add({ kind: 'snooze', alarmId: 'a1', body: { until: new Date(start + 3600_000).toISOString() } });
    await settle();
    await wait(3600_000);
    [answer, sent] = [done, []];
    await box.add({ kind: 'acknowledge', alarmId: 'a1' });
    for (let round = 0; round < 2; round += 1) await wait(15_000);
    expect(notices).toMatchObject([{ why: 'ended', action: { alarmId: 'a1' } }]);
    expect(sent.map((s) => s.path)).toEqual(['/api/alarm/a1/acknowledge']);
    expect(box.waiting()).toEqual([]);
  });
});

describe('the owner of an action', () => {
  test('actions of one user are neither shown to nor sent by another', async () => {
    answer = offline;
    const box = await open('u1');
    await box.add({ kind: 'acknowledge', alarmId: 'a1' });
    await settle();
    [answer, sent] = [done, []];
    box.setUser('u2');
    await settle();
    expect(box.waiting()).toEqual([]);
    expect(sent).toEqual([]);
    box.setUser('u1');
    await settle();
    expect(sent).toHaveLength(1);
  });

  test('without a user nothing can be queued', async () => {
    const box = await open(null);
    await expect(box.add({ kind: 'acknowledge', alarmId: 'a1' })).rejects.toThrow('Nobody is signed in.');
  });

  test('an action from a notification is sent with its token without a signed-in user', async () => {
    const action = {
      id: 'acknowledge:a1:p1',
      kind: 'acknowledge',
      alarmId: 'a1',
      body: { token: 't' },
      createdAt: new Date(start).toISOString(),
      userId: null,
      attempts: 0,
      lastError: null,
    };
    await outboxStore.set(action.id, action);
    await open(null);
    expect(sent).toEqual([{ path: '/api/alarm/act', key: 'acknowledge:a1:p1' }]);
  });

  test('the sign-out removes the waiting actions of its user, and leaves those of another one', async () => {
    answer = offline;
    const box = await open();
    await box.add({ kind: 'acknowledge', alarmId: 'a1' });
    box.setUser('u2');
    await box.add({ kind: 'acknowledge', alarmId: 'a2' });
    await settle();
    await box.clear('u2');
    expect(box.waiting()).toEqual([]);
    expect(alarmsOf(await outboxStore.values())).toEqual(['a1']);
  });
});

describe('the state for screens', () => {
  test('every change calls the listeners, also a change by the worker', async () => {
    answer = offline;
    const box = await open();
    const seen: number[] = [];
    const end = box.subscribe(() => void seen.push(box.waiting().length));
    const action = await box.add({ kind: 'acknowledge', alarmId: 'a1' });
    await settle();
    expect(box.waiting()).toBe(box.waiting());
    await outboxStore.del(action.id);
    page.channel.dispatchEvent(new MessageEvent('message', { data: { v: 1, type: 'outbox' } }));
    await settle();
    expect([seen[0], seen.at(-1)]).toEqual([1, 0]);
    end();
    const before = seen.length;
    await box.add({ kind: 'acknowledge', alarmId: 'a2' });
    expect(seen).toHaveLength(before);
  });

  test('undo removes a waiting action, and returns false for one that is being sent or gone', async () => {
    answer = offline;
    const box = await open();
    const first = await box.add({ kind: 'acknowledge', alarmId: 'a1' });
    await settle();
    expect(await box.undo(first.id)).toBe(true);
    expect(await box.undo(first.id)).toBe(false);
    answer = () => new Promise(() => undefined);
    const second = await box.add({ kind: 'acknowledge', alarmId: 'a2' });
    await settle();
    expect(await box.undo(second.id)).toBe(false);
  });
});

test('undo returns false while another page or the worker sends, which may have read the action', async () => {
  answer = offline;
  let isFree = true;
  const exclusively = async (work: () => Promise<void>): Promise<void> => (isFree ? work() : undefined);
  const box = await open('u1', { exclusively });
  const action = await box.add({ kind: 'acknowledge', alarmId: 'a1' });
  await settle();
  isFree = false;
  expect(await box.undo(action.id)).toBe(false);
  expect(alarmsOf(box.waiting())).toEqual(['a1']);
  isFree = true;
  expect(await box.undo(action.id)).toBe(true);
  expect(box.waiting()).toEqual([]);
});

test('an action that is sent and undone at the same time is either sent or removed, never both', async () => {
  for (let hops = 0; hops < 12; hops += 1) {
    sent = [];
    answer = () => new Promise(() => undefined);
    const box = await open();
    const action = await box.add({ kind: 'acknowledge', alarmId: 'a1' });
    for (let hop = 0; hop < hops; hop += 1) await new Promise((resolve) => setImmediate(resolve));
    const back = await box.undo(action.id);
    await settle();
    expect([hops, back, sent.length]).toEqual([hops, back, back ? 0 : 1]);
    box.stop();
    await outboxStore.clear();
  }
});

test('every kind becomes its call, with the time of the action', () => {
  const action = (kind: QueuedAction['kind'], body = {}): QueuedAction => ({
    id: 'i',
    kind,
    alarmId: 'a1',
    body,
    createdAt: 't',
    userId: 'u1',
    attempts: 0,
    lastError: null,
  });
  const once = { idempotencyKey: 'i', actedAt: 't' };
  expect(requestOf(action('acknowledge'))).toEqual({ method: 'POST', path: '/api/alarm/a1/acknowledge', body: once });
  expect(requestOf(action('release'))).toEqual({ method: 'POST', path: '/api/alarm/a1/release', body: once });
  expect(requestOf(action('snooze', { until: 'u' }))).toEqual({
    method: 'POST',
    path: '/api/alarm/a1/snooze',
    body: { until: 'u', ...once },
  });
  expect(requestOf(action('note', { note: 'n' }))).toEqual({
    method: 'POST',
    path: '/api/alarm/a1/note',
    body: { note: 'n', idempotencyKey: 'i' },
  });
});
