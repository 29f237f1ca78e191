// Sends the outbox, for the page and for the service worker: one set of rules for order, expiry, confirmation and retries.
import type { KeyValueStore } from './idb.ts';
import {
  expiryReason,
  needsConfirmation,
  outcomeOf,
  readActs,
  requestOf,
  type ActRequest,
  type Answer,
  type Outcome,
  type QueuedAct,
  type StoredAct,
} from '#contract/outbox.ts';

/** An attempt without an answer fails after this time, ms: a dead network must not hold the lock of the outbox. */
export const SEND_TIMEOUT_MS = 10_000;

export type OutboxStore = Pick<KeyValueStore, 'get' | 'set' | 'del' | 'values'>;
/** Sends one request; rejects without an answer. The caller adds session, CSRF header and the time limit. */
export type SendRequest = (request: ActRequest, act: QueuedAct) => Promise<Answer>;
export type FinalOutcome = Exclude<Outcome, { kind: 'later' }>;
export type ExpiryReason = NonNullable<ReturnType<typeof expiryReason>>;

export interface SenderOptions {
  store: OutboxStore;
  request: SendRequest;
  /** Epoch ms. */
  now(): number;
  /** The signed-in user; null for nobody: then only actions with a token are sent. */
  userId(): string | null | Promise<string | null>;
  /** The server decided on the action, which is no longer stored. */
  onSettled(act: QueuedAct, outcome: FinalOutcome, answer: Answer): void | Promise<void>;
  /** The action expired. False leaves it queued, because no page could show that. */
  onExpired(act: QueuedAct, reason: ExpiryReason): boolean | Promise<boolean>;
  /** The id of the action that is being sent, null for none. */
  onSending?(id: string | null): void;
}

export interface SendResult {
  /** The reason why the rest must wait, null if everything that may be sent was sent. */
  failure: string | null;
  /** Actions that the user has to confirm before they are sent, oldest first. */
  unconfirmed: readonly QueuedAct[];
}

/** The result of one request: an outcome, and the answer if there was one. */
export interface Attempt {
  outcome: Outcome;
  answer: Answer | null;
  /** Set if the outcome is `later`. */
  failure: string | null;
}

const hasToken = (act: QueuedAct): boolean => Boolean(act.body.token);

/** True if the action carries a token, which says whose it is, or belongs to the signed-in user. */
export const mayBeSentBy = (act: QueuedAct, userId: string | null): boolean =>
  hasToken(act) || (userId !== null && act.userId === userId);

/** All stored actions, oldest first. */
export const queuedActs = async (store: Pick<OutboxStore, 'values'>): Promise<QueuedAct[]> =>
  readActs(await store.values<StoredAct>());

/** Sends one action, without storing or removing it. Never rejects. */
export async function attempt(act: QueuedAct, request: SendRequest): Promise<Attempt> {
  try {
    const answer = await request(requestOf(act), act);
    const outcome = outcomeOf(act, answer);
    return { outcome, answer, failure: outcome.kind === 'later' ? `HTTP ${answer.status}` : null };
  } catch (error) {
    return { outcome: { kind: 'later', online: false }, answer: null, failure: String(error) };
  }
}

/** Sends the actions of the signed-in user and those with a token, oldest first, until the network fails. */
export async function sendAll(options: SenderOptions): Promise<SendResult> {
  const { now } = options;
  await removeExpired(options);
  const round: Round = { tried: new Set(), isSignedOut: false };
  // Reads the store again after each action: others are added and taken back while one is sent.
  for (;;) {
    const acts = (await ownedActs(options)).filter((act) => expiryReason(act, now()) === null);
    const next = nextAct(acts, now(), round);
    const unconfirmed = acts.filter((act) => needsConfirmation(act, now()));
    if (!next) return { failure: null, unconfirmed };
    const failure = await sendOne(next, options, round);
    if (failure !== null) return { failure, unconfirmed };
  }
}

interface Round {
  tried: Set<string>;
  /** The session is over or its CSRF token is old: only actions with a token are sent. */
  isSignedOut: boolean;
}

// Reads the user last, because a sign-in may happen while the store is read.
async function ownedActs({ store, userId }: SenderOptions): Promise<QueuedAct[]> {
  const acts = await queuedActs(store);
  const user = await userId();
  return acts.filter((act) => mayBeSentBy(act, user));
}

// The order counts for each alarm: an action that has to wait holds back the later ones of its alarm, and no others.
function nextAct(acts: readonly QueuedAct[], now: number, { tried, isSignedOut }: Round): QueuedAct | undefined {
  const held = new Set<string>();
  return acts.find((act) => {
    const waits = needsConfirmation(act, now) || tried.has(act.id) || (isSignedOut && !hasToken(act));
    if (waits) held.add(act.alarmId);
    return !held.has(act.alarmId);
  });
}

// Returns why the rest must wait, null to go on.
async function sendOne(act: QueuedAct, options: SenderOptions, round: Round): Promise<string | null> {
  const { store, request, onSettled, onSending } = options;
  round.tried.add(act.id);
  onSending?.(act.id);
  try {
    const { outcome, answer, failure } = await attempt(act, request);
    if (outcome.kind === 'later' || answer === null) {
      await updateStored(store, act, { attempts: act.attempts + 1, lastError: failure });
      round.isSignedOut ||= isSessionError(act, answer);
      return isSessionError(act, answer) ? null : failure;
    }
    await store.del(act.id);
    await onSettled(act, outcome, answer);
    return null;
  } finally {
    onSending?.(null);
  }
}

// The page repairs a session; until then its actions wait, and those with a token go on.
const isSessionError = (act: QueuedAct, answer: Answer | null): boolean =>
  answer !== null && !hasToken(act) && (answer.status === 401 || answer.status === 403);

/** Changes a stored action; one that was removed meanwhile stays removed. */
export async function updateStored(store: OutboxStore, act: QueuedAct, changes: Partial<QueuedAct>): Promise<void> {
  if ((await store.get(act.id)) !== undefined) await store.set(act.id, { ...act, ...changes });
}

// The actions of another user stay until a page can show that user their loss.
async function removeExpired(options: SenderOptions): Promise<void> {
  const { store, now, onExpired } = options;
  for (const act of await ownedActs(options)) {
    const reason = expiryReason(act, now());
    if (reason !== null && (await onExpired(act, reason))) await store.del(act.id);
  }
}
