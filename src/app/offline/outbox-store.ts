// The app's outbox: every act on an alarm goes through it, so that it survives a dead network and a killed app.
import { useSyncExternalStore } from 'react';
import { applyAnswer } from '#app/api/apply-answer.ts';
import { request } from '#app/api/http-client.ts';
import { ApiError } from '#app/api/errors.ts';
import { type Notice, type Outbox, type QueuedAct, createOutbox } from './outbox.ts';

export type { QueuedAct } from './outbox.ts';

/** Past this time an attempt counts as failed, so that a dead network does not hold the others, ms. */
const SEND_MS = 10_000;

interface Hearers {
  /** An act was done; `body` says `outcome` and `by` when somebody else was first. */
  sent(act: QueuedAct, body: unknown): void;
  /** An act could not be done. */
  lost(notice: Notice): void;
  /** Acts that are too old to be sent without a word. */
  old(acts: readonly QueuedAct[]): void;
}

// What is lost while nobody hears it yet, as at a sign-in, is said to the first who does.
const unheard: Notice[] = [];
let hearers: Hearers = { sent: () => undefined, lost: (notice) => void unheard.push(notice), old: () => undefined };
let opened: Outbox | null = null;

/** Says who hears of acts that were done or lost; the shell does. */
export const whenActed = (next: Hearers): void => {
  hearers = next;
  for (const notice of unheard.splice(0)) next.lost(notice);
};

/** The outbox, opened when first asked for. */
export function outbox(): Outbox {
  opened ??= createOutbox({
    send: async ({ method, path, body }) => {
      try {
        return { status: 200, body: (await request({ method, url: path, data: body, timeoutMs: SEND_MS })).body };
      } catch (error) {
        if (error instanceof ApiError && error.status > 0) return { status: error.status, body: { code: error.code } };
        throw error;
      }
    },
    onSent: (act, body) => {
      applyAnswer('alarm', act.kind, body);
      hearers.sent(act, body);
    },
    onNotice: (notice) => hearers.lost(notice),
    onOld: (acts) => hearers.old(acts),
  });
  return opened;
}

/** What waits to be sent, oldest first. */
export const useWaiting = (): readonly QueuedAct[] =>
  useSyncExternalStore(
    (listener) => outbox().subscribe(listener),
    () => outbox().waiting(),
  );
