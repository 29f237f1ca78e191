// The interface of push senders, with the meaning of each answer of a push service. No wording, no retries.

/** As the browser gave it; `endpoint` and `keys` are secrets. */
export interface PushSubscription {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

export interface PushMessage {
  /** JSON text of at most MAX_PAYLOAD_BYTES. */
  payload: string;
  /** How long the push service keeps it for a device that is away; at least 1 is sent. */
  ttlSeconds: number;
  urgency: 'high' | 'normal';
  /** Hashed into the topic: an undelivered message with the same source is replaced by this one. */
  topicSource: string;
}

/**
 * - accepted: the push service took it; that is not yet delivered.
 * - gone: the subscription is dead; delete it and use the person's other devices.
 * - refused: our fault (payload, keys, address); keep the subscription, tell the operator, do not retry.
 * - retry: theirs or the network's; try again within the alarm's time, not before `retryAfterSeconds`.
 */
export type PushResult = 'accepted' | 'gone' | 'refused' | 'retry';

export interface PushOutcome {
  result: PushResult;
  /** HTTP status; absent when no answer came. */
  status?: number;
  /** `subscription`: it cannot be used as it is. `unsent`: it never left. */
  code?: 'subscription' | 'unsent';
  retryAfterSeconds?: number;
  /** The words of the push service or the network, for the log those of this server too; names neither the endpoint nor a key. */
  detail: string;
}

export interface PushPort {
  /** Never rejects: what went wrong is in the outcome. */
  send(subscription: PushSubscription, message: PushMessage): Promise<PushOutcome>;
  /** Breaks off what is on its way, to be tried again by whoever comes after; nothing is sent from then on. */
  close?(): void;
}

/** 4096 bytes are the most a push service must take, and encryption adds 103. @see RFC 8030 7.2, RFC 8291 4 */
export const MAX_PAYLOAD_BYTES = 3993;

const MEANS: Record<number, PushResult> = { 404: 'gone', 410: 'gone', 408: 'retry', 425: 'retry', 429: 'retry' };

/** The meaning of a push service's HTTP status; an unknown 3xx or 4xx is our error, never a reason to delete. */
export function resultOf(status: number): PushResult {
  if (status >= 200 && status < 300) return 'accepted';
  return MEANS[status] ?? (status >= 500 ? 'retry' : 'refused');
}

/** Seconds in a Retry-After header, given as seconds or as an HTTP date; undefined when absent or unreadable. */
export function retryAfterOf(header: string | undefined, nowMs: number): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text);
  const at = text === '' ? Number.NaN : Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - nowMs) / 1000));
}
