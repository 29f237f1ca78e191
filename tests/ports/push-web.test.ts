// The web push port against a push service that verifies, decrypts and misbehaves on demand.
import { createECDH, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { PushMessage } from '#server/ports/push.ts';
import { makeVapidKeys, makeWebPush, vapidSubjectFault } from '#server/ports/push-web.ts';
import type { WebPush, WebPushOptions } from '#server/ports/push-web.ts';
import { startPushService } from '#tests/push-service.ts';
import type { PushService, ScriptedAnswer } from '#tests/push-service.ts';

const vapid = { ...makeVapidKeys(), subject: 'mailto:ops@backwatch.example' };
const hour = 3_600_000;
let service: PushService;
let now = 0;
const open: WebPush[] = [];

function port(more: Partial<WebPushOptions> = {}): WebPush {
  const made = makeWebPush({
    vapid,
    allow: [service.host],
    clock: () => now,
    agentOptions: { ca: service.ca },
    ...more,
  });
  open.push(made);
  return made;
}

const message = (payload: unknown = { hello: 'world' }): PushMessage => ({
  payload: JSON.stringify(payload),
  ttlSeconds: 14_400,
  urgency: 'high',
  topicSource: 'alarm:1',
});

beforeAll(async () => {
  service = await startPushService({ host: '127.0.0.1' });
});
beforeEach(() => {
  now = Date.parse('2026-11-21T03:12:00.000Z');
});
afterAll(async () => {
  for (const made of open) made.close();
  await service.close();
});

test('a push arrives as it was written, with its time, urgency and topic', async () => {
  const subscription = service.subscribe(vapid.publicKey);
  const payload = { title: 'مخزن failed', nested: { n: 1 } };
  const outcome = await port().send(subscription, message(payload));
  expect(outcome).toEqual({ result: 'accepted', status: 201, detail: '' });
  const received = await service.next(({ endpoint }) => endpoint === subscription.endpoint);
  expect(received.payload).toEqual(payload);
  expect(received.headers).toMatchObject({ ttl: 14_400, urgency: 'high' });
  expect(received.headers.topic).toMatch(/^[A-Za-z0-9_-]{32}$/);
  expect(received.vapid).toMatchObject({ aud: service.origin, sub: vapid.subject });
});

test('one source is one topic, whatever characters it has, and two sources are two', async () => {
  const subscription = service.subscribe();
  const push = port();
  const topicOf = async (topicSource: string): Promise<string | null> => {
    expect(await push.send(subscription, { ...message(), topicSource })).toMatchObject({ result: 'accepted' });
    return (await service.next(({ endpoint }) => endpoint === subscription.endpoint)).headers.topic;
  };
  const [first, again, other] = [
    await topicOf('alarm:a/b+c=?'),
    await topicOf('alarm:a/b+c=?'),
    await topicOf('burst:all'),
  ];
  expect(first).toBe(again);
  expect(first).not.toBe(other);
});

test('a message with no time to live is still given one: zero is lost on a sleeping phone', async () => {
  const subscription = service.subscribe();
  await port().send(subscription, { ...message(), ttlSeconds: 0 });
  expect((await service.next(({ endpoint }) => endpoint === subscription.endpoint)).headers.ttl).toBe(1);
});

describe('what the push service answers', () => {
  const rows: [ScriptedAnswer, object][] = [
    [{ status: 200 }, { result: 'accepted', status: 200 }],
    [{ status: 404 }, { result: 'gone', status: 404 }],
    [{ status: 410 }, { result: 'gone', status: 410 }],
    [
      { status: 400, body: 'BadJson\n{"reason":"x"}' },
      { result: 'refused', status: 400, detail: 'BadJson {"reason":"x"}' },
    ],
    [{ status: 401 }, { result: 'refused', status: 401 }],
    [
      { status: 403, body: 'BadJwtToken' },
      { result: 'refused', status: 403, detail: 'BadJwtToken' },
    ],
    [{ status: 413 }, { result: 'refused', status: 413 }],
    [
      { status: 302, headers: { location: 'https://127.0.0.1:1/' } },
      { result: 'refused', status: 302 },
    ],
    [
      { status: 429, headers: { 'retry-after': '90' } },
      { result: 'retry', status: 429, retryAfterSeconds: 90 },
    ],
    [{ status: 429 }, { result: 'retry', status: 429 }],
    [{ status: 500 }, { result: 'retry', status: 500 }],
    [
      { status: 503, headers: { 'retry-after': 'Sat, 21 Nov 2026 03:14:00 GMT' } },
      { result: 'retry', status: 503, retryAfterSeconds: 120 },
    ],
  ];
  test.each(rows)('%o gives %o', async (answer, expected) => {
    const subscription = service.subscribe();
    service.script(subscription.endpoint, [answer]);
    expect(await port().send(subscription, message())).toMatchObject(expected);
  });

  test('a reset connection is tried again later, and then works', async () => {
    const subscription = service.subscribe();
    service.script(subscription.endpoint, ['reset']);
    const push = port();
    const outcome = await push.send(subscription, message());
    expect(outcome).toMatchObject({ result: 'retry' });
    expect(outcome.status).toBeUndefined();
    expect(outcome.detail).toMatch(/ECONNRESET|EPIPE/);
    expect(await push.send(subscription, message())).toMatchObject({ result: 'accepted' });
  });

  test('no answer within the time is tried again later', async () => {
    const subscription = service.subscribe();
    service.script(subscription.endpoint, [{ status: 201, delay: 60_000 }]);
    const outcome = await port({ timeoutMs: 300 }).send(subscription, message());
    expect(outcome).toEqual({ result: 'retry', detail: '' });
  });

  test('what hangs is broken off where the server stops, and nothing leaves after that', async () => {
    const subscription = service.subscribe();
    service.script(subscription.endpoint, [{ status: 201, delay: 60_000 }]);
    const push = port();
    const hanging = push.send(subscription, message());
    await expect.poll(() => service.attempts.some(({ endpoint }) => endpoint === subscription.endpoint)).toBe(true);
    push.close();
    expect((await hanging).result).toBe('retry');
    expect(await push.send(subscription, message())).toEqual({
      result: 'retry',
      code: 'unsent',
      detail: 'the server stopped',
    });
  });

  test('nobody listening is tried again later', async () => {
    const gone = await startPushService();
    const subscription = gone.subscribe();
    await gone.close();
    expect(await port({ allow: [gone.host] }).send(subscription, message())).toMatchObject({
      result: 'retry',
      detail: expect.stringContaining('ECONNREFUSED'),
    });
  });

  test('an unknown certificate is not spoken to', async () => {
    const subscription = service.subscribe();
    const outcome = await port({ agentOptions: {} }).send(subscription, message());
    expect(outcome.result).toBe('retry');
    expect(service.attempts.some(({ endpoint }) => endpoint === subscription.endpoint)).toBe(false);
  });

  test('an unsubscribed device is gone', async () => {
    const subscription = service.subscribe();
    service.unsubscribe(subscription.endpoint);
    expect(await port().send(subscription, message())).toMatchObject({ result: 'gone', status: 410 });
  });

  test('the detail of a failure never repeats the endpoint', async () => {
    const subscription = service.subscribe();
    const path = new URL(subscription.endpoint).pathname;
    service.script(subscription.endpoint, [
      { status: 400, body: `${'x'.repeat(150)} ${subscription.endpoint} ${path}` },
    ]);
    const { detail } = await port().send(subscription, message());
    expect(detail).toContain('xxx');
    expect(detail).not.toContain(path.slice(0, 12));
  });

  test('an endless body is cut off and its status counts', async () => {
    const subscription = service.subscribe();
    service.script(subscription.endpoint, [{ status: 400, body: 'y'.repeat(3_000_000) }]);
    const outcome = await port().send(subscription, message());
    expect(outcome).toMatchObject({ result: 'refused', status: 400 });
    expect(outcome.detail.length).toBeLessThan(250);
  });
});

describe('the token', () => {
  const tokensOf = (endpoint: string): Set<string> =>
    new Set(service.messages.filter((one) => one.endpoint === endpoint).map(({ token }) => token));

  test('is signed once for many messages and anew after six hours', async () => {
    const subscription = service.subscribe();
    const push = port();
    for (const _ of [1, 2, 3, 4, 5]) await push.send(subscription, message());
    now += 6 * hour - 1;
    await push.send(subscription, message());
    expect(tokensOf(subscription.endpoint).size).toBe(1);
    now += 1;
    await push.send(subscription, message());
    await push.send(subscription, message());
    expect(tokensOf(subscription.endpoint).size).toBe(2);
  });

  test('is signed anew when the clock is put back', async () => {
    const subscription = service.subscribe();
    const push = port();
    await push.send(subscription, message());
    now -= hour;
    await push.send(subscription, message());
    expect(tokensOf(subscription.endpoint).size).toBe(2);
  });

  test('is signed anew after a push service did not take it', async () => {
    const subscription = service.subscribe();
    const push = port();
    await push.send(subscription, message());
    service.script(subscription.endpoint, [{ status: 403 }]);
    await push.send(subscription, message());
    await push.send(subscription, message());
    expect(tokensOf(subscription.endpoint).size).toBe(2);
  });

  test('is another one for another push service', async () => {
    const other = await startPushService();
    const push = port({ allow: [service.host, other.host] });
    const [here, there] = [service.subscribe(), other.subscribe()];
    await push.send(here, message());
    await push.send(there, message());
    expect((await other.next()).vapid.aud).toBe(other.origin);
    expect((await service.next(({ endpoint }) => endpoint === here.endpoint)).vapid.aud).toBe(service.origin);
    push.close();
    await other.close();
  });

  test('of another key pair than the browser subscribed with is refused', async () => {
    const subscription = service.subscribe(makeVapidKeys().publicKey);
    expect(await port().send(subscription, message())).toMatchObject({ result: 'refused', status: 403 });
  });
});

test('sixty at once all arrive, twenty of them on the way at a time', async () => {
  const busy = await startPushService();
  const push = port({ allow: [busy.host] });
  const all = Array.from({ length: 60 }, () => busy.subscribe());
  for (const { endpoint } of all) busy.script(endpoint, [{ status: 201, delay: 100 }]);
  const outcomes = await Promise.all(all.map((subscription) => push.send(subscription, message())));
  expect(outcomes.every(({ result }) => result === 'accepted')).toBe(true);
  expect(busy.messages).toHaveLength(60);
  expect(busy.peak()).toBeLessThanOrEqual(20);
  expect(busy.peak()).toBeGreaterThan(1);
  push.close();
  await busy.close();
});

test('waiting for a place is not counted as waiting for an answer', async () => {
  const busy = await startPushService();
  const push = port({ allow: [busy.host], timeoutMs: 4000 });
  const all = Array.from({ length: 60 }, () => busy.subscribe());
  for (const { endpoint } of all) busy.script(endpoint, [{ status: 201, delay: 1500 }]);
  const outcomes = await Promise.all(all.map((subscription) => push.send(subscription, message())));
  expect(outcomes.filter(({ result }) => result !== 'accepted')).toEqual([]);
  push.close();
  await busy.close();
});

describe('messages that are never sent', () => {
  test('3993 bytes go, one more does not', async () => {
    const subscription = service.subscribe();
    const payload = (bytes: number): PushMessage => ({ ...message(), payload: JSON.stringify('x'.repeat(bytes - 2)) });
    expect(await port().send(subscription, payload(3993))).toMatchObject({ result: 'accepted' });
    expect(await port().send(subscription, payload(3994))).toMatchObject({ result: 'refused' });
    expect(service.attempts.filter(({ endpoint }) => endpoint === subscription.endpoint)).toHaveLength(1);
  });

  test('bytes are counted, not characters', async () => {
    const payload = JSON.stringify('خ'.repeat(1996));
    expect(await port().send(service.subscribe(), { ...message(), payload })).toMatchObject({ result: 'refused' });
  });

  test('an endpoint that is not allowed is not called', async () => {
    const subscription = service.subscribe();
    const outcome = await port({ allow: ['fcm.googleapis.com'] }).send(subscription, message());
    expect(outcome).toEqual({ result: 'refused', code: 'subscription', detail: 'the endpoint is an IP address' });
    expect(service.attempts.some(({ endpoint }) => endpoint === subscription.endpoint)).toBe(false);
  });

  test('an allowed name that resolves into the own network is not called', async () => {
    const subscription = { ...service.subscribe(), endpoint: 'https://localhost/push/1' };
    const outcome = await port({ allow: ['localhost'] }).send(subscription, message());
    expect(outcome).toEqual({
      result: 'retry',
      code: 'subscription',
      detail: 'localhost resolves to a private address',
    });
  });

  test('a name in the own network may be called when it is allowed with its port', async () => {
    const own = await startPushService({ host: 'localhost' });
    const push = port({ allow: [own.host] });
    expect(await push.send(own.subscribe(), message())).toMatchObject({ result: 'accepted' });
    push.close();
    await own.close();
  });

  test('keys that cannot encrypt are refused and not repeated', async () => {
    const keys = { p256dh: `${randomUUID()}`, auth: 'AAAA' };
    const outcome = await port().send({ ...service.subscribe(), keys }, message());
    expect(outcome.result).toBe('refused');
    expect(outcome.detail).not.toContain(keys.p256dh);
  });
});

describe('at the start', () => {
  test.each([
    'mailto:ops@localhost',
    'mailto:ops@nas.local',
    'mailto:ops@nas.local?subject=x',
    'mailto:ops@example.invalid',
    'mailto:ops@nas',
    'mailto: ops@backwatch.example',
    'mailto:ops',
    'https://localhost/',
    'https://nas.local/contact',
    'http://backwatch.example/',
    'ops@backwatch.example',
    '',
  ])('the contact "%s" is refused', (subject) => {
    expect(vapidSubjectFault(subject)).not.toBeNull();
    expect(() => port({ vapid: { ...vapid, subject } })).toThrow('push contact');
  });

  test.each(['mailto:ops@backwatch.example', 'https://backwatch.example/contact', 'MAILTO:ops@localhost.example'])(
    'the contact "%s" is taken',
    (subject) => expect(vapidSubjectFault(subject)).toBeNull(),
  );

  test('keys that do not belong together are refused', () => {
    expect(() => port({ vapid: { ...vapid, publicKey: makeVapidKeys().publicKey } })).toThrow('does not belong');
    expect(() => port({ vapid: { ...vapid, privateKey: 'AAAA' } })).toThrow();
  });

  test('new keys are a fresh pair that works', () => {
    const [one, two] = [makeVapidKeys(), makeVapidKeys()];
    expect(one.privateKey).not.toBe(two.privateKey);
    const curve = createECDH('prime256v1');
    curve.setPrivateKey(Buffer.from(one.privateKey, 'base64url'));
    expect(curve.getPublicKey('base64url')).toBe(one.publicKey);
  });
});
