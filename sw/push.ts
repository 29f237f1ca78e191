// A push message becomes a notification: first and always. Everything else comes after, and may fail.
import { readEnvelope, type PushEnvelope } from '#contract/push.ts';

/** What a notification of ours carries until somebody touches it. A shown outcome has no token: its buttons are spent. */
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
  /** To every open page. */
  tell(message: { v: 1; type: string }): void;
  post(path: string, body: Record<string, unknown>): Promise<unknown>;
  now(): number;
}

/** The parts of a push event that are read here; Safari hands a declared notification over as `notification`. */
export interface PushLike {
  data: { text(): string } | null;
  notification?: { title: string; body: string; tag: string; data: unknown } | null;
}

export interface Ringing {
  title: string;
  options: ShowOptions;
  badge: number | null;
  token: string | null;
  pushId: string | null;
}

export const badgeImage = '/icons/badge-96.png';

const generic = (): Ringing => ({
  title: 'On-call alert',
  options: {
    body: 'Open Backwatch to see what happened.',
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
export const toRinging = (envelope: PushEnvelope): Ringing => {
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

const fromDeclared = (event: PushLike): Ringing | null => {
  const declared = event.notification;
  if (!declared?.title) return null;
  const data = { url: '/', ...(declared.data as Partial<NotificationData> | null), v: 1 as const };
  const options = { body: declared.body, tag: declared.tag, badge: badgeImage, data };
  return { title: declared.title, options, badge: null, token: data.token ?? null, pushId: data.pushId ?? null };
};

/** Never null and never throws: what cannot be read still rings. */
export const parsePush = (event: PushLike): Ringing => {
  try {
    const envelope = readEnvelope(readJson(event));
    return (envelope && toRinging(envelope)) ?? fromDeclared(event) ?? generic();
  } catch {
    return generic();
  }
};

/** Shows with every option, then with the least; false when the platform refuses both (permission lost). */
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

// Its own catch for each: one broken side effect must not cost the others, and a rejected wait counts as a missed push.
const quietly = async (work: () => unknown): Promise<void> => {
  try {
    await work();
  } catch {
    // Lost on purpose: the notification is up, which is what counts.
  }
};

/** The whole handler: shows, then badge, receipt and word to open pages. Never rejects. */
export const onPush = async (event: PushLike, parts: PushParts): Promise<void> => {
  const ringing = parsePush(event);
  const shown = await showAlways(parts.show, ringing.title, ringing.options);
  const { badge, token, pushId } = ringing;
  await Promise.all([
    quietly(() => badge !== null && parts.setBadge(badge)),
    quietly(() => parts.tell({ v: 1, type: 'push' })),
    quietly(() => {
      if (!shown || !token || !pushId) return;
      return parts.post('/api/push/receipt', { token, pushId, shownAt: new Date(parts.now()).toISOString() });
    }),
  ]);
};
