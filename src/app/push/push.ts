// Push on this device: reads its state, repairs it at every start, turns it on and off.
import { api } from '#app/api/client.ts';
import { queryClient } from '#app/api/query-client.ts';
import { ApiError } from '#app/api/errors.ts';
import { shareWithWorker } from '#app/offline/idb.ts';
import { followUser, cachedSession, meQuery } from '#app/auth/me.ts';
import { firstFacts, currentSubscription, standingOf, subscribeWith, workerReady } from './browser.ts';
import { type PushNow, putPush as put, pushNow } from './store.ts';
import { installId, remember, remembered } from './storage.ts';
import { type PushFacts, type PushFailure, faultOf, repairActionFor, knownAfter, stateOf } from './rules.ts';
import { isStandalone, thisName } from '#app/device/device.ts';
import { deviceZone } from '#app/device/reader.ts';

const REPAIR_AGAIN_MS = 30 * 60_000;
/** Signing out waits for this call, so a dead network must not hold it, ms. */
const UNSUBSCRIBE_MS = 10_000;
let user: string | null = null;
let known: PushFacts['known'] | null = null;
let failing = false;
let repairedAt = 0;
let repairing: Promise<void> | null = null;

const pushKey = (): string => cachedSession()?.user?.pushKey ?? '';

/** Reads the state of browser and storage again, and returns it. */
export async function refreshPushState(): Promise<PushNow> {
  const first = firstFacts();
  const memory = user === null ? null : remembered(user);
  const held = first.able ? await currentSubscription().catch(() => null) : null;
  const remembersIt = held !== null && memory !== null && memory.endpoint === held.endpoint;
  const facts: PushFacts = {
    ...first,
    subscription: user === null ? null : standingOf(held, pushKey(), Date.now()),
    wanted: memory?.wanted ?? null,
    known: known ?? (remembersIt ? 'yes' : 'unsure'),
    failing,
  };
  put({ facts, state: user === null ? 'unknown' : stateOf(facts), device: remembersIt ? memory.device : null });
  return pushNow();
}

async function report(held: PushSubscription, previousEndpoint: string | null): Promise<void> {
  const who = user;
  const keys = held.toJSON().keys ?? {};
  void shareWithWorker({ installId: installId(), pushKey: pushKey() });
  try {
    const { id: device, lastError } = await api.push.subscribe({
      endpoint: held.endpoint,
      keys: { p256dh: keys['p256dh'] ?? '', auth: keys['auth'] ?? '' },
      previousEndpoint: previousEndpoint === held.endpoint ? null : previousEndpoint,
      name: await thisName(),
      installId: installId(),
      displayMode: isStandalone() ? 'standalone' : 'browser',
      timeZone: deviceZone(),
    });
    if (who === null || who !== user) return;
    remember(who, { wanted: 'on', endpoint: held.endpoint, device });
    known = 'yes';
    failing = Boolean(lastError);
    void queryClient.invalidateQueries({ queryKey: ['device'] });
  } catch (error) {
    // Another user of this browser had it: only a new one is this user's.
    if (error instanceof ApiError && error.code === 'E_ENDPOINT_IN_USE' && previousEndpoint !== held.endpoint)
      return replaceTaken(held);
    known = knownAfter(error instanceof ApiError ? error.status : 0, known ?? pushNow().facts.known);
    throw error;
  }
}

// The server removes a device when the push service rejects its subscription: then the browser's one is useless.
async function isForgotten(): Promise<boolean> {
  const device = pushNow().device;
  if (device === null) return false;
  const list = await api.device.list().catch(() => null);
  return list !== null && !list.some(({ id }) => id === device);
}

async function replaceTaken(held: PushSubscription): Promise<void> {
  await held.unsubscribe();
  const made = await subscribeWith(pushKey());
  await report(made, made.endpoint);
}

async function replace(held: PushSubscription | null): Promise<void> {
  const before = held?.endpoint ?? (user === null ? null : remembered(user).endpoint);
  await held?.unsubscribe();
  known = null;
  await report(await subscribeWith(pushKey()), before);
}

/** Repairs the subscription where no user action is needed: at the start, after a long sleep, after a change by the browser. */
export function repair(): Promise<void> {
  if (user === null || pushNow().busy) return Promise.resolve();
  repairing ??= repairNow().finally(() => (repairing = null));
  return repairing;
}

async function repairNow(): Promise<void> {
  repairedAt = Date.now();
  try {
    const { facts } = await refreshPushState();
    if (repairActionFor(facts) === 'report' && (await isForgotten())) {
      known = 'no';
      await refreshPushState();
    }
    await runRepair(repairActionFor(pushNow().facts));
  } catch {
    // A failure removes nothing: the next refresh tries again, and the state below is correct.
    repairedAt = 0;
  } finally {
    await refreshPushState().catch(() => undefined);
  }
}

/** Marks the registration on the server as unknown, and repairs it. */
export function invalidatePushState(): Promise<void> {
  known = null;
  if (user !== null) remember(user, { endpoint: null, device: null });
  return repair();
}

async function runRepair(remedy: ReturnType<typeof repairActionFor>): Promise<void> {
  const held = await currentSubscription();
  if (remedy === 'report' && held) await report(held, null);
  if (remedy === 'subscribe') await replace(null);
  if (remedy !== 'renew') return;
  // The cached key may be older than the subscription.
  const session = await queryClient.fetchQuery({ ...meQuery, staleTime: 0, networkMode: 'always', retry: false });
  if (session.user && (await refreshPushState()).state === 'lost') await replace(held);
}

/** Turns alarms on; call it from a press. Returns the reason of a failure, null if they are on. */
export async function turnOn(): Promise<PushFailure | null> {
  if (pushNow().busy || user === null) return null;
  put({ busy: true, fault: null });
  const fault = await tryTurnOn().catch((error: unknown): PushFailure => {
    if (error instanceof ApiError) return error.status === 0 ? 'offline' : 'refused';
    return faultOf(error, Notification.permission, navigator.onLine);
  });
  await refreshPushState().catch(() => undefined);
  put({ busy: false, fault });
  return fault;
}

async function tryTurnOn(): Promise<PushFailure | null> {
  const who = user ?? '';
  // First, because browsers ask only right after a press.
  const permission = await Notification.requestPermission();
  if (permission !== 'granted') return permission === 'denied' ? 'denied' : 'dismissed';
  // Stored before anything can fail, so that a repair can finish it.
  remember(who, { wanted: 'on' });
  // Browsers grant it to apps with notifications. The outbox must not be evicted.
  void navigator.storage?.persist?.().catch(() => undefined);
  await repairing;
  if ((await workerReady()) === null) return 'noWorker';
  const held = await currentSubscription();
  const { facts } = await refreshPushState();
  if (held && facts.subscription === 'live' && facts.known !== 'no' && !failing) await report(held, null);
  else await replace(held);
  return null;
}

/** Removes the subscription of this device on the server; throws `ApiError`. */
export function unsubscribe({ endpoint }: PushSubscription): Promise<unknown> {
  return api.push.unsubscribe({ endpoint }, { timeoutMs: UNSUBSCRIBE_MS });
}

/** Turns alarms off on this device; throws `ApiError`, with nothing changed, without an answer of the server. */
export async function turnOff(): Promise<void> {
  // A repair that is answered later would turn them on again.
  await repairing;
  const held = await currentSubscription();
  if (held) await unsubscribe(held);
  if (user !== null) remember(user, { wanted: 'off', endpoint: null, device: null });
  await held?.unsubscribe().catch(() => false);
  known = null;
  await refreshPushState();
  void queryClient.invalidateQueries({ queryKey: ['device'] });
}

/** Follows the user, the page and the browser from now on. */
export function startPush(): void {
  followUser((id) => {
    user = id;
    known = null;
    failing = false;
    put({ device: null, fault: null });
    void refreshPushState().then(repair, () => undefined);
    if (id !== null) void workerReady().then((worker) => (worker === null ? undefined : repair()));
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible') return;
    if (Date.now() - repairedAt > REPAIR_AGAIN_MS) void repair();
    else if (!pushNow().busy) void refreshPushState().catch(() => undefined);
  });
  new BroadcastChannel('backwatch').addEventListener('message', (event: MessageEvent<{ type?: unknown } | null>) => {
    if (event.data?.type === 'subscription') void repair();
  });
}
