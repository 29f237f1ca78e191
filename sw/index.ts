// The service worker: lifecycle and wiring.
import type { PrecacheEntry } from 'workbox-precaching';
import { onClick, type WindowLike } from './click.ts';
import { flushOutbox, type FlushParts } from './outbox-flush.ts';
import { onPush, type PushLike, type Show } from './push.ts';
import { onSubscriptionChange, type SubscriptionLike } from './resubscribe.ts';
import { asksToSkipWaiting, precacheShell } from './shell.ts';
import { outbox, queuedActions, removeAction, saveAction, saveOpenUrl, sharedState } from './store.ts';
import { localeFor, setLanguage } from '#text/language.ts';
import { SEND_TIMEOUT_MS } from '#app/offline/outbox-sender.ts';

type SyncLike = ExtendableEvent & { tag: string };
type ChangeLike = ExtendableEvent & {
  oldSubscription?: SubscriptionLike | null;
  newSubscription?: SubscriptionLike | null;
};

declare const self: Omit<ServiceWorkerGlobalScope, 'registration'> & {
  __WB_MANIFEST: (PrecacheEntry | string)[];
  registration: ServiceWorkerRegistration & { sync?: { register(tag: string): Promise<void> } };
  cookieStore?: { get(name: string): Promise<{ value?: string } | null> };
};

const channel = new BroadcastChannel('backwatch');

const send =
  (method: string) =>
  async (path: string, body: Record<string, unknown>, headers: Record<string, string> = {}) => {
    const answer = await fetch(path, {
      method,
      body: JSON.stringify(body),
      credentials: 'same-origin',
      keepalive: true,
      headers: { 'content-type': 'application/json', ...headers },
      signal: AbortSignal.timeout(SEND_TIMEOUT_MS),
    });
    return { status: answer.status, body: (await answer.json().catch(() => null)) as unknown };
  };

const show: Show = (title, options) => self.registration.showNotification(title, options as NotificationOptions);
const broadcast = (message: object) => channel.postMessage(message);
const xsrfToken = async () => (await self.cookieStore?.get('XSRF-TOKEN'))?.value ?? null;

const parts = {
  show,
  broadcast,
  xsrfToken,
  outbox,
  sharedState,
  saveAction,
  saveOpenUrl,
  queuedActions,
  removeAction,
  origin: self.location.origin,
  now: () => Date.now(),
  nonce: () => crypto.randomUUID(),
  post: send('POST'),
  put: send('PUT'),
  setBadge: (count: number) => (count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge()),
  windows: () => self.clients.matchAll({ type: 'window', includeUncontrolled: true }) as Promise<readonly WindowLike[]>,
  openWindow: (url: string) => self.clients.openWindow(url),
  registerSync: () =>
    self.registration.sync?.register('outbox') ?? Promise.reject(new Error('no background sync here')),
  exclusively: (work: () => Promise<void>) => navigator.locks.request('backwatch-outbox', work),
  atOnce: <T>(work: () => Promise<T>) =>
    navigator.locks.request('backwatch-outbox', { ifAvailable: true }, work) as Promise<T>,
  subscribe: (key: ArrayBuffer | string) =>
    self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }),
} satisfies FlushParts & Record<string, unknown>;

precacheShell(self.__WB_MANIFEST);

setLanguage(localeFor(null, navigator.languages));

self.addEventListener('push', (event) => event.waitUntil(onPush(event as PushLike, parts)));

self.addEventListener('notificationclick', (event) =>
  event.waitUntil(onClick(event.notification, event.action, parts)),
);

self.addEventListener('message', (event) => {
  if (asksToSkipWaiting(event.data)) event.waitUntil(self.skipWaiting());
});

// Not awaited: a slow network would delay every request of the page until the worker is active.
self.addEventListener('activate', () => void flushOutbox(parts).catch(() => undefined));

const listen = self.addEventListener as (type: string, listener: (event: never) => void) => void;
listen('sync', (event: SyncLike) => {
  if (event.tag === 'outbox') event.waitUntil(flushOutbox(parts));
});
listen('pushsubscriptionchange', (event: ChangeLike) => event.waitUntil(onSubscriptionChange(event as never, parts)));
