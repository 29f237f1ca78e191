// Queued actions survive a restart, are sent once and in order, and are never lost in silence.
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { outboxStore } from '#app/offline/idb.ts';
import { createOutbox, type Answer, type Notice, type Outbox, type QueuedAct } from '#app/offline/outbox.ts';
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
const open = async (userId: string | null = 'u1'): Promise<Outbox> => {
  const box = createOutbox({
    request: ({ path, body }) => {
      sent.push({ path, key: body.idempotencyKey });
      return answer(path);
    },
    onNotice: (notice) => void notices.push(notice),
    onSent: (act, body) => void outcomes.push([act.alarmId, body]),
    onUnconfirmed: (acts) => void old.push(acts.map(({ alarmId }) => alarmId)),
    registerSync: async () => void (syncs += 1),
    page,
  });
  boxes.push(box);
  if (userId) box.setUser(userId);
  await settle();
  return box;
};
/** An act of u1 on a phone that was without a connection, and not opened, for more than a day. */
const keepForADay = async () => {
  answer = offline;
  const box = await open();
  await box.add({ kind: 'acknowledge', alarmId: 'a1' });
  await settle();
  box.stop();
  vi.setSystemTime(start + day + 1);
};
const alarmsOf = (acts: readonly QueuedAct[]) => acts.map((act) => act.alarmId);

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
  test('an act is sent at once, once, with its id as idempotency key', async () => {
    const box = await open();
    const act = await box.add({ kind: 'acknowledge', alarmId: 'a1' });
    await settle();
    await wait(60_000);
    expect(sent).toEqual([{ path: '/api/alarm/a1/acknowledge', key: act.id }]);
    expect(act.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
    expect(box.waiting()).toEqual([]);
    expect(outcomes).toEqual([['a1', expect.objectContaining({ outcome: 'done' })]]);
    expect(syncs).toBe(0);
  });

  test('who came second hears who was first', async () => {
    answer = async () => ({ status: 200, body: { outcome: 'already', by: 'Mia' } });
    const box = await open();
    await box.add({ kind: 'acknowledge', alarmId: 'a1' });
    await settle();
    expect(outcomes).toEqual([['a1', { outcome: 'already', by: 'Mia' }]]);
  });
});

describe('without a network', () => {
  test('acts wait in order and the first failure stops the rest', async () => {
    answer = offline;
    const box = await open();
    for (const alarmId of ['a1', 'a2', 'a3']) await box.add({ kind: 'acknowledge', alarmId });
    await settle();
    expect(alarmsOf(box.waiting())).toEqual(['a1', 'a2', 'a3']);
    expect(new Set(sent.map((s) => s.path))).toEqual(new Set(['/api/alarm/a1/acknowledge']));
    expect(box.waiting()[0]?.lastError).toContain('Failed to fetch');
    expect(syncs).toBeGreaterThan(0);
  });

  test('they survive the death of the page and are sent once, in order, by the next', async () => {
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

  test('many reasons to flush at once still send each act once', async () => {
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
  test.each([400, 403, 404, 410, 422])('%d drops the act with a notice, and the next goes', async (status) => {
    answer = async (path) => (path.includes('a1') ? { status, body: { code: 'E_X' } } : done(path));
    const box = await open();
    await box.add({ kind: 'acknowledge', alarmId: 'a1' });
    await box.add({ kind: 'acknowledge', alarmId: 'a2' });
    await settle();
    expect(notices).toMatchObject([{ why: 'refused', status, act: { alarmId: 'a1' } }]);
    expect(outcomes.map(([id]) => id)).toEqual(['a2']);
  });

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

  test('an alarm that was resolved by then is reported without a sound', async () => {
    answer = async () => ({ status: 409, body: { code: 'E_RESOLVED' } });
    const box = await open();
    await box.add({ kind: 'acknowledge', alarmId: 'a1' });
    await settle();
    expect(notices).toMatchObject([{ why: 'resolved', act: { alarmId: 'a1' } }]);
    expect(box.waiting()).toEqual([]);
  });

  test('an act older than half an hour is sent on the person’s word alone, and what followed on that alarm with it', async () => {
    answer = offline;
    const box = await open();
    await box.add({ kind: 'acknowledge', alarmId: 'a1' });
    await wait(30 * 60_000 + 1);
    await box.add({ kind: 'note', alarmId: 'a1', body: { note: 'on my way' } });
    await box.add({ kind: 'acknowledge', alarmId: 'a2' });
    [answer, sent] = [done, []];
    // The first of these comes from before: what it finds is that the network is back.
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

  test('an act older than 24 h is dropped with a notice, unsent', async () => {
    await keepForADay();
    [answer, sent] = [done, []];
    await open();
    expect(sent).toEqual([]);
    expect(notices).toMatchObject([{ why: 'too-late', act: { alarmId: 'a1' } }]);
    expect(await outboxStore.values()).toEqual([]);
  });

  test('an act older than 24 h waits until its user can be informed', async () => {
    await keepForADay();
    const next = await open(null);
    next.setUser('u2');
    await settle();
    expect([notices, await outboxStore.values()]).toMatchObject([[], [{ alarmId: 'a1' }]]);
    next.setUser('u1');
    await settle();
    expect(notices).toMatchObject([{ why: 'too-late', act: { alarmId: 'a1' } }]);
    expect(await outboxStore.values()).toEqual([]);
  });

  test('a snooze that waited past its own end is dropped with that notice, unsent, and holds nothing back', async () => {
    answer = offline;
    const box = await open();
    await box.add({ kind: 'snooze', alarmId: 'a1', body: { until: new Date(start + 3600_000).toISOString() } });
    await settle();
    await wait(3600_000);
    [answer, sent] = [done, []];
    await box.add({ kind: 'acknowledge', alarmId: 'a1' });
    for (let round = 0; round < 2; round += 1) await wait(15_000);
    expect(notices).toMatchObject([{ why: 'ended', act: { alarmId: 'a1' } }]);
    expect(sent.map((s) => s.path)).toEqual(['/api/alarm/a1/acknowledge']);
    expect(box.waiting()).toEqual([]);
  });
});

describe('whose act it is', () => {
  test('one person’s acts are neither shown to nor sent by another', async () => {
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

  test('nobody signed in can queue nothing', async () => {
    const box = await open(null);
    await expect(box.add({ kind: 'acknowledge', alarmId: 'a1' })).rejects.toThrow('Nobody is signed in.');
  });

  test('an act from a notification is sent by its token, with nobody signed in', async () => {
    const act = {
      id: 'acknowledge:a1:p1',
      kind: 'acknowledge',
      alarmId: 'a1',
      body: { token: 't' },
      createdAt: new Date(start).toISOString(),
      userId: null,
      attempts: 0,
      lastError: null,
    };
    await outboxStore.set(act.id, act);
    await open(null);
    expect(sent).toEqual([{ path: '/api/alarm/act', key: 'acknowledge:a1:p1' }]);
  });

  test('logout can forget what waits', async () => {
    answer = offline;
    const box = await open();
    await box.add({ kind: 'acknowledge', alarmId: 'a1' });
    await settle();
    await box.clear();
    expect(box.waiting()).toEqual([]);
    expect(await outboxStore.values()).toEqual([]);
  });
});

describe('what screens see', () => {
  test('every change calls back, also one by the worker', async () => {
    answer = offline;
    const box = await open();
    const seen: number[] = [];
    const end = box.subscribe(() => void seen.push(box.waiting().length));
    const act = await box.add({ kind: 'acknowledge', alarmId: 'a1' });
    await settle();
    expect(box.waiting()).toBe(box.waiting());
    await outboxStore.del(act.id);
    page.channel.dispatchEvent(new MessageEvent('message', { data: { v: 1, type: 'outbox' } }));
    await settle();
    expect([seen[0], seen.at(-1)]).toEqual([1, 0]);
    end();
    const before = seen.length;
    await box.add({ kind: 'acknowledge', alarmId: 'a2' });
    expect(seen).toHaveLength(before);
  });

  test('undo takes back what waits, and says no to what is on its way or gone', async () => {
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

test('an act that is set on its way while it is taken back is one or the other, never both', async () => {
  for (let hops = 0; hops < 12; hops += 1) {
    sent = [];
    answer = () => new Promise(() => undefined);
    const box = await open();
    const act = await box.add({ kind: 'acknowledge', alarmId: 'a1' });
    for (let hop = 0; hop < hops; hop += 1) await new Promise((resolve) => setImmediate(resolve));
    const back = await box.undo(act.id);
    await settle();
    expect([hops, back, sent.length]).toEqual([hops, back, back ? 0 : 1]);
    box.stop();
    await outboxStore.clear();
  }
});

test('every kind becomes its call, with the time of the act', () => {
  const act = (kind: QueuedAct['kind'], body = {}): QueuedAct => ({
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
  expect(requestOf(act('acknowledge'))).toEqual({ method: 'POST', path: '/api/alarm/a1/acknowledge', body: once });
  expect(requestOf(act('release'))).toEqual({ method: 'POST', path: '/api/alarm/a1/release', body: once });
  expect(requestOf(act('snooze', { until: 'u' }))).toEqual({
    method: 'POST',
    path: '/api/alarm/a1/snooze',
    body: { until: 'u', ...once },
  });
  expect(requestOf(act('note', { note: 'n' }))).toEqual({
    method: 'POST',
    path: '/api/alarm/a1/note',
    body: { note: 'n' },
  });
});
