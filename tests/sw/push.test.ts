// A push always ends in a notification: good, garbage, empty, twice, without permission.
import { describe, expect, test } from 'vitest';
import { makeEnvelope } from '#contract/push.ts';
import { onPush, parsePush, type PushLike, type PushParts, type ShowOptions } from '#sw/push.ts';

const alarmId = '01939a3e-7c00-7000-8000-000000000001';
const pushId = '01939a3e-7c00-7000-8000-0000000000aa';
const envelope = makeEnvelope(
  {
    title: 'ledger-01 failed',
    body: 'Disk full. Last good backup Thu 02:30. Ahlers Marine',
    url: `/admin/system?id=7&alarm=${alarmId}`,
    tag: `alarm:${alarmId}`,
    alarmId,
    kind: 'failed',
    silent: false,
    actions: [
      { action: 'acknowledge', title: 'Acknowledge' },
      { action: 'snooze', title: 'Snooze 1 h' },
    ],
    requireInteraction: true,
    renotify: true,
    timestamp: 1_795_222_000_000,
    urgency: 'high',
    ttlSeconds: 14_400,
    topicSource: alarmId,
  },
  {
    origin: 'https://watch.example.com',
    pushId,
    actionToken: 'signed',
    sentAt: '2026-11-21T02:58:00.000Z',
    lang: 'en',
    badge: 3,
    icon: '/icons/icon-192.png',
  },
);

const withData = (text: string): PushLike => ({ data: { text: () => text } });
const good = withData(JSON.stringify(envelope));

const makeParts = (over: Partial<PushParts> = {}) => {
  const log: unknown[][] = [];
  const shown: { title: string; options: ShowOptions }[] = [];
  const parts: PushParts = {
    show: async (title, options) => {
      log.push(['show', title]);
      shown.push({ title, options });
    },
    setBadge: async (count) => void log.push(['badge', count]),
    broadcast: (message) => void log.push(['tell', message]),
    post: async (path, body) => void log.push(['post', path, body]),
    now: () => Date.parse('2026-11-21T02:58:04.000Z'),
    ...over,
  };
  return { parts, log, shown };
};

describe('a good push', () => {
  test('is shown first, then updates the badge, notifies pages and sends a receipt', async () => {
    const { parts, log } = makeParts();
    await onPush(good, parts);
    expect(log[0]).toEqual(['show', 'ledger-01 failed']);
    expect(log).toContainEqual(['badge', 3]);
    expect(log).toContainEqual(['tell', { v: 1, type: 'push' }]);
    const receipt = { token: 'signed', pushId, shownAt: '2026-11-21T02:58:04.000Z' };
    expect(log).toContainEqual(['post', '/api/push/receipt', receipt]);
  });

  test('carries everything the notification and its buttons need', async () => {
    const { parts, shown } = makeParts();
    await onPush(good, parts);
    expect(shown[0]?.options).toMatchObject({
      body: envelope.notification.body,
      tag: `alarm:${alarmId}`,
      icon: 'https://watch.example.com/icons/icon-192.png',
      renotify: true,
      requireInteraction: true,
      timestamp: 1_795_222_000_000,
      data: { v: 1, url: `/admin/system?id=7&alarm=${alarmId}`, alarmId, kind: 'failed', token: 'signed', pushId },
    });
    expect(shown[0]?.options.actions?.map((a) => a.action)).toEqual(['acknowledge', 'snooze']);
  });

  test('received twice is shown twice with one tag, without an error', async () => {
    const { parts, shown } = makeParts();
    await onPush(good, parts);
    await onPush(good, parts);
    expect(shown.map((s) => s.options.tag)).toEqual([`alarm:${alarmId}`, `alarm:${alarmId}`]);
  });

  test('without an action token sends no receipt', async () => {
    const { parts, log } = makeParts();
    const notification = { ...envelope.notification, data: { ...envelope.notification.data, token: null } };
    await onPush(withData(JSON.stringify({ ...envelope, actionToken: null, notification })), parts);
    expect(log.map(([what]) => what)).not.toContain('post');
  });
});

describe('a push that cannot be read still rings', () => {
  const throws: PushLike = {
    data: {
      text: () => {
        throw new Error('gone');
      },
    },
  };
  const cases: [string, PushLike][] = [
    ['no data', { data: null }],
    ['empty text', withData('')],
    ['not JSON', withData('<html>')],
    ['null', withData('null')],
    ['a list', withData('[1]')],
    ['another schema', withData('{"title":"x"}')],
    ['no title', withData(JSON.stringify({ ...envelope, notification: { ...envelope.notification, title: '' } }))],
    ['data that throws', throws],
  ];
  test.each(cases)('%s', async (_name, event) => {
    const { parts, shown } = makeParts();
    await onPush(event, parts);
    expect(shown).toHaveLength(1);
    expect(shown[0]).toMatchObject({ title: 'On-call alert', options: { data: { v: 1, url: '/' }, tag: 'generic' } });
  });

  test('a declared notification without data is shown as declared', () => {
    const notification = { title: 'Declared', body: 'b', tag: 't', data: { url: '/x', token: 'k', pushId: 'p' } };
    expect(parsePush({ data: null, notification })).toMatchObject({
      title: 'Declared',
      token: 'k',
      pushId: 'p',
      options: { body: 'b', tag: 't', data: { v: 1, url: '/x' } },
    });
  });
});

describe('a platform that rejects', () => {
  test('an option shows title and body alone, and the receipt is sent', async () => {
    const tries: ShowOptions[] = [];
    const show = async (_title: string, options: ShowOptions) => {
      tries.push(options);
      if (options.actions) throw new TypeError('actions');
    };
    const { parts, log } = makeParts({ show });
    await onPush(good, parts);
    expect(Object.keys(tries[1] ?? {}).toSorted()).toEqual(['body', 'data']);
    expect(log.map(([what]) => what)).toContain('post');
  });

  test('every notification (permission lost) ends without an error and without claiming that it was shown', async () => {
    const { parts, log } = makeParts({ show: () => Promise.reject(new TypeError('No notification permission')) });
    await expect(onPush(good, parts)).resolves.toBeUndefined();
    expect(log.map(([what]) => what)).not.toContain('post');
    expect(log).toContainEqual(['tell', { v: 1, type: 'push' }]);
  });

  test('badge, receipt and message to pages fail independently', async () => {
    const fail = () => {
      throw new Error('not here');
    };
    const { parts, shown } = makeParts({
      setBadge: fail,
      broadcast: fail,
      post: () => Promise.reject(new Error('offline')),
    });
    await expect(onPush(good, parts)).resolves.toBeUndefined();
    expect(shown).toHaveLength(1);
  });

  test('a hanging network does not delay the notification', async () => {
    const { parts, shown } = makeParts({ post: () => new Promise(() => undefined) });
    void onPush(good, parts);
    await Promise.resolve();
    expect(shown).toHaveLength(1);
  });
});
