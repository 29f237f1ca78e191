// The envelope of a push message: one JSON that Safari displays by itself and that our worker parses.
import type { RenderedNotification } from './notifications/notification.ts';

/** Data for taps and buttons. Safari passes only this to the worker: its push event may carry no data. */
export interface PushData {
  /** Path within the app. */
  url: string;
  /** Null for bursts, tests and notices. */
  alarmId: string | null;
  /** An alarm kind, `burst`, `test`, `notice` or `ended`. */
  kind: string;
  v: 1;
  pushId: string;
  /**
   * Authorizes the receipt of this alarm by this user on this device. With the permission to change alarms it also
   * authorizes acknowledge and snooze, until the alarm is resolved.
   * Unlike a session token it may be stored here: anyone who can read it can press the buttons anyway.
   * A click may start a worker without any other state.
   */
  token: string | null;
}

/** The notification of a push message, in the format of Declarative Web Push; browsers without it read it in the worker. */
export interface PushNotification {
  title: string;
  body: string;
  /** Absolute: Safari opens it on a tap without asking the worker. */
  navigate: string;
  lang: string;
  dir: 'auto' | 'ltr' | 'rtl';
  tag: string;
  /** Absolute. */
  icon?: string;
  silent?: boolean;
  app_badge?: number;
  mutable: true;
  data: PushData;
  actions?: { action: string; title: string }[];
  requireInteraction?: boolean;
  /** Never true with an empty tag: browsers throw. */
  renotify?: boolean;
  /** Epoch milliseconds. */
  timestamp?: number;
}

/** The JSON of a push message. `web_push` marks it for Safari, which then displays it without the worker. */
export interface PushEnvelope {
  web_push: 8030;
  notification: PushNotification;
  /** The same number as in `notification`: WebKit reads it there, the W3C draft here. Likewise `mutable`. */
  app_badge?: number;
  mutable: true;
  pushId: string;
  /** The same token as in `notification.data`. */
  actionToken: string | null;
  /** ISO instant. */
  sentAt: string;
}

/** Data of one delivery: the message to one device. */
export interface Delivery {
  /** Origin of the app, such as `https://watch.example.com`. */
  origin: string;
  pushId: string;
  actionToken: string | null;
  /** ISO instant. */
  sentAt: string;
  /** Language of the words, such as `en`. */
  lang: string;
  /** Number of systems that need the recipient now; absent if unknown. */
  badge?: number;
  /** Path of the icon within the app. */
  icon?: string;
}

/** Most UTF-8 bytes of the JSON; push services reject more than 3993. */
export const ENVELOPE_BYTES = 3000;

/** Builds the envelope of a notification for one device. Throws TypeError if `origin` is not a URL. */
export function makeEnvelope(rendered: RenderedNotification, delivery: Delivery): PushEnvelope {
  const { origin, pushId, actionToken, sentAt, lang, badge, icon } = delivery;
  const badges = badge === undefined ? {} : { app_badge: badge };
  return {
    web_push: 8030,
    notification: {
      title: rendered.title,
      body: rendered.body,
      navigate: new URL(rendered.url, origin).href,
      lang,
      dir: 'auto',
      tag: rendered.tag,
      ...(icon === undefined ? {} : { icon: new URL(icon, origin).href }),
      silent: rendered.silent,
      ...badges,
      mutable: true,
      data: { url: rendered.url, alarmId: rendered.alarmId, kind: rendered.kind, v: 1, pushId, token: actionToken },
      actions: rendered.actions,
      requireInteraction: rendered.requireInteraction,
      renotify: rendered.renotify,
      ...(rendered.timestamp === undefined ? {} : { timestamp: rendered.timestamp }),
    },
    ...badges,
    mutable: true,
    pushId,
    actionToken,
    sentAt,
  };
}

type Bag = Record<string, unknown>;
const isBag = (value: unknown): value is Bag => typeof value === 'object' && value !== null && !Array.isArray(value);
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const textOrNull = (value: unknown): string | null => textOf(value) || null;
const isCount = (value: unknown): value is number => typeof value === 'number' && Number.isInteger(value) && value >= 0;

function readActions(value: unknown): { action: string; title: string }[] {
  if (!Array.isArray(value)) return [];
  return value
    .filter(isBag)
    .map((entry) => ({ action: textOf(entry.action), title: textOf(entry.title) }))
    .filter((entry) => entry.action !== '' && entry.title !== '');
}

function readNotification(value: Bag, data: Bag, pushId: string, token: string | null): PushNotification {
  const tag = textOf(value.tag);
  return {
    title: textOf(value.title),
    body: textOf(value.body),
    navigate: textOf(value.navigate),
    lang: textOf(value.lang),
    dir: value.dir === 'ltr' || value.dir === 'rtl' ? value.dir : 'auto',
    tag,
    ...(textOf(value.icon) === '' ? {} : { icon: textOf(value.icon) }),
    silent: value.silent === true,
    ...(isCount(value.app_badge) ? { app_badge: value.app_badge } : {}),
    mutable: true,
    data: { url: textOf(data.url), alarmId: textOrNull(data.alarmId), kind: textOf(data.kind), v: 1, pushId, token },
    actions: readActions(value.actions),
    requireInteraction: value.requireInteraction === true,
    renotify: value.renotify === true && tag !== '',
    ...(typeof value.timestamp === 'number' && Number.isFinite(value.timestamp) ? { timestamp: value.timestamp } : {}),
  };
}

/**
 * Reads an envelope from parsed JSON; null without a title or a URL. `showNotification` accepts every result.
 * Invalid smaller parts are dropped: an incomplete alarm is better than none.
 */
export function readEnvelope(value: unknown): PushEnvelope | null {
  if (!isBag(value) || value.web_push !== 8030 || !isBag(value.notification)) return null;
  const data = isBag(value.notification.data) ? value.notification.data : {};
  const pushId = textOf(value.pushId) || textOf(data.pushId);
  const actionToken = textOrNull(value.actionToken) ?? textOrNull(data.token);
  const notification = readNotification(value.notification, data, pushId, actionToken);
  if (notification.title === '' || notification.navigate === '' || notification.data.url === '') return null;
  const badge = isCount(value.app_badge) ? value.app_badge : notification.app_badge;
  return {
    web_push: 8030,
    notification,
    ...(badge === undefined ? {} : { app_badge: badge }),
    mutable: true,
    pushId,
    actionToken,
    sentAt: textOf(value.sentAt),
  };
}

const isAbsolute = (value: unknown): boolean => typeof value === 'string' && URL.canParse(value);
const optional = (value: unknown, type: 'string' | 'boolean'): boolean => value === undefined || typeof value === type;
const isBadge = (value: unknown): boolean => value === undefined || isCount(value) || /^\d+$/.test(textOf(value));

/**
 * Lists the reasons why Safari would not display this message by itself. One wrong type invalidates the whole message.
 * @see WebKit NotificationJSONParser.cpp
 */
export function declarativeFaults(envelope: unknown): string[] {
  if (!isBag(envelope)) return ['not an object'];
  const { notification } = envelope;
  if (!isBag(notification)) return ['notification is not an object'];
  const rules: [boolean, string][] = [
    [envelope.web_push === 8030, 'web_push is not 8030'],
    [textOf(notification.title) !== '', 'title is not a non-empty text'],
    [isAbsolute(notification.navigate), 'navigate is not an absolute URL'],
    [notification.icon === undefined || isAbsolute(notification.icon), 'icon is not an absolute URL'],
    [
      notification.dir === undefined || /^(auto|ltr|rtl)$/.test(textOf(notification.dir)),
      'dir is not auto, ltr or rtl',
    ],
    [isBadge(notification.app_badge) && isBadge(envelope.app_badge), 'app_badge is not a count'],
    [notification.app_badge === envelope.app_badge, 'the two app_badge differ'],
    [optional(notification.mutable, 'boolean') && optional(envelope.mutable, 'boolean'), 'mutable is not a boolean'],
    [optional(notification.silent, 'boolean'), 'silent is not a boolean'],
    ...['body', 'lang', 'tag'].map((key): [boolean, string] => [
      optional(notification[key], 'string'),
      `${key} is not a text`,
    ]),
  ];
  return rules.filter(([holds]) => !holds).map(([, fault]) => fault);
}

function utf8Bytes(text: string): number {
  let bytes = 0;
  for (const point of text) {
    const code = point.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
}

/**
 * Serializes the envelope to at most ENVELOPE_BYTES. If it is too long, the second copy of the token is dropped
 * (readers use the one in `data`), then the body is cut. Throws RangeError if it does not fit without a body.
 */
export function fitEnvelope(envelope: PushEnvelope): string {
  const json = JSON.stringify(envelope);
  if (utf8Bytes(json) <= ENVELOPE_BYTES) return json;
  const { notification } = envelope;
  const spare = { ...envelope, actionToken: notification.data.token === null ? envelope.actionToken : null };
  const points = Array.from(notification.body);
  const cutTo = (length: number): string => {
    const cut = length === points.length ? '' : '…';
    const body = length === 0 ? '' : `${points.slice(0, length).join('').trimEnd()}${cut}`;
    return JSON.stringify({ ...spare, notification: { ...notification, body } });
  };
  let [low, high] = [0, points.length];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (utf8Bytes(cutTo(middle)) <= ENVELOPE_BYTES) low = middle;
    else high = middle - 1;
  }
  const fitted = cutTo(low);
  if (utf8Bytes(fitted) > ENVELOPE_BYTES) throw new RangeError('a push message does not fit, even without its body');
  return fitted;
}
