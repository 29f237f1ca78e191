// Sends the outbox from the worker, when the browser says that the network is back and perhaps no page is open.
import * as m from '#text/messages.js';
import { headersOf, type Answer, type QueuedAction } from '#contract/outbox.ts';
import {
  sendAll,
  updateStored,
  type ExpiryReason,
  type FinalOutcome,
  type OutboxStore,
  type SendRequest,
} from '#app/offline/outbox-sender.ts';
import { outcomeTitle, showOutcome, type PressKind } from './notification-action.ts';
import { showAlways, type Show } from './push.ts';
import type { SharedState } from './store.ts';

export interface FlushParts {
  show: Show;
  outbox: OutboxStore;
  sharedState(): Promise<SharedState>;
  /** The CSRF cookie, null if a worker cannot read it. */
  xsrfToken(): Promise<string | null>;
  post(path: string, body: Record<string, unknown>, headers?: Record<string, string>): Promise<Answer>;
  /** Runs `work` under the lock of page and worker, after whoever holds it. */
  exclusively(work: () => Promise<void>): Promise<void>;
  broadcast(message: { v: 1; type: string }): void;
  now(): number;
}

const pressedOf = (action: QueuedAction) => {
  const pressed = (action.body.pressed ?? {}) as { title?: string; tag?: string; url?: string; kind?: string };
  const data = { v: 1 as const, url: pressed.url ?? '/admin/alarms', alarmId: action.alarmId, kind: pressed.kind };
  return { title: pressed.title ?? '', tag: pressed.tag ?? `alarm:${action.alarmId}`, data };
};

// Nobody sees the page of a queued action, so a notification that opens the alarm shows the outcome.
const notify = ({ show }: FlushParts, action: QueuedAction, title: string, body: string): Promise<boolean> => {
  const { tag, data } = pressedOf(action);
  return showAlways(show, title, { body, tag, data });
};

const makeRequest =
  ({ post, xsrfToken }: FlushParts): SendRequest =>
  async ({ path, body }, action) => {
    if (action.body.token) return post(path, body);
    const token = await xsrfToken();
    // Without the cookie the page must send it, as after the end of the session.
    return token ? post(path, body, { 'x-xsrf-token': token, ...headersOf(action) }) : { status: 401, body: null };
  };

const onExpired = (parts: FlushParts, action: QueuedAction, reason: ExpiryReason): Promise<boolean> => {
  const title = reason === 'ended' ? m.worker_snooze_ended() : m.worker_expired({ action: action.kind });
  return notify(parts, action, title, pressedOf(action).title || m.worker_tap_to_open());
};

/** Returns whether the alarm of an answer is resolved: the answer then names no owner. */
const isResolved = ({ body }: Answer): boolean =>
  Boolean((body as { alarm?: { resolvedAt?: unknown } } | null)?.alarm?.resolvedAt);

const onSettled = async (
  parts: FlushParts,
  action: QueuedAction,
  settled: FinalOutcome,
  answer: Answer,
): Promise<void> => {
  const outcome: FinalOutcome = settled.kind === 'already' && isResolved(answer) ? { kind: 'resolved' } : settled;
  if (action.userId === null) await showOutcome(parts.show, action.kind as PressKind, pressedOf(action), outcome);
  else if (outcome.kind === 'refused')
    await notify(parts, action, m.worker_failed({ action: action.kind }), m.worker_tap_to_open());
  else if (outcome.kind !== 'done')
    await notify(parts, action, outcomeTitle('acknowledge', outcome), m.worker_tap_to_open());
};

// Once: the page asks again when it is open.
const askConfirmation = async (parts: FlushParts, action: QueuedAction): Promise<void> => {
  if (action.asked) return;
  await updateStored(parts.outbox, action, { asked: true });
  const body = m.worker_confirm({ title: pressedOf(action).title }).trim();
  await notify(parts, action, m.worker_not_sent({ action: action.kind }), body);
};

const flush = async (parts: FlushParts): Promise<void> => {
  const { failure, unconfirmed } = await sendAll({
    store: parts.outbox,
    request: makeRequest(parts),
    now: parts.now,
    userId: async () => (await parts.sharedState()).userId ?? null,
    onExpired: (action, reason) => onExpired(parts, action, reason),
    onSettled: (action, outcome, answer) => onSettled(parts, action, outcome, answer),
  });
  for (const action of unconfirmed) await askConfirmation(parts, action);
  if (failure !== null) throw new Error(failure);
};

/** Sends the outbox. Rejects when the network failed again, so that the browser tries once more later. */
export const flushOutbox = async (parts: FlushParts): Promise<void> => {
  try {
    await parts.exclusively(() => flush(parts));
  } finally {
    parts.broadcast({ v: 1, type: 'outbox' });
  }
};
