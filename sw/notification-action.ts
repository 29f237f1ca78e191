// Actions on an alarm from its notification: sends one and always shows its outcome.
import * as m from '#text/messages.js';
import { attempt } from '#app/offline/outbox-sender.ts';
import type { ActionKind, Answer, Outcome, QueuedAction } from '#contract/outbox.ts';
import { badgeImage, receiptPath, showAlways, type NotificationData, type Show } from './push.ts';

/** The actions that a notification has buttons for. */
export type PressKind = Extract<ActionKind, 'acknowledge' | 'snooze' | 'release'>;

/** The notification whose button was pressed. */
export interface Pressed {
  title: string;
  tag: string;
  data: NotificationData;
}

export interface ActionParts {
  show: Show;
  /** Rejects without an answer in time. */
  post(path: string, body: Record<string, unknown>): Promise<Answer>;
  saveAction(action: QueuedAction): Promise<void>;
  removeAction(id: string): Promise<void>;
  queuedActions(): Promise<QueuedAction[]>;
  /** Runs `work` at once under the lock of page and worker, or without it while another holds it. */
  atOnce<T>(work: () => Promise<T>): Promise<T>;
  /** Asks the browser to wake the worker when the network is back; rejects without background sync. */
  registerSync(): Promise<void>;
  broadcast(message: { v: 1; type: string; alarmId?: string }): void;
  now(): number;
}

const snoozeMinutes = 60;

const laterTitle = (action: PressKind, online: boolean): string =>
  online ? m.worker_later_server({ action }) : m.worker_later_offline({ action });

const doneTitles = { acknowledge: m.worker_acknowledged, snooze: m.worker_snoozed, release: m.worker_given_back };

/** The title of the notification that shows an outcome. */
export const outcomeTitle = (action: PressKind, outcome: Outcome): string => {
  if (outcome.kind === 'already') return m.worker_already({ name: outcome.by ?? m.worker_someone() });
  if (outcome.kind === 'resolved') return m.worker_resolved();
  if (outcome.kind === 'refused') return m.worker_failed_tap({ action });
  if (outcome.kind === 'later') return laterTitle(action, outcome.online);
  return doneTitles[action]();
};

/** Shows an outcome in place of the alarm. Only a rejection makes a sound: then nobody has the alarm. */
export const showOutcome = (show: Show, action: PressKind, pressed: Pressed, outcome: Outcome): Promise<boolean> => {
  const isLoud = outcome.kind === 'refused';
  const { url, alarmId, kind } = pressed.data;
  return showAlways(show, outcomeTitle(action, outcome), {
    body: pressed.title,
    tag: pressed.tag,
    badge: badgeImage,
    silent: !isLoud,
    renotify: isLoud && pressed.tag !== '',
    requireInteraction: isLoud,
    data: { v: 1, url, alarmId, kind },
  });
};

/** The queued form of a press. Its id comes from the push, so that a second press is the same action. */
export const toQueued = (action: PressKind, pressed: Pressed, now: number): QueuedAction => {
  const { alarmId, token, pushId, url, kind } = pressed.data;
  return {
    id: `${action}:${alarmId ?? ''}:${pushId || pressed.tag}`.slice(0, 100),
    kind: action,
    alarmId: alarmId ?? '',
    body: {
      token,
      ...(action === 'snooze' && { minutes: snoozeMinutes }),
      pressed: { title: pressed.title, tag: pressed.tag, url, kind },
    },
    createdAt: new Date(now).toISOString(),
    userId: null,
    attempts: 0,
    lastError: null,
  };
};

const refuse = async (action: PressKind, pressed: Pressed, parts: ActionParts): Promise<Outcome> => {
  await showOutcome(parts.show, action, pressed, { kind: 'refused' });
  return { kind: 'refused' };
};

const sendAndShow = async (
  queued: QueuedAction,
  action: PressKind,
  pressed: Pressed,
  parts: ActionParts,
): Promise<Outcome> => {
  // Saved at once, because a worker may be killed during the request. Not awaited: a device without storage still sends.
  const saved = parts.saveAction(queued).then(
    () => true,
    () => false,
  );
  const registered = saved.then((is) => (is ? parts.registerSync() : undefined)).catch(() => undefined);
  const { outcome } = await attempt(queued, ({ path, body }) => parts.post(path, body));
  if (outcome.kind !== 'later') {
    await showOutcome(parts.show, action, pressed, outcome);
    await saved;
    await parts.removeAction(queued.id).catch(() => undefined);
    return outcome;
  }
  if (!(await saved)) return refuse(action, pressed, parts);
  await registered;
  const actions = await parts.queuedActions().catch(() => [queued]);
  // If it is gone, a page sent or removed it meanwhile, and showed that.
  if (actions.some(({ id }) => id === queued.id)) await showOutcome(parts.show, action, pressed, outcome);
  return outcome;
};

/** Sends one press and shows its outcome. Never rejects. */
export const runAction = async (action: PressKind, pressed: Pressed, parts: ActionParts): Promise<Outcome> => {
  const queued = toQueued(action, pressed, parts.now());
  const outcome = await (pressed.data.token
    ? parts.atOnce(() => sendAndShow(queued, action, pressed, parts))
    : refuse(action, pressed, parts));
  parts.broadcast({ v: 1, type: outcome.kind === 'later' ? 'outbox' : 'acted', alarmId: queued.alarmId });
  return outcome;
};

/** Reports that the user confirmed a test alarm. Never rejects. */
export const confirmTestAlarm = async (
  data: NotificationData,
  parts: Pick<ActionParts, 'post' | 'now'>,
): Promise<void> => {
  const { token, pushId } = data;
  if (!token || !pushId) return;
  const rangAt = new Date(parts.now()).toISOString();
  await parts.post(receiptPath, { token, pushId, rangAt }).catch(() => undefined);
};
