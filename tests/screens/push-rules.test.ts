// Alarms on this device: the state to show, the repair, and the action of the user, for every kind of device.
import { describe, expect, test } from 'vitest';
import { type PushFacts, type PushState, faultOf, repairActionFor, knownAfter, stateOf } from '#app/push/rules.ts';
import { standingOf } from '#app/push/browser.ts';
import { leadsTo } from '#app/push/onboarding.ts';

const rings: PushFacts = {
  platform: 'android',
  standalone: true,
  able: true,
  permission: 'granted',
  subscription: 'live',
  wanted: 'on',
  known: 'yes',
  failing: false,
};

describe('the state of this device', () => {
  test('is on only if permission, subscription, user and server agree', () => {
    expect(stateOf(rings)).toBe('on');
    const spoiled: Partial<PushFacts>[] = [
      { able: false },
      { permission: 'default' },
      { permission: 'denied' },
      { subscription: null },
      { subscription: 'none' },
      { subscription: 'expired' },
      { subscription: 'otherKey' },
      { wanted: 'off' },
      { known: 'no' },
      { known: 'unsure' },
    ];
    expect(spoiled.filter((one) => stateOf({ ...rings, ...one }) === 'on')).toEqual([]);
  });

  test.each<[string, Partial<PushFacts>, PushState]>([
    ['an iPhone tab must be installed first', { platform: 'iphone', standalone: false, able: false }, 'needsInstall'],
    ['an old iPhone app cannot', { platform: 'iphone', able: false }, 'impossible'],
    ['a browser without push cannot', { platform: 'desktop', able: false }, 'impossible'],
    ['denied is blocked, whatever else is there', { permission: 'denied' }, 'blocked'],
    ['nobody asked yet is off', { permission: 'default', wanted: null, subscription: 'none' }, 'off'],
    ['turned off stays off', { wanted: 'off', subscription: 'none' }, 'off'],
    ['the browser has not answered', { subscription: null }, 'unknown'],
    ['a subscription that vanished is lost', { subscription: 'none' }, 'lost'],
    ['never subscribed is off, not lost', { subscription: 'none', wanted: null }, 'off'],
    ['a server that does not know it', { known: 'unsure' }, 'unfinished'],
    ['a last push that failed', { failing: true }, 'lost'],
    ['a server that forgot it', { known: 'no' }, 'lost'],
  ])('%s', (_name, more, state) => expect(stateOf({ ...rings, ...more })).toBe(state));
});

describe('repair at the start', () => {
  test.each<[string, Partial<PushFacts>, ReturnType<typeof repairActionFor>]>([
    ['what lives is reported again', {}, 'report'],
    ['what vanished is subscribed again', { subscription: 'none' }, 'subscribe'],
    ['what expired is renewed', { subscription: 'expired' }, 'renew'],
    ['what was made for another key is renewed', { subscription: 'otherKey' }, 'renew'],
    ['what the server dropped is renewed', { known: 'no' }, 'renew'],
    ['on an iPhone only a press renews', { platform: 'iphone', known: 'no' }, 'nothing'],
    ['on an iPhone what vanished is subscribed again', { platform: 'iphone', subscription: 'none' }, 'subscribe'],
    ['who turned it off is left alone', { wanted: 'off' }, 'nothing'],
    ['who never turned it on is not subscribed', { wanted: null, subscription: 'none' }, 'nothing'],
    ['a subscription without memory of it is reported', { wanted: null, known: 'unsure' }, 'report'],
    ['without permission nothing is tried', { permission: 'default' }, 'nothing'],
    ['an uncertain server costs no subscription', { known: 'unsure' }, 'report'],
  ])('%s', (_name, more, healing) => expect(repairActionFor({ ...rings, ...more })).toBe(healing));

  test('only an explicit rejection by the server counts', () => {
    expect([200, 201].map((status) => knownAfter(status, 'unsure'))).toEqual(['yes', 'yes']);
    expect([400, 404, 422].map((status) => knownAfter(status, 'yes'))).toEqual(['no', 'no', 'no']);
    for (const silent of [0, 401, 403, 429, 500, 503]) {
      expect(knownAfter(silent, 'yes')).toBe('yes');
      expect(knownAfter(silent, 'unsure')).toBe('unsure');
    }
  });
});

describe('the subscription that a browser holds', () => {
  const now = Date.parse('2026-11-21T03:12:00.000Z');
  const key = 'BAAB_-8';
  const bytes = Uint8Array.from(atob('BAAB/+8='), (one) => one.charCodeAt(0)).buffer;
  const held = (more: object = {}) => ({
    expirationTime: null,
    options: { userVisibleOnly: true, applicationServerKey: bytes },
    ...more,
  });

  test('is valid if it has not expired and was made for this server', () => {
    expect(standingOf(held(), key, now)).toBe('live');
    expect(standingOf(held({ expirationTime: now + 1 }), key, now)).toBe('live');
    expect(standingOf(null, key, now)).toBe('none');
  });

  test('is dead after its expiry, or if the server has another key', () => {
    expect(standingOf(held({ expirationTime: now }), key, now)).toBe('expired');
    expect(standingOf(held(), 'BAAB_-9', now)).toBe('otherKey');
  });

  test('is valid if the browser does not expose its key, or the server key is unknown', () => {
    expect(standingOf(held({ options: { applicationServerKey: null } }), key, now)).toBe('live');
    expect(standingOf(held({ options: undefined }), key, now)).toBe('live');
    expect(standingOf(held(), '', now)).toBe('live');
  });
});

test('a failed subscribe is classified by its cause', () => {
  const refused = new DOMException('no', 'NotAllowedError');
  expect(faultOf(refused, 'granted', true)).toBe('denied');
  expect(faultOf(new DOMException('push service error', 'AbortError'), 'granted', true)).toBe('noService');
  expect(faultOf(new DOMException('slow', 'TimeoutError'), 'granted', false)).toBe('offline');
  expect(faultOf(new Error('x'), 'denied', false)).toBe('denied');
});

describe('after a sign-in', () => {
  const fresh = { offered: false, wanted: null };

  test('a device that would not ring is sent to the onboarding once', () => {
    expect(leadsTo(undefined, fresh, false)).toBe('/user/alarms');
    expect(leadsTo(undefined, { ...fresh, offered: true }, false)).toBe('/');
    expect(leadsTo(undefined, fresh, true)).toBe('/');
  });

  test('the requested page takes precedence', () => {
    expect(leadsTo('/admin/system?id=1&alarm=2', fresh, false)).toBe('/admin/system?id=1&alarm=2');
  });

  test('the start page of the app does not count as requested', () => {
    for (const start of ['/', '/?source=pwa']) {
      expect(leadsTo(start, fresh, false)).toBe('/user/alarms');
      expect(leadsTo(start, fresh, true)).toBe('/');
    }
  });

  test('a user who decided about alarms is not asked again', () => {
    expect(leadsTo(undefined, { ...fresh, wanted: 'off' }, false)).toBe('/');
    expect(leadsTo(undefined, { ...fresh, wanted: 'on' }, false)).toBe('/');
  });
});
