// The worker sends what waits: in order, once, under the right session, and says what came of it.
import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Answer, QueuedAct } from '#contract/outbox.ts';
import { toQueued } from '#sw/act.ts';
import { flushOutbox, type FlushParts } from '#sw/outbox-flush.ts';
import { dropAct, fromPage, keepAct, keepFromPage, noteAct, queuedActs } from '#sw/store.ts';

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
const byToken = (alarmId: string, at: number): QueuedAct => toQueued('acknowledge', pressed(alarmId), at);
const byPage = (alarmId: string, at: number, over: Partial<QueuedAct> = {}): QueuedAct => ({
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
  const told: string[] = [];
  const parts: FlushParts = {
    show: async (title) => void shown.push(title),
    queuedActs,
    dropAct,
    noteAct,
    fromPage,
    xsrfToken: async () => 'xsrf',
    post: (path, body, headers = {}) => {
      sent.push({ path, body, headers });
      return post(path);
    },
    alone: (work) => work(),
    tell: ({ type }) => void told.push(type),
    now: () => start,
    ...over,
  };
  return { parts, sent, shown, told };
};

const done = async (): Promise<Answer> => ({ status: 200, body: { outcome: 'done', by: null, alarm: {} } });

beforeEach(async () => {
  for (const act of await queuedActs()) await dropAct(act.id);
  await keepFromPage({ userId: 'u1' });
});

describe('what waits', () => {
  test('is sent oldest first, once, and replaced by its outcome', async () => {
    await keepAct(byToken('a2', start - 1000));
    await keepAct(byToken('a1', start - 2000));
    const { parts, sent, shown, told } = makeParts(done);
    await flushOutbox(parts);
    await flushOutbox(parts);
    expect(sent.map((s) => s.body.token)).toEqual(['token-a1', 'token-a2']);
    expect(sent[0]?.body).toMatchObject({
      idempotencyKey: 'acknowledge:a1:p1',
      actedAt: new Date(start - 2000).toISOString(),
    });
    expect(shown).toEqual(['Acknowledged by you', 'Acknowledged by you']);
    expect(await queuedActs()).toEqual([]);
    expect(told).toContain('outbox');
  });

  test('stays, in order, when the network fails, and asks to be woken again', async () => {
    await keepAct(byToken('a1', start - 2000));
    await keepAct(byToken('a2', start - 1000));
    const { parts, sent, shown } = makeParts(() => Promise.reject(new TypeError('Failed to fetch')));
    await expect(flushOutbox(parts)).rejects.toThrow('Failed to fetch');
    expect(sent).toHaveLength(1);
    expect(shown).toEqual([]);
    const waiting = await queuedActs();
    expect(waiting.map((a) => [a.alarmId, a.attempts])).toEqual([
      ['a1', 1],
      ['a2', 0],
    ]);
    expect(waiting[0]?.lastError).toContain('Failed to fetch');
  });

  test('stays when a hotel answers', async () => {
    await keepAct(byToken('a1', start));
    const { parts, shown } = makeParts(async () => ({ status: 200, body: null }));
    await expect(flushOutbox(parts)).rejects.toThrow();
    expect(shown).toEqual([]);
    expect(await queuedActs()).toHaveLength(1);
  });

  test('is named as taken when somebody was first', async () => {
    await keepAct(byToken('a1', start));
    const { parts, shown } = makeParts(async () => ({ status: 200, body: { outcome: 'already', by: 'Mia' } }));
    await flushOutbox(parts);
    expect(shown).toEqual(['Mia had it already']);
  });

  test('rings again when its token is refused, and the next still goes', async () => {
    await keepAct(byToken('a1', start - 1));
    await keepAct(byToken('a2', start));
    let calls = 0;
    const { parts, shown } = makeParts(async () => ((calls += 1) === 1 ? { status: 403, body: {} } : done()));
    await flushOutbox(parts);
    expect(shown).toEqual(['Could not acknowledge, tap to try again', 'Acknowledged by you']);
  });

  test('is dropped after a day, and that is said', async () => {
    await keepAct(byToken('a1', start - 24 * 3600 * 1000 - 1));
    const { parts, sent, shown } = makeParts(done);
    await flushOutbox(parts);
    expect(sent).toEqual([]);
    expect(shown).toEqual(['Could not acknowledge within a day']);
    expect(await queuedActs()).toEqual([]);
  });

  test('is left alone while a page sends', async () => {
    await keepAct(byToken('a1', start));
    let free: () => void = () => undefined;
    const page = new Promise<void>((resolve) => (free = resolve));
    const { parts, sent } = makeParts(done, { alone: (work) => page.then(work) });
    const flushed = flushOutbox(parts);
    await dropAct('acknowledge:a1:p1');
    free();
    await flushed;
    expect(sent).toEqual([]);
  });
});

describe('what a page queued', () => {
  test('goes with the anti-forgery token of the same person', async () => {
    await keepAct(byPage('a1', start));
    const { parts, sent, shown } = makeParts(done);
    await flushOutbox(parts);
    expect(sent).toMatchObject([{ path: '/api/alarm/a1/acknowledge', headers: { 'x-xsrf-token': 'xsrf' } }]);
    expect(shown).toEqual([]);
  });

  test.each([
    ['another person is signed in', 'u2', 'xsrf'],
    ['nobody is known', null, 'xsrf'],
    ['the cookie cannot be read', 'u1', null],
  ])('waits for the page when %s, and holds back its own alarm only', async (_name, userId, token) => {
    await keepFromPage({ userId });
    await keepAct(byPage('a1', start - 3));
    await keepAct(byToken('a1', start - 2));
    await keepAct(byToken('a2', start - 1));
    const { parts, sent } = makeParts(done, { xsrfToken: async () => token });
    await flushOutbox(parts);
    expect(sent.map((s) => s.body.token)).toEqual(['token-a2']);
    expect((await queuedActs()).map((a) => a.alarmId)).toEqual(['a1', 'a1']);
  });

  test.each([
    ['another person is signed in', { userId: 'u2' }, {}],
    ['nothing may be shown', { userId: 'u1' }, { show: () => Promise.reject(new TypeError('permission')) }],
  ])('is not dropped after a day when %s, and holds back nobody', async (_name, told, over) => {
    await keepFromPage(told);
    await keepAct(byPage('a1', start - 24 * 3600 * 1000 - 1));
    await keepAct(byToken('a1', start - 1));
    const { parts, sent, shown } = makeParts(done, over);
    await flushOutbox(parts);
    expect(sent.map((s) => s.body.token)).toEqual(['token-a1']);
    expect(shown).not.toContain('Could not acknowledge within a day');
    expect((await queuedActs()).map((a) => a.userId)).toEqual(['u1']);
  });

  test('a snooze that waited past its own end is not sent, and that is said', async () => {
    await keepAct(byPage('a1', start - 7200_000, { kind: 'snooze', body: { until: new Date(start).toISOString() } }));
    const { parts, sent, shown } = makeParts(done);
    await flushOutbox(parts);
    expect([sent, shown]).toEqual([[], ['The snooze ended before the server confirmed it']]);
    expect(await queuedActs()).toEqual([]);
  });

  test.each([401, 403])('waits for the page when the session answers %d', async (status) => {
    await keepAct(byPage('a1', start));
    const { parts } = makeParts(async () => ({ status, body: {} }));
    await flushOutbox(parts);
    expect(await queuedActs()).toHaveLength(1);
  });
});

test('an old press is asked about once, and kept until the person says that it holds', async () => {
  await keepAct(byToken('a1', start - 31 * 60_000));
  await keepAct(byToken('a2', start));
  const { parts, sent, shown } = makeParts(done);
  await flushOutbox(parts);
  await flushOutbox(parts);
  expect(sent.map(({ body }) => body.token)).toEqual(['token-a2']);
  expect(shown).toEqual(['Not sent: acknowledge', 'Acknowledged by you']);
  const [waits] = await queuedActs();
  await noteAct(waits!, { confirmed: true });
  await flushOutbox(parts);
  expect(shown.at(-1)).toBe('Acknowledged by you');
  expect(await queuedActs()).toEqual([]);
});

test('a press on an alarm that is over by now says so, and rings nobody', async () => {
  await keepAct(byToken('a1', start));
  const { parts, shown } = makeParts(async () => ({ status: 409, body: { code: 'E_RESOLVED' } }));
  await flushOutbox(parts);
  expect(shown).toEqual(['It was over already']);
  expect(await queuedActs()).toEqual([]);
});

test('a second press on the same notification queues nothing twice', async () => {
  await keepAct(byToken('a1', start));
  await keepAct(byToken('a1', start));
  expect(await queuedActs()).toHaveLength(1);
});
