// A phone to hold: Chromium as an installed app of 390x844, its subscription at the fake push service, its lock screen.
import type { BrowserContext, CDPSession, Page } from 'playwright-core';
import type { PushService, ReceivedPush, TestSubscription } from '../push-service.ts';
import type { Stage } from './stage.ts';

/** The content of a lock screen. */
export interface Shown {
  title: string;
  body: string;
  tag: string;
  actions: string[];
}

export interface Phone {
  context: BrowserContext;
  page: Page;
  /** Gives a push message to the worker, as the browser would; resolves once its notification is up or was refused. */
  deliver(message: ReceivedPush): Promise<void>;
  lockScreen(): Promise<Shown[]>;
  /** Presses a button of the notification with this tag; resolves when the worker is done with it. */
  press(tag: string, action: string): Promise<void>;
}

/** In a page: a browser whose push service is the test's. Real subscribing needs a service on the internet. */
function fakeSubscribing(): void {
  const known = globalThis as unknown as {
    bwSubscribe(key: string): Promise<TestSubscription>;
    bwHeld(): Promise<{ subscription: TestSubscription; key: string } | null>;
    bwUnsubscribe(): Promise<void>;
  };
  const bytes = (text: string) =>
    Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));
  const like = (subscription: TestSubscription, key: string) => ({
    ...subscription,
    options: { userVisibleOnly: true, applicationServerKey: bytes(key).buffer },
    toJSON: () => subscription,
    unsubscribe: () => known.bwUnsubscribe().then(() => true),
  });
  PushManager.prototype.subscribe = async (options) => {
    const key = String(options?.applicationServerKey);
    return like(await known.bwSubscribe(key), key) as unknown as PushSubscription;
  };
  PushManager.prototype.getSubscription = async () => {
    const held = await known.bwHeld();
    return held === null ? null : (like(held.subscription, held.key) as unknown as PushSubscription);
  };
}

/** A phone that nobody signed in on. */
export async function takePhone({ browser, origin, pushService }: Stage): Promise<Phone> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    baseURL: origin,
    permissions: ['notifications'],
    reducedMotion: 'reduce',
  });
  await letSubscribe(context, pushService);
  const page = await context.newPage();
  const worker = async () => context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
  const lockScreen = async () =>
    (await worker()).evaluate(async () => {
      const { registration } = self as unknown as ServiceWorkerGlobalScope;
      const shown = (await registration.getNotifications()) as (Notification & { actions: { action: string }[] })[];
      return shown.map(({ title, body, tag, actions }) => ({
        title,
        body,
        tag,
        actions: actions.map(({ action }) => action),
      }));
    });
  let cdp: { session: CDPSession; registrationId: string } | null = null;
  return {
    context,
    page,
    lockScreen,
    async deliver(message) {
      cdp ??= await workerSession(context, origin);
      const data = JSON.stringify(message.payload);
      await (await worker()).evaluate(watchShowing);
      await cdp.session.send('ServiceWorker.deliverPushMessage', { origin, registrationId: cdp.registrationId, data });
      await (await worker()).evaluate(() => (self as unknown as Watched).bwShown);
    },
    press: async (tag, action) => void (await (await worker()).evaluate(pressed, { tag, action })),
  };
}

type Watched = { bwShown: Promise<void> };

/**
 * In the worker: promises the end of the next showing. Chromium forgets a notification whose list is asked for
 * while it is being put up, so nobody may look at the lock screen before that.
 */
function watchShowing(): void {
  const kind = ServiceWorkerRegistration.prototype;
  const { showNotification } = kind;
  const { promise, resolve } = Promise.withResolvers<void>();
  (self as unknown as Watched).bwShown = promise;
  kind.showNotification = async function (this: ServiceWorkerRegistration, ...words) {
    kind.showNotification = showNotification;
    await showNotification.apply(this, words).finally(resolve);
  };
}

async function letSubscribe(context: BrowserContext, service: PushService): Promise<void> {
  let held: { subscription: TestSubscription; key: string } | null = null;
  await context.exposeFunction('bwSubscribe', (key: string) => {
    held = { subscription: service.subscribe(key), key };
    return held.subscription;
  });
  await context.exposeFunction('bwHeld', () => held);
  await context.exposeFunction('bwUnsubscribe', () => {
    held = null;
  });
  await context.addInitScript(fakeSubscribing);
}

/** In the worker: handles a press, awaited like in the browser. */
async function pressed({ tag, action }: { tag: string; action: string }): Promise<void> {
  const scope = self as unknown as ServiceWorkerGlobalScope;
  const [notification] = await scope.registration.getNotifications({ tag });
  if (!notification) throw new Error(`nothing on the lock screen has the tag ${tag}`);
  const work: Promise<unknown>[] = [];
  class Press extends NotificationEvent {
    override waitUntil(promise: Promise<unknown>): void {
      work.push(promise);
    }
  }
  scope.dispatchEvent(new Press('notificationclick', { notification, action }));
  await Promise.all(work);
}

async function workerSession(context: BrowserContext, origin: string) {
  const page = context.pages().at(-1);
  if (!page) throw new Error('the phone has no page open');
  const session = await context.newCDPSession(page);
  const found = new Promise<string>((resolve) =>
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const ours = registrations.find(({ scopeURL, isDeleted }) => scopeURL.startsWith(origin) && !isDeleted);
      if (ours) resolve(ours.registrationId);
    }),
  );
  await session.send('ServiceWorker.enable');
  return { session, registrationId: await found };
}
