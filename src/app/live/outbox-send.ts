// Sends the outbox: one act after the other, each once, stopping at the first that the network swallows.
import type { Shelf } from './idb.ts';
import {
  inOrder,
  mayBeSentBy,
  requestOf,
  verdictOf,
  type ActRequest,
  type QueuedAct,
  type Sent,
} from './outbox-rules.ts';

/** Why an act left the outbox without being done: a day passed, or the server refused it. */
export interface Notice {
  act: QueuedAct;
  why: 'too-late' | 'refused';
  status?: number;
}

export interface SendOptions {
  /** Sends one request (with session and anti-forgery header); rejects when the network does. */
  send(request: ActRequest, act: QueuedAct): Promise<Sent>;
  onNotice(notice: Notice): void;
  /** An act was done; `body` says `outcome` and `by` when somebody else was first. */
  onSent(act: QueuedAct, body: unknown): void;
  now: () => number;
  shelf: Shelf;
}

export interface Session {
  userId: string | null;
  /** The id of the act that is being sent. */
  onItsWay: string | null;
}

/** An act older than this is dropped with a notice, ms. */
export const dropAfterMs = 24 * 3600 * 1000;

/** Everything kept, oldest first. */
export const kept = async (shelf: Shelf): Promise<QueuedAct[]> => inOrder(await shelf.values<QueuedAct>());

// One attempt at one act; false when the network, not the act, is at fault and the rest must wait.
const sendOne = async (act: QueuedAct, options: SendOptions): Promise<boolean> => {
  const { shelf, send, onNotice, onSent } = options;
  const keepWith = async (lastError: string) => {
    const stillThere = (await shelf.get(act.id)) !== undefined;
    if (stillThere) await shelf.set(act.id, { ...act, attempts: act.attempts + 1, lastError });
    return false;
  };
  try {
    const sent = await send(requestOf(act), act);
    const verdict = verdictOf(sent);
    if (verdict === 'later') return await keepWith(`status ${sent.status}`);
    await shelf.del(act.id);
    if (verdict === 'done') onSent(act, sent.body);
    else onNotice({ act, why: 'refused', status: sent.status });
    return true;
  } catch (error) {
    return keepWith(String(error));
  }
};

const dropOld = async (options: SendOptions, session: Session): Promise<void> => {
  for (const act of await kept(options.shelf)) {
    if (options.now() - Date.parse(act.createdAt) <= dropAfterMs) continue;
    await options.shelf.del(act.id);
    if (mayBeSentBy(act, session.userId)) options.onNotice({ act, why: 'too-late' });
  }
};

/** Sends what the signed-in person may send, oldest first, until the network fails. Rejects when the device does. */
export const sendAll = async (options: SendOptions, session: Session): Promise<void> => {
  await dropOld(options, session);
  // Read anew after each: acts are added and taken back while one is on its way.
  const tried = new Set<string>();
  for (;;) {
    const acts = await kept(options.shelf);
    const next = acts.find((act) => !tried.has(act.id) && mayBeSentBy(act, session.userId));
    if (!next) return;
    tried.add(next.id);
    session.onItsWay = next.id;
    const goOn = await sendOne(next, options);
    session.onItsWay = null;
    if (!goOn) return;
  }
};
