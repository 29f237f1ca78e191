// What a queued act is, which call it becomes, and what an answer means for it. Pure.

export type ActKind = 'acknowledge' | 'snooze' | 'unacknowledge' | 'note';

/** One act on its way. The worker writes and sends the same records (with a token, and userId null). */
export interface QueuedAct {
  /** Also the idempotency key. */
  id: string;
  kind: ActKind;
  alarmId: string;
  /** The call's input without id, idempotencyKey and actedAt; from a notification: its token and words. */
  body: Record<string, unknown>;
  /** ISO instant; sent as `actedAt`. */
  createdAt: string;
  userId: string | null;
  attempts: number;
  lastError: string | null;
}

export interface Sent {
  status: number;
  /** The parsed answer; anything but an object counts as no answer. */
  body: unknown;
}

export interface ActRequest {
  method: 'POST';
  path: string;
  body: Record<string, unknown>;
}

const verbs = { acknowledge: 'acknowledge', snooze: 'snooze', unacknowledge: 'release', note: 'note' } as const;
/** Answers that pass by themselves: signed out, anti-forgery token turned over, too many, busy. */
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

type Verdict = 'done' | 'refused' | 'later';

/** What an answer means for the act. */
export const verdictOf = ({ status, body }: Sent): Verdict => {
  const isObject = typeof body === 'object' && body !== null;
  if (status >= 500 || passing.has(status)) return 'later';
  if (status === 403 && isObject && (body as { code?: unknown }).code === 'E_CSRF') return 'later';
  if (status >= 400) return 'refused';
  // A 200 that is not ours, such as a hotel's sign-in page, did nothing.
  return status >= 200 && status < 300 && isObject ? 'done' : 'later';
};

/** Oldest first, as they must be sent. */
export const inOrder = (acts: readonly QueuedAct[]): QueuedAct[] =>
  acts.toSorted((a, b) => a.createdAt.localeCompare(b.createdAt) || a.id.localeCompare(b.id));

/** A token says whose act it is; without one only the session of the person who acted may send it. */
export const mayBeSentBy = (act: QueuedAct, userId: string | null): boolean =>
  Boolean(act.body.token) || (userId !== null && act.userId === userId);
