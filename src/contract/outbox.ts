// The outbox of a device: queued actions, the calls they become, and the meaning of an answer. Page and worker store and
// send the same records. Pure and without schemas, because the worker contains it.

export type ActKind = 'acknowledge' | 'snooze' | 'release' | 'note';

/** One action on an alarm that is not sent yet. */
export interface QueuedAct {
  /** Also the idempotency key. */
  id: string;
  kind: ActKind;
  alarmId: string;
  /** From a notification: the action token and the notification. From the page: the input of the call. */
  body: Record<string, unknown>;
  /** ISO instant; sent as `actedAt`. */
  createdAt: string;
  /** The user whose session must send it; null if `body` has a token. */
  userId: string | null;
  attempts: number;
  lastError: string | null;
  /** The user confirmed that it is still wanted, although it is old. */
  confirmed?: true;
  /** The worker asked for the confirmation. */
  asked?: true;
}

export interface Answer {
  status: number;
  /** The parsed answer; anything but an object counts as no answer. */
  body: unknown;
}

export interface ActRequest {
  method: 'POST';
  path: string;
  body: Record<string, unknown>;
}

export type Outcome =
  | { kind: 'done' }
  /** Another user was first. */
  | { kind: 'already'; by: string | null }
  /** The alarm was resolved before the action arrived. */
  | { kind: 'resolved' }
  | { kind: 'refused' }
  /** `online`: the server answered, but did not decide on it. */
  | { kind: 'later'; online: boolean };

/** An action older than this is removed with a notice, ms. */
const dropAfterMs = 24 * 3600 * 1000;

/** An action older than this may be about a forgotten problem, so the user confirms it first, ms. */
const askAfterMs = 30 * 60 * 1000;

/** True if the user must confirm an old action before it is sent. */
export const needsConfirmation = (act: QueuedAct, now: number): boolean =>
  act.confirmed !== true && now - Date.parse(act.createdAt) > askAfterMs;

/** The reason why an action may not be sent any more: a day passed, or its snooze has ended. Null while it may. */
export const expiryReason = ({ kind, body, createdAt }: QueuedAct, now: number): 'too-late' | 'ended' | null => {
  if (kind === 'snooze' && Date.parse(String(body.until)) <= now) return 'ended';
  return now - Date.parse(createdAt) > dropAfterMs ? 'too-late' : null;
};

/** Statuses of temporary errors: signed out, timeout, too many requests. */
const temporary = new Set([401, 408, 425, 429]);

/** The request that an action becomes. */
export const requestOf = (act: QueuedAct): ActRequest => {
  const once = { idempotencyKey: act.id, actedAt: act.createdAt };
  if (act.body.token) {
    const { token, minutes } = act.body;
    const body = { token, act: act.kind, ...(minutes !== undefined && { minutes }), ...once };
    return { method: 'POST', path: '/api/alarm/act', body };
  }
  const body = act.kind === 'note' ? { ...act.body } : { ...act.body, ...once };
  return { method: 'POST', path: `/api/alarm/${act.alarmId}/${act.kind}`, body };
};

/** The outcome that an answer means. A 200 of another server (the sign-in page of a hotel) means `later`. */
export const outcomeOf = ({ kind }: Pick<QueuedAct, 'kind'>, { status, body }: Answer): Outcome => {
  const result =
    typeof body === 'object' && body !== null ? (body as { code?: string; outcome?: string; by?: unknown }) : null;
  if (status >= 500 || temporary.has(status) || (status === 403 && result?.code === 'E_CSRF'))
    return { kind: 'later', online: true };
  if (result?.code === 'E_RESOLVED') return { kind: 'resolved' };
  if (status >= 400) return { kind: 'refused' };
  if (result?.outcome === 'already') return { kind: 'already', by: typeof result.by === 'string' ? result.by : null };
  return result && (kind === 'note' || result.outcome === 'done') ? { kind: 'done' } : { kind: 'later', online: false };
};

/** Oldest first, as they must be sent. */
export const inOrder = (acts: readonly QueuedAct[]): QueuedAct[] =>
  acts.toSorted((a, b) => (a.createdAt + a.id < b.createdAt + b.id ? -1 : 1));
