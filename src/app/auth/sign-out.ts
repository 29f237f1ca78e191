// Signs out, in an order that leaves nothing behind: outbox, push, session, stored data, live connection.
import { api } from '#app/api/client.ts';
import { queryClient } from '#app/api/query-client.ts';
import { ApiError } from '#app/api/errors.ts';
import { shareWithWorker, withFallback } from '#app/offline/idb.ts';
import { clearCache } from '#app/offline/restore-cache.ts';
import { forgetFlashes } from '#app/device/flash.ts';
import { storeSearches } from '#app/device/search-recent.ts';
import { cachedSession, lastUserId, meQuery, rememberUser } from './me.ts';
import { removeSnapshot } from './page-snapshot.ts';
import { outbox } from '#app/offline/outbox-store.ts';
import { currentSubscription } from '#app/push/browser.ts';
import { invalidatePushState, unsubscribe } from '#app/push/push.ts';

const FLUSH_MS = 3000;
/** A sign-out without an answer fails after this time, ms. */
const SIGN_OUT_MS = 10_000;

export interface SignedOut {
  /** Number of actions that could not be sent and were removed. */
  dropped: number;
  /** True if the push subscription of this device was removed. */
  pushDropped: boolean;
  /** The provider's address for its own sign-out, if the session came from single sign-on. */
  url: string | null;
}

let stopPersisting: () => void = () => undefined;
/** Sets the function that stops persisting the cache. */
export const onStopPersisting = (stop: () => void): void => {
  stopPersisting = stop;
};

/** Sends the outbox, and waits 3 s for another page that sends it. Returns the number of actions that still wait. */
export async function unsent(): Promise<number> {
  const box = outbox();
  // A page that was just opened has not set the user yet.
  box.setUser(cachedSession()?.user?.id ?? null);
  await box.flush();
  if (box.waiting().length > 0) {
    let stop = () => undefined as void;
    const sent = new Promise<void>((done) => (stop = box.subscribe(() => box.waiting().length === 0 && done())));
    await withFallback(FLUSH_MS, sent, undefined);
    stop();
  }
  return box.waiting().length;
}

let running: Promise<SignedOut> | null = null;

/** True during a sign-out: nothing may reload the page that shows its result. */
export const isLeaving = (): boolean => running !== null;

/**
 * Signs out; calls during a sign-out share it. Throws `ApiError` if the server does not do it: then the user stays signed
 * in, and push works or its state says that it does not.
 */
export const logout = (): Promise<SignedOut> => (running ??= signOut().finally(() => (running = null)));

async function signOut(): Promise<SignedOut> {
  await withFallback(FLUSH_MS, outbox().flush(), undefined);
  // Counted before the sign-out, because another part of the app may clear the user first.
  const dropped = outbox().waiting().length;
  const held = await currentSubscription().catch(() => null);
  const url = await leave(held).catch(async (error: unknown) => {
    if (held) await invalidatePushState();
    throw error;
  });
  const pushDropped = (await held?.unsubscribe().catch(() => false)) ?? false;
  await forget();
  return { dropped, pushDropped, url };
}

// The device first, because the session authorizes that; the browser's subscription last, because it cannot be restored.
async function leave(held: PushSubscription | null): Promise<string | null> {
  if (held)
    await unsubscribe(held).catch((error: unknown) => {
      if (error instanceof ApiError && error.status === 0) throw error;
    });
  try {
    return (await api.auth.oauthLogout({}, { timeoutMs: SIGN_OUT_MS })).url;
  } catch (error) {
    // A session that has ended already is the goal.
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
}

async function forget(): Promise<void> {
  const held = cachedSession();
  const userId = held?.user?.id ?? lastUserId();
  stopPersisting();
  rememberUser(null);
  removeSnapshot();
  storeSearches('');
  forgetFlashes();
  queryClient.clear();
  await Promise.all([
    clearCache(),
    outbox()
      .clear(userId)
      .catch(() => undefined),
    shareWithWorker({ userId: null }),
  ]);
  await navigator.clearAppBadge?.().catch(() => undefined);
  const registration = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  for (const shown of (await registration?.getNotifications().catch(() => [])) ?? []) shown.close();
  // Followers of the user end the live subscription now.
  queryClient.setQueryData(meQuery.queryKey, {
    version: '',
    signOn: null,
    secureUrl: null,
    ...held,
    user: null,
    ended: null,
    setUp: false,
  });
}
