// Sends the outbox: one act after the other, each once, stopping at the first that the network swallows.
import type { Shelf } from './idb.ts';
import {
  inOrder,
  isOld,
  lapseOf,
  outcomeOf,
  requestOf,
  type ActRequest,
  type Answer,
  type QueuedAct,
} from '#contract/outbox.ts';

/** Why an act left the outbox without being done: a day or its snooze passed, the server refused it, or the alarm was over. */
export interface Notice {
  act: QueuedAct;
  why: 'too-late' | 'ended' | 'refused' | 'over';
  status?: number;
}

export interface SendOptions {
  /** Sends one request (with session and anti-forgery header); rejects when the network does. */
  send(request: ActRequest, act: QueuedAct): Promise<Answer>;
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

/** A token says whose act it is; without one only the session of the person who acted may send it. */
export const mayBeSentBy = (act: QueuedAct, userId: string | null): boolean =>
  Boolean(act.body.token) || (userId !== null && act.userId === userId);

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
    const { kind } = outcomeOf(act, sent);
    if (kind === 'later') return await keepWith(`status ${sent.status}`);
    await shelf.del(act.id);
    if (kind === 'refused') onNotice({ act, why: kind, status: sent.status });
    else if (kind === 'over') onNotice({ act, why: kind });
    else onSent(act, sent.body);
    return true;
  } catch (error) {
    return keepWith(String(error));
  }
};

// Another person's stay until that person is here to be told.
const dropLapsed = async (options: SendOptions, session: Session): Promise<void> => {
  for (const act of await kept(options.shelf)) {
    const why = lapseOf(act, options.now());
    if (why === null || !mayBeSentBy(act, session.userId)) continue;
    await options.shelf.del(act.id);
    options.onNotice({ act, why });
  }
};

/** What may be sent as it stands: an old act waits for a word, and what came after it on the same alarm with it. */
const sendable = (acts: readonly QueuedAct[], now: number, { userId }: Session): QueuedAct[] => {
  const held = new Set<string>();
  return acts.filter((act) => {
    if (!mayBeSentBy(act, userId) || held.has(act.alarmId)) return false;
    if (isOld(act, now)) held.add(act.alarmId);
    return !held.has(act.alarmId);
  });
};

/** Sends what the signed-in person may send, oldest first, until the network fails. Rejects when the device does. */
export const sendAll = async (options: SendOptions, session: Session): Promise<void> => {
  await dropLapsed(options, session);
  // Read anew after each: acts are added and taken back while one is on its way.
  const tried = new Set<string>();
  for (;;) {
    const acts = await kept(options.shelf);
    const next = sendable(acts, options.now(), session).find((act) => !tried.has(act.id));
    if (!next) return;
    tried.add(next.id);
    session.onItsWay = next.id;
    const goOn = await sendOne(next, options);
    session.onItsWay = null;
    if (!goOn) return;
  }
};
