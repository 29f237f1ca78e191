// Signed, expiring URLs: one lets its holder do one thing (PUT or GET) to one key until one moment, and no more.
import { createHmac, timingSafeEqual } from 'node:crypto';

export type SignedMethod = 'PUT' | 'GET';

export interface UrlGrant {
  /** The path of the route that verifies, beginning with a slash, without a query. It is signed too. */
  path: string;
  method: SignedMethod;
  key: string;
  /** ISO instant; at this moment the URL no longer holds. */
  expiresAt: string;
  /** The other values that the receiver must be able to trust: size, sha256. */
  params?: Record<string, string | number>;
}

export type Verified =
  | { ok: true; key: string; params: Record<string, string> }
  | { ok: false; reason: 'malformed' | 'bad-signature' | 'wrong-method' | 'expired' };

const SECRET_MIN_LENGTH = 16;
const URL_MAX_LENGTH = 8192;
const reserved = ['key', 'method', 'expires', 'signature'];

/** A path with query, to be put behind the server's own origin. Throws TypeError for a grant that makes no sense. */
export function signUrl({ path, method, key, expiresAt, params = {} }: UrlGrant, secret: string): string {
  if (!/^\/(?!\/)[^?#\\]*$/.test(path)) throw new TypeError('a path begins with one slash and has no query');
  if (key === '') throw new TypeError('a signed URL needs a key');
  const expires = new Date(expiresAt).getTime();
  if (Number.isNaN(expires)) throw new TypeError('expiresAt must be an ISO instant');
  const url = new URL(path, 'http://local');
  for (const [name, value] of Object.entries(params)) {
    if (reserved.includes(name)) throw new TypeError(`"${name}" is not free for a parameter`);
    url.searchParams.set(name, String(value));
  }
  url.searchParams.set('key', key);
  url.searchParams.set('method', method);
  url.searchParams.set('expires', new Date(expires).toISOString());
  url.searchParams.set('signature', signatureOf(url, secret));
  return url.pathname + url.search;
}

/** `url` is the path with query as it arrived, or a whole URL (its origin is not looked at); `now` an ISO instant. */
export function verifyUrl(url: string, method: string, now: string, secret: string): Verified {
  const asked = url.length <= URL_MAX_LENGTH ? parse(url) : null;
  const [signature, ...more] = asked?.searchParams.getAll('signature') ?? [];
  if (!asked || !signature || more.length > 0) return { ok: false, reason: 'malformed' };
  asked.searchParams.delete('signature');
  const names = [...asked.searchParams.keys()];
  if (new Set(names).size !== names.length) return { ok: false, reason: 'malformed' };
  if (!sameText(signature, signatureOf(asked, secret))) return { ok: false, reason: 'bad-signature' };
  const { key = '', method: granted, expires = '', ...params } = Object.fromEntries(asked.searchParams);
  if (granted !== method) return { ok: false, reason: 'wrong-method' };
  // Written so that a clock or an expiry that is no number lets nothing through.
  if (!(Date.parse(now) < Date.parse(expires))) return { ok: false, reason: 'expired' };
  return { ok: true, key, params };
}

function parse(url: string): URL | null {
  try {
    return new URL(url.startsWith('/') ? `http://local${url}` : url);
  } catch {
    return null;
  }
}

/** Over a list of pairs in a fixed order, as JSON: no two grants can be written the same way. */
function signatureOf(url: URL, secret: string): string {
  if (secret.length < SECRET_MIN_LENGTH) throw new TypeError(`a secret has at least ${SECRET_MIN_LENGTH} characters`);
  const pairs = [...url.searchParams].sort(([a], [b]) => (a < b ? -1 : 1));
  const payload = JSON.stringify(['backwatch-url-1', url.pathname, pairs]);
  return createHmac('sha256', secret).update(payload).digest('base64url');
}

function sameText(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
