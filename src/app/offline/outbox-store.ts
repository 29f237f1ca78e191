// The app's one outbox: every action on an alarm goes through it, so that it survives a dead network and a closed app.
import { applyAnswer } from '#app/api/apply-answer.ts';
import { ApiError } from '#app/api/errors.ts';
import { request } from '#app/api/http-client.ts';
import { cachedSession } from '#app/auth/me.ts';
import { outboxStore } from './idb.ts';
import { headersOf } from '#contract/outbox.ts';
import { SEND_TIMEOUT_MS, type SendRequest, queuedActions } from './outbox-sender.ts';
import { type NewAction, type Notice, type Outbox, type QueuedAction, createOutbox, newActionId } from './outbox.ts';

export type { QueuedAction } from './outbox.ts';

interface OutboxListener {
  /** An action was done; `body` has `outcome` and `by` when another user was first. */
  sent(action: QueuedAction, body: unknown): void;
  /** An action could not be done. */
  lost(notice: Notice): void;
  /** Old actions that the user has to confirm. */
  unconfirmed(actions: readonly QueuedAction[]): void;
}

/** Callbacks of actions whose answer somebody waits for, by action id. */
const awaited = new Map<string, (isDone: boolean) => void>();

/**
 * Stores actions in their order; rejects if this device could not store one. `answered` resolves once the server has
 * answered all of them: true if each was done, false if somebody else was first with one. It stays open while one waits.
 */
export async function addActions(
  added: readonly NewAction[],
): Promise<{ actions: readonly QueuedAction[]; answered: Promise<boolean> }> {
  // A page that was just opened has not set the user yet.
  const user = cachedSession()?.user;
  if (user) outbox().setUser(user.id);
  const actions: QueuedAction[] = [];
  const answers: Promise<boolean>[] = [];
  for (const one of added) {
    const id = newActionId();
    answers.push(new Promise((resolve) => awaited.set(id, resolve)));
    try {
      actions.push(await outbox().add({ ...one, id }));
    } catch (error) {
      awaited.delete(id);
      throw error;
    }
  }
  return { actions, answered: Promise.all(answers).then((all) => all.every(Boolean)) };
}

// Notices without a listener, for example during the sign-in, go to the first listener.
const pendingNotices: Notice[] = [];
let listener: OutboxListener = {
  sent: () => undefined,
  lost: (notice) => void pendingNotices.push(notice),
  unconfirmed: () => undefined,
};
let opened: Outbox | null = null;

/** Sets the listener for outcomes; the shell does so when it starts. */
export const setOutboxListener = (next: OutboxListener): void => {
  listener = next;
  for (const notice of pendingNotices.splice(0)) next.lost(notice);
};

const send: SendRequest = async ({ method, path, body }, action) => {
  const sent = { method, url: path, data: body, headers: headersOf(action), timeoutMs: SEND_TIMEOUT_MS };
  try {
    return { status: 200, body: (await request(sent)).body };
  } catch (error) {
    // A status below 400 comes with an answer of another server, for example the sign-in page of a hotel.
    if (error instanceof ApiError && error.status >= 400) return { status: error.status, body: { code: error.code } };
    throw error;
  }
};

/** The outbox, opened at the first call. */
export function outbox(): Outbox {
  opened ??= createOutbox({
    request: send,
    onSent: (action, body) => {
      applyAnswer('alarm', action.kind, body);
      listener.sent(action, body);
      awaited.get(action.id)?.((body as { outcome?: string } | null)?.outcome !== 'already');
      awaited.delete(action.id);
    },
    onNotice: (notice) => {
      awaited.delete(notice.action.id);
      listener.lost(notice);
    },
    onUnconfirmed: (actions) => listener.unconfirmed(actions),
  });
  return opened;
}

/** The waiting actions of a person who is not signed in, oldest first; none without storage. */
export const waitingOf = (userId: string): Promise<readonly QueuedAction[]> =>
  queuedActions(outboxStore).then(
    (actions) => actions.filter((action) => action.userId === userId),
    () => [],
  );

/** The waiting actions of the user, oldest first. */
export const useWaiting = (): readonly QueuedAction[] => outbox().useWaiting();
