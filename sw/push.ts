// Shows a notification for each push message, first and always. Badge, receipt and messages to pages follow and may fail.
import { table } from '#app/api/call-table.gen.ts';
import * as m from '#text/messages.js';
import { readEnvelope, type PushEnvelope } from '#contract/push.ts';

/** The data of a shown notification. An outcome has no token, because its buttons are used up. */
export interface NotificationData {
  v: 1;
  url: string;
  alarmId?: string | null;
  kind?: string;
  token?: string | null;
  pushId?: string;
}

/** NotificationOptions as browsers know them; the DOM typings lag behind. */
export interface ShowOptions {
  body?: string;
  tag?: string;
  icon?: string;
  badge?: string;
  silent?: boolean;
  renotify?: boolean;
  requireInteraction?: boolean;
  timestamp?: number;
  navigate?: string;
  actions?: { action: string; title: string }[];
  data: NotificationData;
}

export type Show = (title: string, options: ShowOptions) => Promise<void>;

export interface PushParts {
  show: Show;
  setBadge(count: number): Promise<void>;
  /** Sends a message to every open page. */
  broadcast(message: { v: 1; type: string }): void;
  post(path: string, body: Record<string, unknown>): Promise<unknown>;
  now(): number;
}

/** The parts of a push event that are read here; Safari hands a declared notification over as `notification`. */
export interface PushLike {
  data: { text(): string } | null;
  notification?: { title: string; body: string; tag: string; data: unknown } | null;
}

/** A notification to show, with the badge and the receipt of its push. */
export interface NotificationPayload {
  title: string;
  options: ShowOptions;
  badge: number | null;
  token: string | null;
  pushId: string | null;
}

/** The path of the receipts of pushes. */
export const receiptPath = `/api${table.push.receipt[1]}`;

export const badgeImage = '/icons/badge-96.png';

const generic = (): NotificationPayload => ({
  title: m.worker_generic_title(),
  options: {
    body: m.worker_generic_body(),
    tag: 'generic',
    renotify: true,
    requireInteraction: true,
    badge: badgeImage,
    data: { v: 1, url: '/' },
  },
  badge: null,
  token: null,
  pushId: null,
});

const readJson = (event: PushLike): unknown => {
  try {
    return JSON.parse(event.data?.text() ?? 'null') as unknown;
  } catch {
    return null;
  }
};

/** The notification that an envelope asks for. */
export const toNotification = (envelope: PushEnvelope): NotificationPayload => {
  const n = envelope.notification;
  return {
    title: n.title,
    options: {
      body: n.body,
      tag: n.tag,
      icon: n.icon,
      badge: badgeImage,
      silent: n.silent,
      renotify: n.renotify,
      requireInteraction: n.requireInteraction,
      timestamp: n.timestamp,
      navigate: n.navigate,
      actions: n.actions,
      data: n.data,
    },
    badge: envelope.app_badge ?? n.app_badge ?? null,
    token: envelope.actionToken,
    pushId: envelope.pushId || null,
  };
};

const fromDeclared = (event: PushLike): NotificationPayload | null => {
  const declared = event.notification;
  if (!declared?.title) return null;
  const data = { url: '/', ...(declared.data as Partial<NotificationData> | null), v: 1 as const };
  const options = { body: declared.body, tag: declared.tag, badge: badgeImage, data };
  return { title: declared.title, options, badge: null, token: data.token ?? null, pushId: data.pushId ?? null };
};

/** Reads a push. Never throws: an unreadable push gives a general notification. */
export const parsePush = (event: PushLike): NotificationPayload => {
  try {
    const envelope = readEnvelope(readJson(event));
    return (envelope && toNotification(envelope)) ?? fromDeclared(event) ?? generic();
  } catch {
    return generic();
  }
};

/** Shows with all options, then with the fewest; false if the platform rejects both (permission lost). */
export const showAlways = async (show: Show, title: string, options: ShowOptions): Promise<boolean> => {
  try {
    await show(title, options);
    return true;
  } catch {
    return show(title, { body: options.body, data: options.data }).then(
      () => true,
      () => false,
    );
  }
};

// One failed side effect must not stop the others, and a rejected event counts as a missed push.
const ignoreErrors = async (work: () => unknown): Promise<void> => {
  try {
    await work();
  } catch {
    // The notification is shown, which is enough.
  }
};

/** Handles a push: notification, then badge, receipt and a message to open pages. Never rejects. */
export const onPush = async (event: PushLike, parts: PushParts): Promise<void> => {
  const payload = parsePush(event);
  const shown = await showAlways(parts.show, payload.title, payload.options);
  const { badge, token, pushId } = payload;
  await Promise.all([
    ignoreErrors(() => badge !== null && parts.setBadge(badge)),
    ignoreErrors(() => parts.broadcast({ v: 1, type: 'push' })),
    ignoreErrors(() => {
      if (!shown || !token || !pushId) return;
      return parts.post(receiptPath, { token, pushId, shownAt: new Date(parts.now()).toISOString() });
    }),
  ]);
};
