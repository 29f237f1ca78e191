// Sends the outbox, for the page and for the service worker: one set of rules for order, expiry, confirmation and retries.
import type { KeyValueStore } from './idb.ts';
import {
  expiryReason,
  needsConfirmation,
  outcomeOf,
  readActions,
  requestOf,
  type ActionRequest,
  type Answer,
  type Outcome,
  type QueuedAction,
  type StoredAction,
} from '#contract/outbox.ts';

/** An attempt without an answer fails after this time, ms: a dead network must not hold the lock of the outbox. */
export const SEND_TIMEOUT_MS = 10_000;

export type OutboxStore = Pick<KeyValueStore, 'get' | 'set' | 'del' | 'values'>;
/** Sends one request; rejects without an answer. The caller adds session, CSRF header and the time limit. */
export type SendRequest = (request: ActionRequest, action: QueuedAction) => Promise<Answer>;
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
  onSettled(action: QueuedAction, outcome: FinalOutcome, answer: Answer): void | Promise<void>;
  /** The action expired. False leaves it queued, because no page could show that. */
  onExpired(action: QueuedAction, reason: ExpiryReason): boolean | Promise<boolean>;
  /** The id of the action that is being sent, null for none. */
  onSending?(id: string | null): void;
}

export interface SendResult {
  /** The reason why the rest must wait, null if everything that may be sent was sent. */
  failure: string | null;
  /** Actions that the user has to confirm before they are sent, oldest first. */
  unconfirmed: readonly QueuedAction[];
}

/** The result of one request: an outcome, and the answer if there was one. */
export interface Attempt {
  outcome: Outcome;
  answer: Answer | null;
  /** Set if the outcome is `later`. */
  failure: string | null;
}

const hasToken = (action: QueuedAction): boolean => Boolean(action.body.token);

/** True if the action carries a token, which says whose it is, or belongs to the signed-in user. */
export const mayBeSentBy = (action: QueuedAction, userId: string | null): boolean =>
  hasToken(action) || (userId !== null && action.userId === userId);

/** All stored actions, oldest first. */
export const queuedActions = async (store: Pick<OutboxStore, 'values'>): Promise<QueuedAction[]> =>
  readActions(await store.values<StoredAction>());

/** Sends one action, without storing or removing it. Never rejects. */
export async function attempt(action: QueuedAction, request: SendRequest): Promise<Attempt> {
  try {
    const answer = await request(requestOf(action), action);
    const outcome = outcomeOf(action, answer);
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
    const actions = (await ownedActions(options)).filter((action) => expiryReason(action, now()) === null);
    const next = nextQueued(actions, now(), round);
    const unconfirmed = actions.filter((action) => needsConfirmation(action, now()));
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
async function ownedActions({ store, userId }: SenderOptions): Promise<QueuedAction[]> {
  const actions = await queuedActions(store);
  const user = await userId();
  return actions.filter((action) => mayBeSentBy(action, user));
}

// The order counts for each alarm: an action that has to wait holds back the later ones of its alarm, and no others.
function nextQueued(
  actions: readonly QueuedAction[],
  now: number,
  { tried, isSignedOut }: Round,
): QueuedAction | undefined {
  const held = new Set<string>();
  return actions.find((action) => {
    const waits = needsConfirmation(action, now) || tried.has(action.id) || (isSignedOut && !hasToken(action));
    if (waits) held.add(action.alarmId);
    return !held.has(action.alarmId);
  });
}

// Returns why the rest must wait, null to go on.
async function sendOne(action: QueuedAction, options: SenderOptions, round: Round): Promise<string | null> {
  const { store, request, onSettled, onSending } = options;
  round.tried.add(action.id);
  onSending?.(action.id);
  try {
    const { outcome, answer, failure } = await attempt(action, request);
    if (outcome.kind === 'later' || answer === null) {
      await updateStored(store, action, { attempts: action.attempts + 1, lastError: failure });
      round.isSignedOut ||= isSessionError(action, answer);
      return isSessionError(action, answer) ? null : failure;
    }
    await store.del(action.id);
    await onSettled(action, outcome, answer);
    return null;
  } finally {
    onSending?.(null);
  }
}

// The page repairs a session; until then its actions wait, and those with a token go on.
const isSessionError = (action: QueuedAction, answer: Answer | null): boolean =>
  answer !== null && !hasToken(action) && (answer.status === 401 || answer.status === 403);

/** Changes a stored action; one that was removed meanwhile stays removed. */
export async function updateStored(
  store: OutboxStore,
  action: QueuedAction,
  changes: Partial<QueuedAction>,
): Promise<void> {
  if ((await store.get(action.id)) !== undefined) await store.set(action.id, { ...action, ...changes });
}

// The actions of another user stay until a page can show that user their loss.
async function removeExpired(options: SenderOptions): Promise<void> {
  const { store, now, onExpired } = options;
  for (const action of await ownedActions(options)) {
    const reason = expiryReason(action, now());
    if (reason !== null && (await onExpired(action, reason))) await store.del(action.id);
  }
}
