// Going out, in an order that leaves nothing behind: outbox, push, session, everything kept, live connection.
import { api } from '#app/api/client.ts';
import { queryClient } from '#app/api/query-client.ts';
import { ApiError } from '#app/api/errors.ts';
import { shareWithWorker, withFallback } from '#app/offline/idb.ts';
import { clearCache } from '#app/offline/restore-cache.ts';
import { cachedSession, meQuery, rememberUser } from './me.ts';
import { outbox } from '#app/offline/outbox-store.ts';
import { currentSubscription } from '#app/push/browser.ts';
import { invalidatePushState, unsubscribe } from '#app/push/push.ts';

const FLUSH_MS = 3000;
/** A person who signs out on a dead network is told so after this time, ms. */
const SIGN_OUT_MS = 10_000;

export interface SignedOut {
  /** Acknowledgements that could not be sent and are gone. */
  dropped: number;
  /** This device had a push subscription, and has none any more. */
  pushDropped: boolean;
  /** Where the provider of single sign-on is left too, if the session came from it. */
  url: string | null;
}

let stopKeeping: () => void = () => undefined;
/** Told by whoever keeps the cache on the device: what ends it. */
export const onStopPersisting = (stop: () => void): void => {
  stopKeeping = stop;
};

/** Sends what waits, and waits three seconds more for what another page is sending; answers how many acts are still there. */
export async function unsent(): Promise<number> {
  const box = outbox();
  // On a page that was just opened nobody said yet whose acts these are.
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

/** Whether somebody is about to be signed out here: nothing may take away the page that says what that took along. */
export const isLeaving = (): boolean => running !== null;

/**
 * Signs out, once however often it is called meanwhile. Throws `ApiError` when the server does not do it: then the person
 * is still signed in, and this device rings or says so.
 */
export const logout = (): Promise<SignedOut> => (running ??= signOut().finally(() => (running = null)));

async function signOut(): Promise<SignedOut> {
  await withFallback(FLUSH_MS, outbox().flush(), undefined);
  // Counted while it is known whose they are: whoever hears first that the session is over may be another part of the app.
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

// The device before the session, which says whose it is; what the browser holds at last, for it may not be had again.
async function leave(held: PushSubscription | null): Promise<string | null> {
  if (held)
    await unsubscribe(held).catch((error: unknown) => {
      if (error instanceof ApiError && error.status === 0) throw error;
    });
  try {
    return (await api.auth.oauthLogout({}, { timeoutMs: SIGN_OUT_MS })).url;
  } catch (error) {
    // A session that is over already is what was wanted.
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
}

async function forget(): Promise<void> {
  const held = cachedSession();
  stopKeeping();
  rememberUser('');
  queryClient.clear();
  await Promise.all([
    clearCache(),
    outbox()
      .clear()
      .catch(() => undefined),
    shareWithWorker({ userId: null }),
  ]);
  await navigator.clearAppBadge?.().catch(() => undefined);
  const registration = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  for (const shown of (await registration?.getNotifications().catch(() => [])) ?? []) shown.close();
  // Nobody is signed in now: whoever follows the user closes the live enrollment.
  queryClient.setQueryData(meQuery.queryKey, { version: '', signOn: null, ...held, user: null, setUp: false });
}
