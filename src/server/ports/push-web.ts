// Web push for real: encrypts and signs with web-push, posts over our own connections, so that time, size and host are bounded.
import { createECDH, createHash } from 'node:crypto';
import { Agent, request } from 'node:https';
import type { AgentOptions } from 'node:https';
import webPush from 'web-push';
import { PRIVATE_ADDRESS, endpointFault, isNamedExactly, publicLookup } from './push-endpoint.ts';
import { MAX_PAYLOAD_BYTES, resultOf, retryAfterOf } from './push.ts';
import { errorCode, errorMessage, propertyOf } from '#server/unknown.ts';
import type { PushMessage, PushOutcome, PushPort, PushSubscription } from './push.ts';

export interface VapidKeys {
  /** base64url; what the browser subscribes with. */
  publicKey: string;
  /** base64url; a secret. */
  privateKey: string;
}

export interface WebPushOptions {
  /** `subject` is a `mailto:` or `https:` address where a push service can reach a person. */
  vapid: VapidKeys & { subject: string };
  /** As for `endpointFault`. */
  allow: readonly string[];
  /** Epoch milliseconds. */
  clock: () => number;
  /** Such as a `ca` of one's own push service. */
  agentOptions?: AgentOptions;
  /** From the start of one request to its answer; 10 s when absent. */
  timeoutMs?: number;
}

export interface WebPush extends PushPort {
  close(): void;
}

/** Apple asks for no new token within the hour; one lives 12 h. */
const RENEW_MS = 6 * 3_600_000;
const PER_ORIGIN = 20;
const MAX_ORIGINS = 500;
const READ_BODY = 4000;
const MAX_BODY_CHARACTERS = 200;

/** A new pair for the first start; whoever changes it later loses every subscription. */
export const makeVapidKeys = (): VapidKeys => webPush.generateVAPIDKeys();

/** Why a push service would not take this contact, or null. Apple answers a placeholder with 403 BadJwtToken, others do not. */
export function vapidSubjectFault(subject: string): string | null {
  const [, mailHost] = /^mailto:[^\s@:?]+@([^\s@?]+)(?:\?\S*)?$/i.exec(subject) ?? [];
  const host =
    mailHost ?? (/^https:\/\/\S+$/i.test(subject) && URL.canParse(subject) ? new URL(subject).hostname : null);
  if (host === null) return 'the push contact is neither a mailto: nor an https: address';
  const placeholder = !host.includes('.') || /(^|\.)(localhost|local|invalid)\.?$/i.test(host);
  return placeholder ? 'the push contact is a placeholder: push services want one that reaches a person' : null;
}

/** Why these keys cannot sign, or null. */
export function vapidKeysFault({ publicKey, privateKey }: VapidKeys): string | null {
  const curve = createECDH('prime256v1');
  try {
    curve.setPrivateKey(Buffer.from(privateKey, 'base64url'));
  } catch {
    return 'the push private key is not a key of P-256';
  }
  const pair = curve.getPublicKey('base64url') === publicKey;
  return pair ? null : 'the push public key does not belong to the private one';
}

/** The state per push service: the signed token, and the sends that wait for a free slot. */
interface ServiceQueue {
  running: number;
  waiting: (() => void)[];
  authorization: string | null;
  signedAtMs: number;
}

function makeQueues(): (origin: string) => ServiceQueue {
  const queues = new Map<string, ServiceQueue>();
  return (origin) => {
    const known = queues.get(origin);
    if (known) return known;
    // A suffix on the allow-list admits endless made-up hosts.
    if (queues.size >= MAX_ORIGINS) for (const [key, queue] of queues) if (queue.running === 0) queues.delete(key);
    const queue: ServiceQueue = { running: 0, waiting: [], authorization: null, signedAtMs: 0 };
    queues.set(origin, queue);
    return queue;
  };
}

async function runQueued<T>(queue: ServiceQueue, run: () => Promise<T>): Promise<T> {
  if (queue.running >= PER_ORIGIN) await new Promise<void>((free) => queue.waiting.push(free));
  else queue.running += 1;
  try {
    return await run();
  } finally {
    const next = queue.waiting.shift();
    if (next) next();
    else queue.running -= 1;
  }
}

function authorize(queue: ServiceQueue, origin: string, { vapid, clock }: WebPushOptions): string {
  const age = clock() - queue.signedAtMs;
  // A negative age: the clock was put back, and nobody knows when the token runs out.
  if (queue.authorization !== null && age >= 0 && age < RENEW_MS) return queue.authorization;
  const { subject, publicKey, privateKey } = vapid;
  queue.authorization = webPush.getVapidHeaders(origin, subject, publicKey, privateKey, 'aes128gcm').Authorization;
  queue.signedAtMs = clock();
  return queue.authorization;
}

interface Answer {
  status: number;
  retryAfter: string | undefined;
  body: string;
}

interface Line {
  agent: Agent;
  timeoutMs: number;
  lookup: typeof publicLookup | undefined;
}

function post(url: URL, headers: Record<string, string | number>, body: Buffer, line: Line): Promise<Answer> {
  const { agent, lookup, timeoutMs } = line;
  return new Promise((resolve, reject) => {
    const options = { method: 'POST', headers, agent, lookup, signal: AbortSignal.timeout(timeoutMs) };
    const sent = request(url, options, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        text += chunk.slice(0, READ_BODY - text.length);
        if (text.length >= READ_BODY) response.destroy();
      });
      // The status is the answer; a body that breaks off changes nothing.
      response.on('error', () => undefined);
      response.on('close', () => {
        resolve({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'], body: text });
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

/** Returns the words of a push service on one line, without the address that it may have repeated. */
const detailOf = (answer: Answer, url: URL): string =>
  answer.body
    .replaceAll(url.href, '')
    .replaceAll(url.pathname, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, MAX_BODY_CHARACTERS);

function failure(error: unknown): PushOutcome {
  const code = errorCode(error);
  const message = errorMessage(error);
  // The time is over, without an answer.
  if (propertyOf(error, 'name') === 'AbortError') return { result: 'retry', detail: '' };
  if (code === PRIVATE_ADDRESS) return { result: 'retry', code: 'subscription', detail: message };
  return { result: 'retry', detail: code ? `${code}: ${message}` : message };
}

/** Encrypted request, or why it cannot be made. web-push checks no size, and would sign anew for each message. */
function requestFor(
  subscription: PushSubscription,
  message: PushMessage,
): { headers: Record<string, string | number>; body: Buffer } | PushOutcome {
  const bytes = Buffer.byteLength(message.payload);
  if (bytes > MAX_PAYLOAD_BYTES) {
    const detail = `the payload has ${bytes} bytes, ${MAX_PAYLOAD_BYTES} are the most`;
    return { result: 'refused', code: 'unsent', detail };
  }
  const topic = createHash('sha256').update(message.topicSource).digest('base64url').slice(0, 32);
  const options = { TTL: Math.max(1, Math.floor(message.ttlSeconds)), urgency: message.urgency, topic };
  try {
    const { headers, body } = webPush.generateRequestDetails(subscription, message.payload, options);
    return { headers, body };
  } catch {
    // The library's message may quote the keys.
    return { result: 'refused', code: 'subscription', detail: 'the subscription’s keys cannot encrypt' };
  }
}

/** The push port over the network. Throws at once on keys or a contact that push services would refuse one by one. */
export function makeWebPush(options: WebPushOptions): WebPush {
  const fault = vapidKeysFault(options.vapid) ?? vapidSubjectFault(options.vapid.subject);
  if (fault) throw new Error(fault);
  const timeoutMs = options.timeoutMs ?? 10_000;
  const agent = new Agent({ ...options.agentOptions, keepAlive: true, maxSockets: PER_ORIGIN });
  const queueOf = makeQueues();
  let isClosed = false;

  const deliver = async (
    queue: ServiceQueue,
    subscription: PushSubscription,
    message: PushMessage,
  ): Promise<PushOutcome> => {
    if (isClosed) return { result: 'retry', code: 'unsent', detail: 'the server stopped' };
    const url = new URL(subscription.endpoint);
    const made = requestFor(subscription, message);
    if ('result' in made) return made;
    const headers = { ...made.headers, Authorization: authorize(queue, url.origin, options) };
    const lookup = isNamedExactly(url.href, options.allow) ? undefined : publicLookup;
    const answer = await post(url, headers, made.body, { agent, timeoutMs, lookup });
    if (answer.status === 401 || answer.status === 403) queue.authorization = null;
    const retryAfterSeconds = retryAfterOf(answer.retryAfter, options.clock());
    return {
      result: resultOf(answer.status),
      status: answer.status,
      ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
      detail: detailOf(answer, url),
    };
  };

  return {
    async send(subscription, message) {
      const endpoint = endpointFault(subscription.endpoint, options.allow);
      if (endpoint) return { result: 'refused', code: 'subscription', detail: endpoint };
      const queue = queueOf(new URL(subscription.endpoint).origin);
      return runQueued(queue, () => deliver(queue, subscription, message)).catch(failure);
    },
    close() {
      isClosed = true;
      agent.destroy();
    },
  };
}
