// Signed URLs: one key, one method, until one moment; nothing in them can be changed, added or left out.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type UrlGrant, signUrl, verifyUrl } from '#server/ports/signing.ts';

const secret = 'a secret of the test, long enough';
const now = '2026-11-21T03:00:00.000Z';
const grant: UrlGrant = {
  path: '/storage/object',
  method: 'PUT',
  key: 'sys/fs/20261121T025800Z-نسخة +&=?#%.sql',
  expiresAt: '2026-11-21T03:15:00.000Z',
  params: { size: 5, sha256: 'ab' },
};
const url = signUrl(grant, secret);
const verdict = (changed: string) => verifyUrl(changed, 'PUT', now, secret);

test('says what it grants, whatever the name of the file', () => {
  expect(verdict(url)).toEqual({ ok: true, key: grant.key, params: { size: '5', sha256: 'ab' } });
  expect(verdict(`https://backups.example:8443${url}`)).toMatchObject({ ok: true });
});

test('holds until its moment and not at it', () => {
  expect(verifyUrl(url, 'PUT', '2026-11-21T03:14:59.999Z', secret)).toMatchObject({ ok: true });
  expect(verifyUrl(url, 'PUT', '2026-11-21T03:15:00.000Z', secret)).toEqual({ ok: false, reason: 'expired' });
  expect(verifyUrl(url, 'PUT', 'no time', secret)).toEqual({ ok: false, reason: 'expired' });
});

test('a URL to write does not read, and the other way round', () => {
  expect(verifyUrl(url, 'GET', now, secret)).toEqual({ ok: false, reason: 'wrong-method' });
  const reading = signUrl({ ...grant, method: 'GET' }, secret);
  expect(verifyUrl(reading, 'GET', now, secret)).toMatchObject({ ok: true });
  expect(verifyUrl(reading, 'PUT', now, secret)).toEqual({ ok: false, reason: 'wrong-method' });
  expect(verifyUrl(url.replace('method=PUT', 'method=GET'), 'GET', now, secret)).toMatchObject({
    reason: 'bad-signature',
  });
});

test.each([
  ['another key', url.replace('key=sys', 'key=sxs')],
  ['a larger size', url.replace('size=5', 'size=500')],
  ['a later end', url.replace('03%3A15', '04%3A15')],
  ['one parameter more', `${url}&role=admin`],
  ['one parameter less', url.replace('size=5&', '')],
  ['a renamed parameter', url.replace('size=', 'sixe=')],
  ['another path', url.replace('/object', '/objects')],
  ['a longer path', url.replace('/object', '/object/../object2')],
  ['a signature in another spelling', url.replace(/signature=[^&]+/, (text) => `${text}=`)],
  ['a shorter signature', url.replace(/(signature=[^&]{20})[^&]+/, '$1')],
])('%s is a bad signature', (_, changed) => {
  expect(changed).not.toBe(url);
  expect(verdict(changed)).toEqual({ ok: false, reason: 'bad-signature' });
});

test.each([
  ['no signature', url.replace(/&signature=[^&]+/, '')],
  ['a second key', `${url}&key=sys/other`],
  ['a second signature', `${url}&signature=x`],
  ['no URL', 'http://'],
  ['an endless URL', `${url}&x=${'x'.repeat(9000)}`],
])('%s is malformed', (_, changed) => expect(verdict(changed)).toEqual({ ok: false, reason: 'malformed' }));

test('another secret signs otherwise', () => {
  expect(verifyUrl(url, 'PUT', now, `${secret}!`)).toEqual({ ok: false, reason: 'bad-signature' });
});

test('a value cannot pose as another parameter', () => {
  const posing = signUrl({ ...grant, params: { size: '5&sha256=ab' } }, secret);
  expect(verdict(posing)).toMatchObject({ ok: true, params: { size: '5&sha256=ab' } });
  expect(verdict(posing.replace('5%26sha256%3Dab', '5&sha256=ab'))).toMatchObject({ reason: 'bad-signature' });
});

test('no single changed character keeps the grant and changes what it says', () => {
  const before = verdict(url);
  fc.assert(
    fc.property(fc.nat(url.length - 1), fc.constantFrom(...'aZ09&=%+-_/?#'), (at, character) => {
      const after = verdict(url.slice(0, at) + character + url.slice(at + 1));
      if (after.ok) expect(after).toEqual(before);
    }),
    { numRuns: 1000 },
  );
});

test.each<[string, Partial<UrlGrant>]>([
  ['a path with a query', { path: '/storage?x=1' }],
  ['a path to another host', { path: '//evil.example/x' }],
  ['a parameter that is taken', { params: { key: 'other' } }],
  ['no key', { key: '' }],
  ['no moment', { expiresAt: 'later' }],
])('%s is not signed', (_, change) => expect(() => signUrl({ ...grant, ...change }, secret)).toThrow(TypeError));

test('a secret that can be guessed is refused', () => {
  expect(() => signUrl(grant, '')).toThrow('secret');
  expect(() => verifyUrl(url, 'PUT', now, 'short')).toThrow('secret');
});
