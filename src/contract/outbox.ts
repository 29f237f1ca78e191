// The outbox of a device: queued actions, their requests, and the outcome of an answer. Page and worker share the records.
// Pure and without schemas, because the worker contains it.

/** Commands on alarms that may wait in the outbox; each is also the last part of the call's path. */
export type ActionKind = 'acknowledge' | 'takeOver' | 'snooze' | 'release' | 'note';

/** One action on an alarm that is not sent yet. */
export interface QueuedAction {
  /** Also the idempotency key. */
  id: string;
  kind: ActionKind;
  alarmId: string;
  /** The name of the alarm's subject, for a page that cannot read the alarm; the worker and earlier builds leave it out. */
  subject?: string;
  /** From a notification: the action token and the notification. From the page: the input of the call. */
  body: Record<string, unknown>;
  /** ISO instant; sent as `actedAt`. */
  createdAt: string;
  /** The user whose session must send it; null if `body` has a token. */
  userId: string | null;
  /** Number of requests without a decision of the server. */
  attempts: number;
  /** Text of the last failure, such as `HTTP 503`; null before the first. For diagnosis only. */
  lastError: string | null;
  /** The user confirmed that it is still wanted, although it is old. */
  confirmed?: true;
  /** The worker asked for the confirmation. */
  asked?: true;
}

/** The answer to a request of the outbox. */
export interface Answer {
  status: number;
  /** The parsed answer; anything but an object counts as no answer. */
  body: unknown;
}

/** The request of a queued action; `path` starts with `/api`. */
export interface ActionRequest {
  method: 'POST';
  path: string;
  body: Record<string, unknown>;
}

/** The outcome of a queued action. `later` leaves it in the outbox; every other kind removes it. */
export type Outcome =
  /** The server executed it, or had executed it before under the same idempotency key. */
  | { kind: 'done' }
  /** Another user was first. */
  | { kind: 'already'; by: string | null }
  /** The alarm was resolved before the action arrived. */
  | { kind: 'resolved' }
  /** Any other error of the request: it fails again if it is repeated. */
  | { kind: 'refused' }
  /** `online`: the server answered, but did not decide on it. */
  | { kind: 'later'; online: boolean };

/** An action older than this is removed with a notice, ms. */
const dropAfterMs = 24 * 3600 * 1000;

/** An action older than this may be about a forgotten problem, so the user confirms it first, ms. */
const askAfterMs = 30 * 60 * 1000;

/** Returns whether the user must confirm the action before it is sent, because it is older than 30 minutes. */
export const needsConfirmation = (action: QueuedAction, now: number): boolean =>
  action.confirmed !== true && now - Date.parse(action.createdAt) > askAfterMs;

/**
 * Returns why an action must not be sent: `too-late` after a day, `ended` if its snooze is over. Null if it may be sent, and for
 * a note, whose text would be lost.
 */
export const expiryReason = ({ kind, body, createdAt }: QueuedAction, now: number): 'too-late' | 'ended' | null => {
  // A button of a notification counts from the press.
  const until = body.until ? Date.parse(String(body.until)) : Date.parse(createdAt) + Number(body.minutes) * 60_000;
  if (kind === 'snooze' && until <= now) return 'ended';
  return kind !== 'note' && now - Date.parse(createdAt) > dropAfterMs ? 'too-late' : null;
};

/** Statuses of temporary errors: signed out, timeout, too many requests. */
const temporary = new Set([401, 408, 425, 429]);

/** Returns the request for an action. With a token it goes to `/api/alarm/act`, which needs no session. */
export const requestOf = (action: QueuedAction): ActionRequest => {
  const once = { idempotencyKey: action.id, actedAt: action.createdAt };
  if (action.body.token) {
    const { token, minutes } = action.body;
    const body = { token, act: action.kind, ...(minutes !== undefined && { minutes }), ...once };
    return { method: 'POST', path: '/api/alarm/act', body };
  }
  // A note has no moment of its own.
  const body = action.kind === 'note' ? { ...action.body, idempotencyKey: action.id } : { ...action.body, ...once };
  return { method: 'POST', path: `/api/alarm/${action.alarmId}/${action.kind}`, body };
};

/** Returns the headers of an action: the server carries it out only in a session of the user who queued it. */
export const headersOf = ({ userId }: QueuedAction): Record<string, string> =>
  userId === null ? {} : { 'x-user-id': userId };

/** Returns the outcome for an answer. A 200 of another server, such as a hotel's sign-in page, means `later`. */
export const outcomeOf = ({ kind }: Pick<QueuedAction, 'kind'>, { status, body }: Answer): Outcome => {
  const result =
    typeof body === 'object' && body !== null ? (body as { code?: string; outcome?: string; by?: unknown }) : null;
  // After another user signed in, the action waits for its own user.
  const isSession = result?.code === 'E_CSRF' || result?.code === 'E_OTHER_USER';
  if (status >= 500 || temporary.has(status) || (status === 403 && isSession)) return { kind: 'later', online: true };
  if (result?.code === 'E_RESOLVED') return { kind: 'resolved' };
  if (status >= 400) return { kind: 'refused' };
  if (result?.outcome === 'already') return { kind: 'already', by: typeof result.by === 'string' ? result.by : null };
  return result && (kind === 'note' || result.outcome === 'done') ? { kind: 'done' } : { kind: 'later', online: false };
};

/** An action as a device stores it, perhaps by an earlier version of the app: that one had another kind for `release`. */
export type StoredAction = Omit<QueuedAction, 'kind'> & { kind: ActionKind | 'unacknowledge' };

const readAction = (action: StoredAction): QueuedAction => ({
  ...action,
  kind: action.kind === 'unacknowledge' ? 'release' : action.kind,
});

/** Returns the stored actions in the order of sending: oldest first, then by id. */
export const readActions = (stored: readonly StoredAction[]): QueuedAction[] =>
  stored.map(readAction).sort((a, b) => (a.createdAt + a.id < b.createdAt + b.id ? -1 : 1));
