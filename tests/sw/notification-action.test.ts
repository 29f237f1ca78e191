// The outcome of an acknowledgement from the lock screen is always shown, and never better than it is.
import { describe, expect, test } from 'vitest';
import type { Answer, QueuedAction } from '#contract/outbox.ts';
import { runAction, type ActionParts } from '#sw/notification-action.ts';
import type { ShowOptions } from '#sw/push.ts';

const pressed = {
  title: 'ledger-01 failed',
  tag: 'alarm:a1',
  data: {
    v: 1 as const,
    url: '/admin/system?id=7&alarm=a1',
    alarmId: 'a1',
    kind: 'failed',
    token: 'signed',
    pushId: 'p1',
  },
};

const makeParts = (post: () => Promise<Answer>, over: Partial<ActionParts> = {}) => {
  const shown: { title: string; options: ShowOptions }[] = [];
  const sent: { path: string; body: Record<string, unknown> }[] = [];
  const stored = new Map<string, QueuedAction>();
  const messages: string[] = [];
  let syncs = 0;
  const parts: ActionParts = {
    show: async (title, options) => void shown.push({ title, options }),
    post: (path, body) => {
      sent.push({ path, body });
      return post();
    },
    saveAction: async (action) => void stored.set(action.id, action),
    removeAction: async (id) => void stored.delete(id),
    queuedActions: async () => [...stored.values()],
    atOnce: (work) => work(),
    registerSync: async () => void (syncs += 1),
    broadcast: ({ type }) => void messages.push(type),
    now: () => Date.parse('2026-11-21T02:58:00.000Z'),
    ...over,
  };
  return { parts, shown, sent, store: stored, queued: () => [...stored.values()], messages, syncs: () => syncs };
};

const answers = (status: number, body: unknown) => async (): Promise<Answer> => ({ status, body });
const timeout = () => Promise.reject(new DOMException('timed out', 'TimeoutError'));
const offline = () => Promise.reject(new TypeError('Failed to fetch'));

describe('an acknowledgement', () => {
  test('accepted by the server is shown as own, silently, in place of the alarm', async () => {
    const { parts, shown, sent, messages } = makeParts(answers(200, { outcome: 'done', by: 'Me', alarm: {} }));
    await runAction('acknowledge', pressed, parts);
    expect(sent).toEqual([
      {
        path: '/api/alarm/act',
        body: {
          token: 'signed',
          act: 'acknowledge',
          idempotencyKey: 'acknowledge:a1:p1',
          actedAt: '2026-11-21T02:58:00.000Z',
        },
      },
    ]);
    expect(shown).toHaveLength(1);
    expect(shown[0]).toMatchObject({
      title: 'Acknowledged by you',
      options: { tag: 'alarm:a1', silent: true, renotify: false, body: 'ledger-01 failed' },
    });
    expect(shown[0]?.options.data.token).toBeUndefined();
    expect(messages).toEqual(['acted']);
  });

  test('that came second names the first user', async () => {
    const { parts, shown } = makeParts(answers(200, { outcome: 'already', by: 'Mia', alarm: {} }));
    await runAction('acknowledge', pressed, parts);
    expect(shown[0]?.title).toBe('Mia had it already');
  });

  test('on a resolved alarm shows that without a sound', async () => {
    const { parts, shown, queued } = makeParts(answers(409, { code: 'E_RESOLVED' }));
    await runAction('acknowledge', pressed, parts);
    expect(shown[0]).toMatchObject({ title: 'Already resolved', options: { silent: true, renotify: false } });
    expect(queued()).toEqual([]);
  });

  test.each([400, 403, 404, 410])('rejected with %d rings again and opens the alarm', async (status) => {
    const { parts, shown, queued } = makeParts(answers(status, { code: 'E_TOKEN' }));
    await runAction('acknowledge', pressed, parts);
    expect(shown[0]).toMatchObject({
      title: 'Could not acknowledge, tap to try again',
      options: { silent: false, renotify: true, requireInteraction: true, data: { url: pressed.data.url } },
    });
    expect(queued()).toEqual([]);
  });

  test.each([
    ['offline', offline],
    ['timed out', timeout],
    ['answered by a hotel', answers(200, null)],
    ['redirected to a sign-in page', answers(200, '<html>')],
  ])('%s is queued, and is not reported as done', async (_name, post) => {
    const { parts, shown, queued, messages, syncs } = makeParts(post);
    await runAction('acknowledge', pressed, parts);
    expect(shown.map((s) => s.title)).toEqual(['Will acknowledge when online']);
    expect(queued()).toHaveLength(1);
    expect(queued()[0]).toMatchObject({
      id: 'acknowledge:a1:p1',
      kind: 'acknowledge',
      alarmId: 'a1',
      userId: null,
      attempts: 0,
    });
    expect(queued()[0]?.body.token).toBe('signed');
    expect(syncs()).toBe(1);
    expect(messages).toEqual(['outbox']);
  });

  test.each([500, 503, 429, 408, 401])('answered with %d is queued too, with another message', async (status) => {
    const { parts, shown, queued } = makeParts(answers(status, null));
    await runAction('acknowledge', pressed, parts);
    expect(shown[0]?.title).toBe('Will acknowledge when the server answers');
    expect(queued()).toHaveLength(1);
  });

  test('that cannot be queued rings again', async () => {
    const { parts, shown } = makeParts(offline, { saveAction: () => Promise.reject(new Error('no database')) });
    await runAction('acknowledge', pressed, parts);
    expect(shown[0]?.title).toBe('Could not acknowledge, tap to try again');
  });

  test('is queued also without background sync', async () => {
    const { parts, shown } = makeParts(offline, { registerSync: () => Promise.reject(new Error('none')) });
    await runAction('acknowledge', pressed, parts);
    expect(shown[0]?.title).toBe('Will acknowledge when online');
  });

  test('without a token sends nothing and rings again', async () => {
    const { parts, shown, sent } = makeParts(offline);
    await runAction('acknowledge', { ...pressed, data: { ...pressed.data, token: null } }, parts);
    expect(sent).toEqual([]);
    expect(shown[0]?.title).toBe('Could not acknowledge, tap to try again');
  });

  test('is stored before the answer, with a background sync: a worker may be killed while it waits', async () => {
    const { parts, queued, syncs } = makeParts(() => new Promise(() => undefined));
    void runAction('acknowledge', pressed, parts);
    await expect.poll(() => [queued(), syncs()]).toMatchObject([[{ id: 'acknowledge:a1:p1' }], 1]);
  });

  test('is sent even if the device never finishes storing it', async () => {
    const { parts, shown } = makeParts(answers(200, { outcome: 'done' }), {
      saveAction: () => new Promise(() => undefined),
    });
    void runAction('acknowledge', pressed, parts);
    await expect.poll(() => shown[0]?.title).toBe('Acknowledged by you');
  });

  test.each<[string, Answer]>([
    ['done', { status: 200, body: { outcome: 'done' } }],
    ['already', { status: 200, body: { outcome: 'already', by: 'Mia' } }],
    ['resolved', { status: 409, body: { code: 'E_RESOLVED' } }],
    ['refused', { status: 403, body: { code: 'E_TOKEN' } }],
  ])('is removed once the answer is %s', async (kind, answer) => {
    const { parts, queued, messages } = makeParts(async () => answer);
    expect(await runAction('acknowledge', pressed, parts)).toMatchObject({ kind });
    expect([queued(), messages]).toEqual([[], ['acted']]);
  });

  test('that a page sent meanwhile is not shown as waiting, and not stored again', async () => {
    const { parts, shown, store, queued } = makeParts(() => {
      store.clear();
      return timeout();
    });
    await runAction('acknowledge', pressed, parts);
    expect([shown, queued()]).toEqual([[], []]);
  });

  test('holds the lock until its outcome is shown and it is removed', async () => {
    const during: unknown[] = [];
    const { parts, shown, queued } = makeParts(answers(200, { outcome: 'done' }), {
      atOnce: async (work) => {
        const outcome = await work();
        during.push(shown.length, queued().length);
        return outcome;
      },
    });
    await runAction('acknowledge', pressed, parts);
    expect(during).toEqual([1, 0]);
  });

  test('pressed twice is one action for the server', async () => {
    const { parts, sent } = makeParts(answers(200, { outcome: 'done' }));
    await runAction('acknowledge', pressed, parts);
    await runAction('acknowledge', pressed, parts);
    expect(new Set(sent.map((s) => s.body.idempotencyKey)).size).toBe(1);
  });

  test('never rejects, even without permission to show', async () => {
    const { parts } = makeParts(offline, { show: () => Promise.reject(new TypeError('permission')) });
    await expect(runAction('acknowledge', pressed, parts)).resolves.toMatchObject({ kind: 'later' });
  });
});

test('a snooze lasts an hour and shows that', async () => {
  const { parts, shown, sent } = makeParts(answers(200, { outcome: 'done', by: null, alarm: {} }));
  await runAction('snooze', pressed, parts);
  expect(sent[0]?.body).toMatchObject({ act: 'snooze', minutes: 60, idempotencyKey: 'snooze:a1:p1' });
  expect(shown[0]?.title).toBe('Snoozed for 1 h');
});
