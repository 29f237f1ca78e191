// The outbox of a device: what a queued act is, which call it becomes, and what an answer means for it. Page and worker
// keep and send the same records. Pure, and without the schemas: the worker carries it.

export type ActKind = 'acknowledge' | 'snooze' | 'unacknowledge' | 'note';

/** One act that could not be sent yet. */
export interface QueuedAct {
  /** Also the idempotency key. */
  id: string;
  kind: ActKind;
  alarmId: string;
  /** From a notification: the action token and what the notification said. From the page: the call's input. */
  body: Record<string, unknown>;
  /** ISO instant; sent as `actedAt`. */
  createdAt: string;
  /** Whose session must send it; null when a token in `body` says so. */
  userId: string | null;
  attempts: number;
  lastError: string | null;
  /** A person said that it still holds, though it is old. */
  confirmed?: true;
  /** The worker asked for that word. */
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
  /** Somebody else was first. */
  | { kind: 'already'; by: string | null }
  /** The alarm ended before the act arrived. */
  | { kind: 'over' }
  | { kind: 'refused' }
  /** `online`: the server answered, but not to this. */
  | { kind: 'later'; online: boolean };

/** An act older than this is dropped with a notice, ms. */
const dropAfterMs = 24 * 3600 * 1000;

/** An act older than this may be about a trouble that nobody has in mind any more: a person is asked first, ms. */
const askAfterMs = 30 * 60 * 1000;

/** Whether a person must say once more that an act holds. */
export const isOld = (act: QueuedAct, now: number): boolean =>
  act.confirmed !== true && now - Date.parse(act.createdAt) > askAfterMs;

/** Why an act may be sent no more: a day passed, or the snooze that it asked for has ended; null while it may. */
export const lapseOf = ({ kind, body, createdAt }: QueuedAct, now: number): 'too-late' | 'ended' | null => {
  if (kind === 'snooze' && Date.parse(String(body.until)) <= now) return 'ended';
  return now - Date.parse(createdAt) > dropAfterMs ? 'too-late' : null;
};

const verbs = { acknowledge: 'acknowledge', snooze: 'snooze', unacknowledge: 'release', note: 'note' } as const;
/** Answers that pass by themselves: signed out, too many, busy. */
const passing = new Set([401, 408, 425, 429]);

/** The call that an act becomes. */
export const requestOf = (act: QueuedAct): ActRequest => {
  const once = { idempotencyKey: act.id, actedAt: act.createdAt };
  if (act.body.token) {
    const { token, minutes } = act.body;
    const body = { token, act: act.kind, ...(minutes !== undefined && { minutes }), ...once };
    return { method: 'POST', path: '/api/alarm/act', body };
  }
  const body = act.kind === 'note' ? { ...act.body } : { ...act.body, ...once };
  return { method: 'POST', path: `/api/alarm/${act.alarmId}/${verbs[act.kind]}`, body };
};

/** What an answer means. A 200 that is not ours (a hotel's sign-in page) did nothing. */
export const outcomeOf = ({ kind }: Pick<QueuedAct, 'kind'>, { status, body }: Answer): Outcome => {
  const said =
    typeof body === 'object' && body !== null ? (body as { code?: string; outcome?: string; by?: unknown }) : null;
  if (status >= 500 || passing.has(status) || (status === 403 && said?.code === 'E_CSRF'))
    return { kind: 'later', online: true };
  if (said?.code === 'E_RESOLVED') return { kind: 'over' };
  if (status >= 400) return { kind: 'refused' };
  if (said?.outcome === 'already') return { kind: 'already', by: typeof said.by === 'string' ? said.by : null };
  return said && (kind === 'note' || said.outcome === 'done') ? { kind: 'done' } : { kind: 'later', online: false };
};

/** Oldest first, as they must be sent. */
export const inOrder = (acts: readonly QueuedAct[]): QueuedAct[] =>
  acts.toSorted((a, b) => (a.createdAt + a.id < b.createdAt + b.id ? -1 : 1));
