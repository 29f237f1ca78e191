// The browser's side of push: its worker, its subscription and its permission, read and changed with a time limit.
import type { PushFacts } from './rules.ts';
import { isStandalone, thisPlatform } from '#app/device/device.ts';

/** The first worker brings the whole app along, which takes a while on a slow network. */
const READY_MS = 30_000;
const SUBSCRIBE_MS = 15_000;

/** True if this browser supports push. */
export const isAble = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

const limited = <T>(work: Promise<T>, ms: number): Promise<T> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new DOMException('took too long', 'TimeoutError')), ms);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });

let registration: ServiceWorkerRegistration | null = null;

/** The registration with a worker at work; null when there is none within 30 s. Asked for early, so that a press need not wait. */
export async function workerReady(): Promise<ServiceWorkerRegistration | null> {
  if (!isAble()) return null;
  registration ??= await limited(navigator.serviceWorker.ready, READY_MS).catch(() => null);
  return registration;
}

/** The subscription that the browser holds, null for none; does not wait for a worker that is still being fetched. */
export async function currentSubscription(): Promise<PushSubscription | null> {
  if (!isAble()) return null;
  const known = registration ?? (await navigator.serviceWorker.getRegistration());
  return (await known?.pushManager.getSubscription()) ?? null;
}

/** A new subscription; rejects with the browser's error, or a TimeoutError after 15 s. */
export async function subscribeWith(pushKey: string): Promise<PushSubscription> {
  const worker = await workerReady();
  if (worker === null) throw new DOMException('no worker', 'InvalidStateError');
  // Without a network some browsers never settle this.
  return limited(worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: pushKey }), SUBSCRIBE_MS);
}

/** Bytes as the keys of push are written. */
export const base64url = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');

/** The state of a subscription: dead, made for another server key, or valid. */
export function standingOf(
  held: Pick<PushSubscription, 'expirationTime' | 'options'> | null,
  pushKey: string,
  now: number,
): Exclude<PushFacts['subscription'], null> {
  if (held === null) return 'none';
  if (typeof held.expirationTime === 'number' && held.expirationTime <= now) return 'expired';
  // Older browsers do not expose the key of a subscription.
  const key = (held.options as PushSubscriptionOptions | undefined)?.applicationServerKey;
  return key && pushKey !== '' && base64url(key) !== pushKey ? 'otherKey' : 'live';
}

/** The facts that are available synchronously. */
export function firstFacts(): Pick<PushFacts, 'platform' | 'standalone' | 'able' | 'permission'> {
  const able = isAble();
  return {
    platform: thisPlatform(),
    standalone: isStandalone(),
    able,
    permission: able ? Notification.permission : 'default',
  };
}
