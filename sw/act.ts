// Acting on an alarm from its notification: sends the act, and always shows what came of it.
import { outcomeOf, requestOf, type ActKind, type Answer, type Outcome, type QueuedAct } from '#contract/outbox.ts';
import { badgeImage, showAlways, type NotificationData, type Show } from './push.ts';

/** What the buttons of a notification do. */
export type PressKind = Extract<ActKind, 'acknowledge' | 'snooze'>;

/** What the press was about: the notification as it stood. */
export interface Pressed {
  title: string;
  tag: string;
  data: NotificationData;
}

export interface ActParts {
  show: Show;
  /** Rejects when the network does, or nothing came back in time. */
  post(path: string, body: Record<string, unknown>): Promise<Answer>;
  keepAct(act: QueuedAct): Promise<void>;
  dropAct(id: string): Promise<void>;
  queuedActs(): Promise<QueuedAct[]>;
  /** Runs `work` without waiting for anybody; who comes after it waits. */
  atOnce<T>(work: () => Promise<T>): Promise<T>;
  /** Asks to be woken when the network is back; rejects where that does not exist. */
  registerSync(): Promise<void>;
  tell(message: { v: 1; type: string; alarmId?: string }): void;
  now(): number;
}

const snoozeMinutes = 60;

const laterTitle = (act: PressKind, online: boolean): string =>
  `Will ${act} ${online ? 'when the server answers' : 'when online'}`;

/** The words for an outcome. */
export const titleOf = (act: PressKind, outcome: Outcome): string => {
  if (outcome.kind === 'already') return `${outcome.by ?? 'Someone'} had it already`;
  if (outcome.kind === 'over') return 'It was over already';
  if (outcome.kind === 'refused') return `Could not ${act}, tap to try again`;
  if (outcome.kind === 'later') return laterTitle(act, outcome.online);
  return act === 'acknowledge' ? 'Acknowledged by you' : 'Snoozed for 1 h';
};

/** Shows an outcome in place of the alarm. Only a refusal rings: then the alarm is still nobody's. */
export const showOutcome = (show: Show, act: PressKind, pressed: Pressed, outcome: Outcome): Promise<boolean> => {
  const rings = outcome.kind === 'refused';
  const { url, alarmId, kind } = pressed.data;
  return showAlways(show, titleOf(act, outcome), {
    body: pressed.title,
    tag: pressed.tag,
    badge: badgeImage,
    silent: !rings,
    renotify: rings && pressed.tag !== '',
    requireInteraction: rings,
    data: { v: 1, url, alarmId, kind },
  });
};

/** The act as the outbox keeps it and as it is sent. Its id comes from the push, so that a second press is the same act. */
export const toQueued = (act: PressKind, pressed: Pressed, now: number): QueuedAct => {
  const { alarmId, token, pushId, url, kind } = pressed.data;
  return {
    id: `${act}:${alarmId ?? ''}:${pushId || pressed.tag}`.slice(0, 100),
    kind: act,
    alarmId: alarmId ?? '',
    body: {
      token,
      ...(act === 'snooze' && { minutes: snoozeMinutes }),
      pressed: { title: pressed.title, tag: pressed.tag, url, kind },
    },
    createdAt: new Date(now).toISOString(),
    userId: null,
    attempts: 0,
    lastError: null,
  };
};

const refuse = async (act: PressKind, pressed: Pressed, parts: ActParts): Promise<Outcome> => {
  await showOutcome(parts.show, act, pressed, { kind: 'refused' });
  return { kind: 'refused' };
};

const sendAndSay = async (queued: QueuedAct, act: PressKind, pressed: Pressed, parts: ActParts): Promise<Outcome> => {
  // A worker may be killed while it waits for the answer. Not waited for: a device that cannot keep must still send.
  const kept = parts.keepAct(queued).then(
    () => true,
    () => false,
  );
  const woken = kept.then((is) => (is ? parts.registerSync() : undefined)).catch(() => undefined);
  const { path, body } = requestOf(queued);
  const outcome = await parts.post(path, body).then(
    (answer) => outcomeOf(queued, answer),
    (): Outcome => ({ kind: 'later', online: false }),
  );
  if (outcome.kind !== 'later') {
    await showOutcome(parts.show, act, pressed, outcome);
    await kept;
    await parts.dropAct(queued.id).catch(() => undefined);
    return outcome;
  }
  if (!(await kept)) return refuse(act, pressed, parts);
  await woken;
  const acts = await parts.queuedActs().catch(() => [queued]);
  // Gone by now, it was settled by a page or taken back on it, and said there.
  if (acts.some(({ id }) => id === queued.id)) await showOutcome(parts.show, act, pressed, outcome);
  return outcome;
};

/** Sends one press and shows its outcome. Never rejects. */
export const actOn = async (act: PressKind, pressed: Pressed, parts: ActParts): Promise<Outcome> => {
  const queued = toQueued(act, pressed, parts.now());
  const outcome = await (pressed.data.token
    ? parts.atOnce(() => sendAndSay(queued, act, pressed, parts))
    : refuse(act, pressed, parts));
  parts.tell({ v: 1, type: outcome.kind === 'later' ? 'outbox' : 'acted', alarmId: queued.alarmId });
  return outcome;
};

/** "It rang": a person heard the test alarm. Never rejects. */
export const sayItRang = async (data: NotificationData, parts: Pick<ActParts, 'post' | 'now'>): Promise<void> => {
  const { token, pushId } = data;
  if (!token || !pushId) return;
  const rangAt = new Date(parts.now()).toISOString();
  await parts.post('/api/push/receipt', { token, pushId, rangAt }).catch(() => undefined);
};
