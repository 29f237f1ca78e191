// Where a push may be sent: the allow-list against everything a stranger may put into an endpoint.
import { createECDH, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  DEFAULT_PUSH_HOSTS,
  endpointFault,
  isNamedExactly,
  isPrivateAddress,
  keysFault,
  publicLookup,
} from '#server/ports/push-endpoint.ts';

test.each([
  'https://fcm.googleapis.com/fcm/send/abc:def',
  'https://fcm.googleapis.com:443/wp/abc',
  'https://FCM.googleapis.com/wp/abc',
  'https://web.push.apple.com/QGx',
  'https://updates.push.services.mozilla.com/wpush/v2/gAAA',
  'https://wns2-par02p.notify.windows.com/w/?token=BQY%3d',
  'https://jmt17.google.com/fcm/send/abc',
])('%s may be pushed to', (endpoint) => expect(endpointFault(endpoint, DEFAULT_PUSH_HOSTS)).toBeNull());

test.each([
  ['http://fcm.googleapis.com/wp/abc', 'https'],
  ['ftp://fcm.googleapis.com/wp/abc', 'https'],
  ['https://evil/x.google.com/', 'known'],
  ['https://169.254.169.254/latest/x.push.apple.com/', 'IP address'],
  ['https://evil.example/?.push.apple.com', 'known'],
  ['https://evil.example/#.push.apple.com', 'known'],
  ['https://evilpush.apple.com/', 'known'],
  ['https://push.apple.com/', 'known'],
  ['https://web.push.apple.com.evil.example/', 'known'],
  ['https://web.push.apple.com./', 'known'],
  ['https://sub.fcm.googleapis.com/', 'known'],
  ['https://fcm.googleapis.com:8443/wp/abc', 'port'],
  ['https://web.push.apple.com:22/', 'port'],
  ['https://user@fcm.googleapis.com/wp/abc', 'user'],
  ['https://user:word@fcm.googleapis.com/wp/abc', 'user'],
  ['https://@fcm.googleapis.com/wp/abc', 'user'],
  ['https://fcm.googleapis.com@evil.example/', 'user'],
  ['https://evil.example\\@fcm.googleapis.com/', 'URL'],
  ['https://fcm.googleapis.com\t.evil.example/', 'URL'],
  [' https://fcm.googleapis.com/', 'URL'],
  ['https://127.0.0.1/', 'IP address'],
  ['https://2130706433/', 'IP address'],
  ['https://0x7f.1/', 'IP address'],
  ['https://[::1]/', 'IP address'],
  ['https://[::ffff:10.0.0.1]/', 'IP address'],
  ['https://8.8.8.8/', 'IP address'],
  ['https://localhost/', 'known'],
  ['//fcm.googleapis.com/', 'URL'],
  ['fcm.googleapis.com', 'URL'],
  ['', 'URL'],
])('%s may not be pushed to: %s', (endpoint, why) =>
  expect(endpointFault(endpoint, DEFAULT_PUSH_HOSTS)).toMatch(new RegExp(`${why}`, 'i')),
);

test('an entry with a port admits that host and that port, and nothing beside it', () => {
  const allow = ['127.0.0.1:8443', '[::1]:9443', 'push.office.example:8443'];
  expect(endpointFault('https://127.0.0.1:8443/push/1', allow)).toBeNull();
  expect(endpointFault('https://[::1]:9443/push/1', allow)).toBeNull();
  expect(endpointFault('https://push.office.example:8443/push/1', allow)).toBeNull();
  expect(endpointFault('https://127.0.0.1:8444/push/1', allow)).toContain('IP address');
  expect(endpointFault('https://127.0.0.1/push/1', allow)).toContain('IP address');
  expect(endpointFault('https://127.0.0.2:8443/push/1', allow)).toContain('IP address');
  expect(endpointFault('https://push.office.example/push/1', allow)).toContain('known');
});

test('a wildcard matches no IP address and an empty one matches nothing', () => {
  expect(endpointFault('https://10.0.0.1/', ['*.1'])).toContain('IP address');
  expect(endpointFault('https://evil.example/', ['*.', '*', ''])).toContain('known');
});

test('only an entry with host and port may lie in the own network', () => {
  const allow = ['fcm.googleapis.com', '127.0.0.1:8443'];
  expect(isNamedExactly('https://127.0.0.1:8443/x', allow)).toBe(true);
  expect(isNamedExactly('https://fcm.googleapis.com/x', allow)).toBe(false);
});

test.each([
  '127.0.0.1',
  '127.9.9.9',
  '10.1.2.3',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  'fe80::1',
  'fd00::1',
  'ff02::1',
  '::ffff:127.0.0.1',
  '::ffff:a00:1',
  '64:ff9b::10.0.0.1',
  '64:ff9b::7f00:1',
  'not an address',
])('%s is private', (address) => expect(isPrivateAddress(address)).toBe(true));

test.each([
  '142.250.74.42',
  '17.57.144.1',
  '172.15.0.1',
  '172.32.0.1',
  '2a00:1450:4001::1',
  '64:ff9b::8.8.8.8',
  '::ffff:8.8.8.8',
])('%s is public', (address) => expect(isPrivateAddress(address)).toBe(false));

test.each([true, false])('a name that resolves to this machine fails in the lookup (all: %s)', async (all) => {
  const error = await new Promise<Error | null>((done) => publicLookup('localhost', { all }, done));
  expect(error).toMatchObject({ code: 'EPRIVATE' });
});

test('keys that cannot encrypt are distinguished from keys that can', () => {
  const p256dh = createECDH('prime256v1').generateKeys('base64url');
  const auth = randomBytes(16).toString('base64url');
  expect(keysFault({ p256dh, auth })).toBeNull();
  expect(keysFault({ p256dh, auth: 'c2hvcnQ' })).toContain('auth');
  expect(keysFault({ p256dh: p256dh.slice(0, 40), auth })).toContain('p256dh');
  expect(keysFault({ p256dh: Buffer.alloc(65, 4).toString('base64url'), auth })).toContain('point');
  expect(keysFault({ p256dh: createECDH('prime256v1').generateKeys('base64url', 'compressed'), auth })).toContain(
    'p256dh',
  );
});
