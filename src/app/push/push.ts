// Alarms on this device: watched, healed at every start, turned on by a press and off again. The one place that knows.
import { api } from '#app/api/client.ts';
import { queryClient } from '#app/api/query-client.ts';
import { ApiError } from '#app/api/errors.ts';
import { tellWorker } from '#app/offline/idb.ts';
import { followUser, heldSession, meQuery } from '#app/auth/me.ts';
import { firstFacts, heldSubscription, standingOf, subscribeWith, workerReady } from './browser.ts';
import { type PushNow, putPush as put, pushNow } from './store.ts';
import { installId, remember, remembered } from './storage.ts';
import { type PushFacts, type PushFault, faultOf, healingOf, knownAfter, stateOf } from './rules.ts';
import { isStandalone, thisName } from '#app/device/device.ts';

const HEAL_AGAIN_MS = 30 * 60_000;
/** Signing out waits for this call, so a dead network must not hold it, ms. */
const UNSUBSCRIBE_MS = 10_000;
let user: string | null = null;
let known: PushFacts['known'] | null = null;
let healedAt = 0;
let healing: Promise<void> | null = null;

const pushKey = (): string => heldSession()?.user?.pushKey ?? '';

/** Reads everything anew and says how it stands. */
export async function lookAtPush(): Promise<PushNow> {
  const first = firstFacts();
  const memory = user === null ? null : remembered(user);
  const held = first.able ? await heldSubscription().catch(() => null) : null;
  const remembersIt = held !== null && memory !== null && memory.endpoint === held.endpoint;
  const facts: PushFacts = {
    ...first,
    subscription: user === null ? null : standingOf(held, pushKey(), Date.now()),
    wanted: memory?.wanted ?? null,
    known: known ?? (remembersIt ? 'yes' : 'unsure'),
  };
  put({ facts, state: user === null ? 'unknown' : stateOf(facts), device: remembersIt ? memory.device : null });
  return pushNow();
}

async function report(held: PushSubscription, previousEndpoint: string | null): Promise<void> {
  const who = user;
  const keys = held.toJSON().keys ?? {};
  void tellWorker({ installId: installId(), pushKey: pushKey() });
  try {
    const { id: device } = await api.push.subscribe({
      endpoint: held.endpoint,
      keys: { p256dh: keys['p256dh'] ?? '', auth: keys['auth'] ?? '' },
      previousEndpoint: previousEndpoint === held.endpoint ? null : previousEndpoint,
      name: await thisName(),
      installId: installId(),
      displayMode: isStandalone() ? 'standalone' : 'browser',
    });
    if (who === null || who !== user) return;
    remember(who, { wanted: 'on', endpoint: held.endpoint, device });
    known = 'yes';
    void queryClient.invalidateQueries({ queryKey: ['device'] });
  } catch (error) {
    known = knownAfter(error instanceof ApiError ? error.status : 0, known ?? pushNow().facts.known);
    throw error;
  }
}

// The server drops a device whose subscription the push service calls dead: then what the browser holds is worthless.
async function isForgotten(): Promise<boolean> {
  const device = pushNow().device;
  if (device === null) return false;
  const list = await api.device.list().catch(() => null);
  return list !== null && !list.some(({ id }) => id === device);
}

async function replace(held: PushSubscription | null): Promise<void> {
  const before = held?.endpoint ?? (user === null ? null : remembered(user).endpoint);
  await held?.unsubscribe();
  known = null;
  await report(await subscribeWith(pushKey()), before);
}

/** Makes the device ring again where that needs nobody: at the start, after a long sleep, when the browser says so. */
export function heal(): Promise<void> {
  if (user === null || pushNow().busy) return Promise.resolve();
  healing ??= healNow().finally(() => (healing = null));
  return healing;
}

async function healNow(): Promise<void> {
  healedAt = Date.now();
  try {
    const { facts } = await lookAtPush();
    if (healingOf(facts) === 'report' && (await isForgotten())) {
      known = 'no';
      await lookAtPush();
    }
    await healAs(healingOf(pushNow().facts));
  } catch {
    // Uncertainty destroys nothing: the next look tries again, and the state below tells what is so.
    healedAt = 0;
  } finally {
    await lookAtPush().catch(() => undefined);
  }
}

/** The server may hold this device no longer: until it says that it does, nothing is claimed. */
export function doubtPush(): Promise<void> {
  known = null;
  if (user !== null) remember(user, { endpoint: null, device: null });
  return heal();
}

async function healAs(remedy: ReturnType<typeof healingOf>): Promise<void> {
  const held = await heldSubscription();
  if (remedy === 'report' && held) await report(held, null);
  if (remedy === 'subscribe') await replace(null);
  if (remedy !== 'renew') return;
  // The key that is kept on the device may be the old one, and the subscription the new.
  const session = await queryClient.fetchQuery({ ...meQuery, staleTime: 0, networkMode: 'always', retry: false });
  if (session.user && (await lookAtPush()).state === 'lost') await replace(held);
}

/** Turns alarms on; call it from a press. Answers why not, null when they are on. */
export async function turnOn(): Promise<PushFault | null> {
  if (pushNow().busy || user === null) return null;
  put({ busy: true, fault: null });
  const fault = await tryTurnOn().catch((error: unknown): PushFault => {
    if (error instanceof ApiError) return error.status === 0 ? 'offline' : 'refused';
    return faultOf(error, Notification.permission, navigator.onLine);
  });
  await lookAtPush().catch(() => undefined);
  put({ busy: false, fault });
  return fault;
}

async function tryTurnOn(): Promise<PushFault | null> {
  const who = user ?? '';
  // First of all: browsers ask only right after a press.
  const permission = await Notification.requestPermission();
  if (permission !== 'granted') return permission === 'denied' ? 'denied' : 'dismissed';
  // Remembered before anything can fail: what a press could not finish, healing does.
  remember(who, { wanted: 'on' });
  // Browsers grant it to what may notify: what waits to be sent must not be evicted.
  void navigator.storage?.persist?.().catch(() => undefined);
  await healing;
  if ((await workerReady()) === null) return 'noWorker';
  const held = await heldSubscription();
  const { facts } = await lookAtPush();
  if (held && facts.subscription === 'live' && facts.known !== 'no') await report(held, null);
  else await replace(held);
  return null;
}

/** Tells the server that this device rings no more; throws `ApiError`. */
export function takeOff({ endpoint }: PushSubscription): Promise<unknown> {
  return api.push.unsubscribe({ endpoint }, { timeoutMs: UNSUBSCRIBE_MS });
}

/** Turns alarms off on this device; throws `ApiError`, with nothing changed, when the server cannot be told. */
export async function turnOff(): Promise<void> {
  const held = await heldSubscription();
  if (held) await takeOff(held);
  if (user !== null) remember(user, { wanted: 'off', endpoint: null, device: null });
  await held?.unsubscribe().catch(() => false);
  known = null;
  await lookAtPush();
  void queryClient.invalidateQueries({ queryKey: ['device'] });
}

/** Follows the person, the page and the browser from now on. */
export function startPush(): void {
  followUser((id) => {
    user = id;
    known = null;
    put({ device: null, fault: null });
    void lookAtPush().then(heal, () => undefined);
    if (id !== null) void workerReady().then((worker) => (worker === null ? undefined : heal()));
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible') return;
    if (Date.now() - healedAt > HEAL_AGAIN_MS) void heal();
    else if (!pushNow().busy) void lookAtPush().catch(() => undefined);
  });
  new BroadcastChannel('backwatch').addEventListener('message', (event: MessageEvent<{ type?: unknown } | null>) => {
    if (event.data?.type === 'subscription') void heal();
  });
}
