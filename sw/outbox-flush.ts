// Sends what was queued, when the browser says the network is back and perhaps no page lives. In order, once, one flusher at a time.
import { isOld, lapseOf, outcomeOf, requestOf, type Answer, type Outcome, type QueuedAct } from '#contract/outbox.ts';
import { showOutcome, titleOf, type PressKind } from './act.ts';
import { showAlways, type Show } from './push.ts';
import type { FromPage } from './store.ts';

export interface FlushParts {
  show: Show;
  queuedActs(): Promise<QueuedAct[]>;
  dropAct(id: string): Promise<void>;
  noteAct(act: QueuedAct, changed: Partial<QueuedAct>): Promise<void>;
  fromPage(): Promise<FromPage>;
  /** The anti-forgery cookie, null where a worker cannot read it. */
  xsrfToken(): Promise<string | null>;
  post(path: string, body: Record<string, unknown>, headers?: Record<string, string>): Promise<Answer>;
  /** Runs `work` alone among pages and worker, after whoever is at it. */
  alone(work: () => Promise<void>): Promise<void>;
  tell(message: { v: 1; type: string }): void;
  now(): number;
}

const words = {
  acknowledge: 'acknowledge',
  snooze: 'snooze',
  unacknowledge: 'give the alarm back',
  note: 'save the note',
};

const pressedOf = (act: QueuedAct) => {
  const said = (act.body.pressed ?? {}) as { title?: string; tag?: string; url?: string; kind?: string };
  const url = said.url ?? '/admin/alarms';
  const data = { v: 1 as const, url, alarmId: act.alarmId, kind: said.kind };
  return { title: said.title ?? '', tag: said.tag ?? `alarm:${act.alarmId}`, data };
};

// A page's act has nobody looking: what becomes of it is said by a notification that opens the alarm.
const say = (parts: FlushParts, act: QueuedAct, title: string, body: string): Promise<boolean> => {
  const { tag, data } = pressedOf(act);
  return showAlways(parts.show, title, { body, tag, data });
};

// Dropped only once it is said, and to nobody but its person: else the page does both, when that person is there.
const dropLapsed = async (act: QueuedAct, why: 'too-late' | 'ended', parts: FlushParts): Promise<void> => {
  if (act.userId !== null && act.userId !== (await parts.fromPage()).userId) return;
  const late = `Could not ${words[act.kind]} within a day`;
  const title = why === 'ended' ? 'The snooze ended before the server confirmed it' : late;
  if (await say(parts, act, title, pressedOf(act).title || 'Tap to open the alarm')) await parts.dropAct(act.id);
};

const sendSession = async (act: QueuedAct, parts: FlushParts): Promise<Outcome | 'leave'> => {
  const [told, token] = await Promise.all([parts.fromPage(), parts.xsrfToken()]);
  // Another person's session must never send it: without certainty the page does, which knows who is signed in.
  if (!token || !told.userId || told.userId !== act.userId) return 'leave';
  const { path, body } = requestOf(act);
  const answer = await parts.post(path, body, { 'x-xsrf-token': token });
  // Signed out or the anti-forgery token turned over: the page mends that, so the act waits for it.
  if (answer.status === 401 || answer.status === 403) return 'leave';
  return outcomeOf(act, answer);
};

const sendOne = async (act: QueuedAct, parts: FlushParts): Promise<Outcome | 'leave'> => {
  if (!act.body.token) return sendSession(act, parts);
  const { path, body } = requestOf(act);
  return outcomeOf(act, await parts.post(path, body));
};

const settle = async (act: QueuedAct, outcome: Outcome, parts: FlushParts): Promise<void> => {
  await parts.dropAct(act.id);
  if (act.userId === null) await showOutcome(parts.show, act.kind as PressKind, pressedOf(act), outcome);
  else if (outcome.kind === 'refused') await say(parts, act, `Could not ${words[act.kind]}`, 'Tap to open the alarm');
  else if (outcome.kind === 'already' || outcome.kind === 'over')
    await say(parts, act, titleOf('acknowledge', outcome), 'Tap to open the alarm');
};

// Once: the page asks again when it is open.
const ask = async (act: QueuedAct, parts: FlushParts): Promise<void> => {
  if (act.asked) return;
  await parts.noteAct(act, { asked: true });
  await say(
    parts,
    act,
    `Not sent: ${words[act.kind]}`,
    `${pressedOf(act).title} Tap to say that it still holds`.trim(),
  );
};

const flushOne = async (act: QueuedAct, parts: FlushParts): Promise<'settled' | 'leave'> => {
  const lapse = lapseOf(act, parts.now());
  if (lapse) {
    await dropLapsed(act, lapse, parts);
    return 'settled';
  }
  if (isOld(act, parts.now())) {
    await ask(act, parts);
    return 'leave';
  }
  const outcome = await sendOne(act, parts).catch((error: unknown) => ({
    kind: 'failed' as const,
    reason: String(error),
  }));
  if (outcome === 'leave') return 'leave';
  if (outcome.kind === 'failed' || outcome.kind === 'later') {
    const reason = outcome.kind === 'failed' ? outcome.reason : 'the server did not answer';
    await parts.noteAct(act, { attempts: act.attempts + 1, lastError: reason });
    throw new Error(reason);
  }
  await settle(act, outcome, parts);
  return 'settled';
};

const flushAll = async (parts: FlushParts): Promise<void> => {
  // An act left to the page holds back the later ones of its alarm, and no others: order matters per alarm.
  const waiting = new Set<string>();
  for (const act of await parts.queuedActs()) {
    if (waiting.has(act.alarmId)) continue;
    if ((await flushOne(act, parts)) === 'leave') waiting.add(act.alarmId);
  }
};

/** Sends the outbox. Rejects when the network failed again, so that the browser tries once more later. */
export const flushOutbox = async (parts: FlushParts): Promise<void> => {
  try {
    await parts.alone(() => flushAll(parts));
  } finally {
    parts.tell({ v: 1, type: 'outbox' });
  }
};
