// Keys made at the first start and stored with mode 0600; sealing, hashing and signing with them.
import { isObject } from '#server/unknown.ts';
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hash as digest,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

const NONCE = 12;
const TAG = 16;

/** Returns the SHA-256 of a text as base64url, 43 characters. For random values only; passwords use argon2. */
export const hash = (value: string): string => digest('sha256', value, 'base64url');
/** The prefix of client keys. Some proxies add a bearer token of their own, which is not for this server. */
export const CLIENT_KEY = 'bw_';
/** Returns random bytes as base64url; 32 bytes are 43 characters. */
export const randomToken = (bytes = 32): string => randomBytes(bytes).toString('base64url');

/** Compares two texts in a time that depends on their length alone. */
export function safeEqual(a: string, b: string): boolean {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
}

/** Returns the HMAC-SHA-256 of a text as base64url, 43 characters. */
export const mac = (secret: string, value: string): string =>
  createHmac('sha256', secret).update(value).digest('base64url');

/** Encrypts text for the database (AES-256-GCM); `secret` is any text. */
export function seal(secret: string, text: string): string {
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv('aes-256-gcm', createHash('sha256').update(secret).digest(), nonce);
  return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64url');
}

/** Decrypts what `seal` returned. @throws Error for another secret, and for text that was changed */
export function unseal(secret: string, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64url');
  const decipher = createDecipheriv(
    'aes-256-gcm',
    createHash('sha256').update(secret).digest(),
    bytes.subarray(0, NONCE),
  );
  decipher.setAuthTag(bytes.subarray(-TAG));
  return Buffer.concat([decipher.update(bytes.subarray(NONCE, -TAG)), decipher.final()]).toString('utf8');
}

/** A signed token `payload.mac`, url-safe. */
export function signToken(secret: string, payload: Record<string, unknown>): string {
  const text = Buffer.from(JSON.stringify(payload)).toString('base64url');
  return `${text}.${mac(secret, text)}`;
}

/** The payload of a genuine token, else null. */
export function readToken(secret: string, token: string): Record<string, unknown> | null {
  const [text = '', signature = ''] = token.split('.');
  if (!safeEqual(signature, mac(secret, text))) return null;
  try {
    const payload: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
    return isObject(payload) ? payload : null;
  } catch {
    return null;
  }
}
