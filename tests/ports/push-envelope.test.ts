// The envelope: what Safari must accept, what the worker makes of anything, and that it always fits.
import { expect, test } from 'vitest';
import { ENVELOPE_BYTES, declarativeFaults, fitEnvelope, makeEnvelope, readEnvelope } from '#contract/push.ts';
import type { PushEnvelope } from '#contract/push.ts';
import { alarmNotification, testNotification } from '#server/jobs/notifications/notification.ts';
import { MAX_PAYLOAD_BYTES } from '#server/ports/push.ts';
import { facts } from '#tests/jobs/notification-facts.ts';

const locale = 'en-US';
const delivery = {
  origin: 'https://watch.example.com',
  pushId: '01939d1a-6c2e-7000-8000-0000000000f1',
  actionToken: 'a'.repeat(300),
  sentAt: '2026-11-21T02:12:00.000Z',
  lang: 'en',
  badge: 3,
  icon: '/icons/notification-192.png',
};
const made = (): PushEnvelope => makeEnvelope(alarmNotification(facts(), 'new', { locale }), delivery);

test('an alarm in its envelope is what Safari shows by itself', () => {
  const envelope = made();
  expect(declarativeFaults(envelope)).toEqual([]);
  expect(declarativeFaults(JSON.parse(fitEnvelope(envelope)))).toEqual([]);
  expect(declarativeFaults(makeEnvelope(testNotification(locale), { ...delivery, actionToken: null }))).toEqual([]);
  expect(envelope.notification.navigate).toBe(
    'https://watch.example.com/admin/system?id=01939d1a-6c2e-7000-8000-000000000001&alarm=01939d1a-6c2e-7000-8000-0000000000a1',
  );
  expect(envelope.notification.icon).toBe('https://watch.example.com/icons/notification-192.png');
});

test('both places of the badge, of mutable and of the token say the same', () => {
  const envelope = made();
  expect([envelope.app_badge, envelope.notification.app_badge]).toEqual([3, 3]);
  expect([envelope.mutable, envelope.notification.mutable]).toEqual([true, true]);
  expect(envelope.notification.data.token).toBe(envelope.actionToken);
  expect(envelope.notification.data.pushId).toBe(envelope.pushId);
  expect('app_badge' in makeEnvelope(testNotification(locale), { ...delivery, badge: undefined })).toBe(false);
});

test('what was sent is read back whole', () => {
  const envelope = made();
  expect(readEnvelope(JSON.parse(fitEnvelope(envelope)))).toEqual(envelope);
});

test.each<[part: string, spoilt: object]>([
  ['web_push', { web_push: '8030' }],
  ['title', { notification: { title: '' } }],
  ['title', { notification: { title: 7 } }],
  ['navigate', { notification: { navigate: '/admin/system' } }],
  ['navigate', { notification: { navigate: undefined } }],
  ['icon', { notification: { icon: '/icon.png' } }],
  ['dir', { notification: { dir: 'up' } }],
  ['lang', { notification: { lang: null } }],
  ['body', { notification: { body: 5 } }],
  ['tag', { notification: { tag: {} } }],
  ['silent', { notification: { silent: 'no' } }],
  ['mutable', { notification: { mutable: 1 } }],
  ['app_badge', { notification: { app_badge: -1 } }],
  ['app_badge', { app_badge: 4 }],
])('a wrong %s spoils the message for Safari: %o', (part, spoilt) => {
  const whole = made();
  const { notification = {}, ...top } = spoilt as { notification?: object };
  const faults = declarativeFaults({ ...whole, ...top, notification: { ...whole.notification, ...notification } });
  expect(faults.join()).toContain(part);
});

test.each([null, 'text', {}, { web_push: 8030, notification: null }])('%o is no message for Safari', (value) => {
  expect(declarativeFaults(value)).not.toEqual([]);
});

test.each([
  null,
  undefined,
  'text',
  5,
  [],
  {},
  { web_push: 8030 },
  { web_push: 8030, notification: {} },
  { ...made(), web_push: 1 },
])('nothing is read from %o', (value) => expect(readEnvelope(value)).toBeNull());

test('a wrong smaller part is dropped and the alarm still rings', () => {
  const { notification, ...rest } = made();
  const broken = {
    ...notification,
    body: 5,
    tag: null,
    actions: [{ action: 'x' }, 'y', null],
    app_badge: '3',
    timestamp: 'now',
    icon: 1,
    dir: 'up',
  };
  const read = readEnvelope({ ...rest, app_badge: undefined, notification: broken, sentAt: 3 });
  expect(read?.notification).toMatchObject({ title: notification.title, body: '', tag: '', actions: [], dir: 'auto' });
  // An empty tag with renotify makes showNotification throw.
  expect(read?.notification.renotify).toBe(false);
  expect(read?.notification).not.toHaveProperty('timestamp');
  expect(read?.notification).not.toHaveProperty('icon');
  expect(read).toMatchObject({ sentAt: '', pushId: delivery.pushId });
});

test('token and id are found in the data alone, which is all that Safari hands back', () => {
  const { notification } = made();
  const read = readEnvelope({ web_push: 8030, notification });
  expect(read).toMatchObject({ pushId: delivery.pushId, actionToken: delivery.actionToken, app_badge: 3 });
});

const names = {
  latin: 'x'.repeat(200),
  arabic: 'خادم الملفات '.repeat(15),
  emoji: '👩‍🚒'.repeat(66),
  quotes: '"\\'.repeat(100),
  control: '\u0001'.repeat(200),
  halves: '\ud83d'.repeat(200),
};
test.each(Object.entries(names))('the longest %s names fit into the push service’s limit', (_, name) => {
  const long = facts({ systemName: name, organizationName: name, reason: name.repeat(10), askedName: name });
  for (const stage of ['new', 'reminder', 'escalated', 'resolved'] as const) {
    const json = fitEnvelope(
      makeEnvelope(alarmNotification(long, stage, { locale }), { ...delivery, actionToken: 'a'.repeat(1000) }),
    );
    expect(new TextEncoder().encode(json).length).toBeLessThanOrEqual(MAX_PAYLOAD_BYTES);
    expect(declarativeFaults(JSON.parse(json))).toEqual([]);
  }
});

test.each(['x', 'خ', '👩', '"', '\n'])(
  'a body of %j is cut between characters, and as late as possible',
  (character) => {
    const envelope = made();
    const json = fitEnvelope({
      ...envelope,
      notification: { ...envelope.notification, body: `a${character.repeat(4000)}b` },
    });
    const bytes = new TextEncoder().encode(json).length;
    expect(bytes).toBeLessThanOrEqual(ENVELOPE_BYTES);
    const { body } = (JSON.parse(json) as PushEnvelope).notification;
    expect(body).toMatch(/…$/);
    expect(body).not.toMatch(/\p{Surrogate}/u);
    if (character.trim() !== '') expect(bytes).toBeGreaterThan(ENVELOPE_BYTES - 5);
  },
);

test('what fits is left as it is', () => expect(fitEnvelope(made())).toBe(JSON.stringify(made())));

test('the second copy of the token goes before a word of the body does', () => {
  const envelope = makeEnvelope(alarmNotification(facts(), 'new', { locale }), {
    ...delivery,
    actionToken: 'a'.repeat(1200),
  });
  const json = fitEnvelope(envelope);
  expect(new TextEncoder().encode(json).length).toBeLessThanOrEqual(ENVELOPE_BYTES);
  expect(readEnvelope(JSON.parse(json))).toEqual(envelope);
});

test('a message that cannot fit is an error, not sent in pieces', () => {
  const huge = makeEnvelope(alarmNotification(facts(), 'new', { locale }), {
    ...delivery,
    actionToken: 'a'.repeat(3000),
  });
  expect(() => fitEnvelope(huge)).toThrow(RangeError);
});
