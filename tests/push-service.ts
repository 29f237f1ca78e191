// A push service on this machine: checks what the real ones check, decrypts as a browser would, answers as scripted.
import { createECDH, createPublicKey, randomBytes, randomUUID, verify } from 'node:crypto';
import type { ECDH } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';

/** The package has no types; a browser's side of the encryption that web-push does. */
const ece = createRequire(import.meta.url)('http_ece') as {
  decrypt(body: Buffer, params: { version: 'aes128gcm'; privateKey: ECDH; authSecret: Buffer }): Buffer;
};

export interface ReceivedPush {
  endpoint: string;
  /** Parsed JSON. */
  payload: unknown;
  headers: { ttl: number; urgency: string; topic: string | null };
  vapid: { aud: string; sub: string; exp: number };
  /** The signed token itself, to tell a reused one from a fresh one. */
  token: string;
}

export interface PushAttempt {
  endpoint: string;
  /** The status that was answered; 0 for a reset connection. */
  status: number;
  /** Why the service itself refused it. */
  fault: string | null;
}

export type ScriptedAnswer =
  | { status: number; headers?: Record<string, string>; body?: string; /** Milliseconds. */ delay?: number }
  | 'reset';

export interface TestSubscription {
  endpoint: string;
  expirationTime: null;
  keys: { p256dh: string; auth: string };
}

export interface PushService {
  origin: string;
  /** PEM to trust. */
  ca: string;
  /** `127.0.0.1:port`, as for the allow-list. */
  host: string;
  /** A browser's new subscription; with a VAPID public key, only that key may push to it. */
  subscribe(applicationServerKey?: string): TestSubscription;
  /** From now on the endpoint is answered 410. */
  unsubscribe(endpoint: string): void;
  /** Accepted messages, oldest first. */
  messages: ReceivedPush[];
  /** Every request, accepted or not. */
  attempts: PushAttempt[];
  /** The oldest accepted message that fits and that no `next` has yielded before; rejects after `timeoutMs`. */
  next(predicate?: (message: ReceivedPush) => boolean, timeoutMs?: number): Promise<ReceivedPush>;
  /** Answers the next requests to the endpoint in this order; a 2xx is received, then as usual. */
  script(endpoint: string, answers: ScriptedAnswer[]): void;
  /** How many requests were being answered at the same time, at most, so far. */
  peak(): number;
  close(): Promise<void>;
}

interface Subscriber {
  curve: ECDH;
  auth: Buffer;
  key: string | undefined;
  gone: boolean;
  script: ScriptedAnswer[];
}

interface Waiter {
  fits: (message: ReceivedPush) => boolean;
  resolve: (message: ReceivedPush) => void;
}

class Fault extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

function need(holds: unknown, status: number, message: string): asserts holds {
  if (!holds) throw new Fault(status, message);
}

const fixture = (name: string): string => readFileSync(new URL(`fixtures/${name}`, import.meta.url), 'utf8');
const json = (part: string): Record<string, unknown> => JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));

function publicKeyOf(point: Buffer) {
  need(point.length === 65, 403, 'k is not a public key');
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')];
  return createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
}

/** @see RFC 8292 */
function checkVapid(header: string, origin: string, subscriber: Subscriber): Pick<ReceivedPush, 'vapid' | 'token'> {
  const [, token = '', key = ''] = /^vapid t=([^,\s]+), ?k=([^,\s]+)$/.exec(header) ?? [];
  need(token !== '', 401, 'no VAPID authorization');
  need(subscriber.key === undefined || subscriber.key === key, 403, 'the key is not the one subscribed with');
  const [head = '', claims = '', signature = ''] = token.split('.');
  const { typ, alg } = json(head);
  need(typ === 'JWT' && alg === 'ES256', 403, 'the token is not ES256');
  const publicKey = publicKeyOf(Buffer.from(key, 'base64url'));
  const signed = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  need(signed, 403, 'the token’s signature does not hold');
  const { aud, sub, exp } = json(claims);
  const nowSeconds = Date.now() / 1000;
  need(aud === origin, 403, `aud is ${String(aud)}`);
  need(typeof exp === 'number' && exp > nowSeconds && exp <= nowSeconds + 86_400, 403, 'exp is not within 24 h');
  need(typeof sub === 'string' && /^(mailto:|https:)\S+$/.test(sub), 403, 'sub is no contact');
  return { token, vapid: { aud: origin, sub, exp } };
}

/** @see RFC 8030 */
function checkHeaders({ headers }: IncomingMessage, body: Buffer): ReceivedPush['headers'] {
  const { ttl, urgency, topic } = headers;
  need(body.length <= 4096, 413, `${body.length} bytes`);
  need(headers['content-encoding'] === 'aes128gcm', 400, 'not aes128gcm');
  need(typeof ttl === 'string' && /^\d+$/.test(ttl), 400, 'no TTL');
  need(typeof urgency === 'string' && /^(very-low|low|normal|high)$/.test(urgency), 400, 'no such urgency');
  need(
    topic === undefined || /^[A-Za-z0-9_-]{1,32}$/.test(String(topic)),
    400,
    'topic is not 32 characters of base64url',
  );
  return { ttl: Number(ttl), urgency, topic: topic === undefined ? null : String(topic) };
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function makeInbox() {
  const messages: ReceivedPush[] = [];
  const taken = new Set<ReceivedPush>();
  const waiters = new Set<Waiter>();
  const receive = (message: ReceivedPush): void => {
    messages.push(message);
    for (const waiter of waiters) {
      if (!waiter.fits(message)) continue;
      waiters.delete(waiter);
      taken.add(message);
      return waiter.resolve(message);
    }
  };
  const next: PushService['next'] = (fits = () => true, timeoutMs = 5000) => {
    const found = messages.find((message) => !taken.has(message) && fits(message));
    if (found) taken.add(found);
    if (found) return Promise.resolve(found);
    return new Promise((resolve, reject) => {
      const give = (): void => {
        waiters.delete(waiter);
        reject(new Error(`no such push in ${timeoutMs} ms; ${messages.length} came in all`));
      };
      const timer = setTimeout(give, timeoutMs);
      const waiter: Waiter = { fits, resolve: (message) => (clearTimeout(timer), resolve(message)) };
      waiters.add(waiter);
    });
  };
  return { messages, receive, next };
}

interface JobContext {
  origin: string;
  subscribers: Map<string, Subscriber>;
  attempts: PushAttempt[];
  timers: Set<NodeJS.Timeout>;
  atOnce: number;
  peak: number;
}

/** Returns the message that a browser would read; throws a Fault where a real push service would refuse. */
function open({ origin, subscribers }: JobContext, request: IncomingMessage, body: Buffer): ReceivedPush {
  const endpoint = `${origin}${request.url ?? ''}`;
  const subscriber = subscribers.get(endpoint);
  need(request.method === 'POST' && subscriber, 404, 'no such subscription');
  need(!subscriber.gone, 410, 'unsubscribed');
  const { token, vapid } = checkVapid(request.headers.authorization ?? '', origin, subscriber);
  const headers = checkHeaders(request, body);
  const params = { version: 'aes128gcm', privateKey: subscriber.curve, authSecret: subscriber.auth } as const;
  const payload: unknown = JSON.parse(ece.decrypt(body, params).toString('utf8'));
  return { endpoint, payload, headers, vapid, token };
}

function answer({ timers }: JobContext, response: ServerResponse, as: ScriptedAnswer, text: string): void {
  if (as === 'reset') return void response.socket?.destroy();
  const send = (): void => void response.writeHead(as.status, as.headers).end(as.body ?? text);
  if (as.delay === undefined) return send();
  const timer = setTimeout(() => (timers.delete(timer), send()), as.delay);
  timers.add(timer);
}

async function handle(
  jobContext: JobContext,
  request: IncomingMessage,
  response: ServerResponse,
  receive: (message: ReceivedPush) => void,
) {
  const endpoint = `${jobContext.origin}${request.url ?? ''}`;
  const body = await bodyOf(request);
  try {
    const message = open(jobContext, request, body);
    const as = jobContext.subscribers.get(endpoint)?.script.shift() ?? { status: 201, headers: { location: endpoint } };
    jobContext.attempts.push({ endpoint, status: as === 'reset' ? 0 : as.status, fault: null });
    if (as !== 'reset' && as.status < 300) receive(message);
    answer(jobContext, response, as, '');
  } catch (error) {
    const [status, fault] = [error instanceof Fault ? error.status : 400, (error as Error).message];
    jobContext.attempts.push({ endpoint, status, fault });
    answer(jobContext, response, { status }, fault);
  }
}

function subscribeAt({ origin, subscribers }: JobContext, key?: string): TestSubscription {
  const curve = createECDH('prime256v1');
  const p256dh = curve.generateKeys('base64url');
  const auth = randomBytes(16);
  const endpoint = `${origin}/push/${randomUUID()}`;
  subscribers.set(endpoint, { curve, auth, key, gone: false, script: [] });
  return { endpoint, expirationTime: null, keys: { p256dh, auth: auth.toString('base64url') } };
}

function needed({ subscribers }: JobContext, endpoint: string): Subscriber {
  const subscriber = subscribers.get(endpoint);
  if (!subscriber) throw new Error('no such subscription');
  return subscriber;
}

/** Starts on a free port, with the certificate of the fixtures (127.0.0.1, ::1 and localhost). */
export async function startPushService({ host = '127.0.0.1' } = {}): Promise<PushService> {
  const ca = fixture('push-cert.pem');
  const { messages, receive, next } = makeInbox();
  const jobContext: JobContext = {
    origin: '',
    subscribers: new Map(),
    attempts: [],
    timers: new Set(),
    atOnce: 0,
    peak: 0,
  };
  const server = createServer({ cert: ca, key: fixture('push-key.pem') }, (request, response) => {
    jobContext.peak = Math.max(jobContext.peak, (jobContext.atOnce += 1));
    response.on('close', () => (jobContext.atOnce -= 1));
    void handle(jobContext, request, response, receive).catch(() => response.destroy());
  });
  await new Promise<void>((listening) => server.listen(0, host, listening));
  const place = `${host}:${(server.address() as AddressInfo).port}`;
  jobContext.origin = `https://${place}`;
  return {
    origin: jobContext.origin,
    ca,
    host: place,
    messages,
    attempts: jobContext.attempts,
    next,
    subscribe: (key) => subscribeAt(jobContext, key),
    unsubscribe: (endpoint) => void (needed(jobContext, endpoint).gone = true),
    script: (endpoint, answers) => void needed(jobContext, endpoint).script.push(...answers),
    peak: () => jobContext.peak,
    close: () => {
      for (const timer of jobContext.timers) clearTimeout(timer);
      server.closeAllConnections();
      return new Promise((closed) => server.close(() => closed()));
    },
  };
}
