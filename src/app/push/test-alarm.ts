// The test alarm: asked for, followed to this device and to the person's word, remembered.
import { useEffect, useSyncExternalStore } from 'react';
import { api } from '#app/api/client.ts';
import { cachedSession } from '#app/auth/me.ts';
import { pushNow } from './store.ts';
import { type LastTest, remember, remembered } from './storage.ts';
import { type Trial, askAgainIn } from './test-alarm-state.ts';

/** A tap on the notification counts for a test that is not older than it lives at the push service. */
const TAP_COUNTS_MS = 10 * 60_000;
const listeners = new Set<() => void>();
let trial: Trial | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
let watchers = 0;

function put(next: Trial | null): void {
  trial = next;
  const who = cachedSession()?.user?.id;
  if (next !== null && who !== undefined) remember(who, { test: lastOf(next) });
  for (const listener of listeners) listener();
}

const lastOf = ({ pushId, askedAt, status, heard }: Trial): LastTest => ({
  pushId,
  askedAt,
  shownAt: status?.shownAt ?? null,
  heard: heard ?? ((status?.rangAt ?? null) !== null ? true : null),
});

const listen = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Sends a test alarm to this device; throws `ApiError`. */
export async function sendTest(): Promise<void> {
  const { device } = pushNow();
  if (device === null) return;
  const { pushId, sentAt } = await api.push.test({ device });
  put({ pushId, askedAt: sentAt, begunAt: Date.now(), status: null, heard: null, unheard: false });
  follow();
}

async function askStatus(): Promise<void> {
  const asked = trial;
  if (asked === null) return;
  const status = await api.push.status({ id: asked.pushId }).catch(() => null);
  if (trial?.pushId !== asked.pushId) return;
  put({ ...trial, status: status ?? trial.status, unheard: status === null });
}

// One loop, only while somebody looks; a push that arrives cuts the wait short.
function follow(): void {
  clearTimeout(timer);
  const wait = trial === null || watchers === 0 ? null : askAgainIn(trial, Date.now());
  if (wait === null) return;
  timer = setTimeout(() => void askStatus().then(follow), wait);
}

function lookNow(): void {
  if (trial !== null && askAgainIn(trial, Date.now()) !== null) void askStatus().then(follow);
}

/** The person's word on the test: it rang, or it did not. */
export async function sayHeard(heard: boolean): Promise<void> {
  if (trial === null) return;
  const { pushId } = trial;
  put({ ...trial, heard });
  clearTimeout(timer);
  if (heard) await tellRang(pushId);
}

// The person's own memory of it is what the app shows; the server's record is for the history.
async function tellRang(pushId: string): Promise<void> {
  await api.push.rang({ id: pushId }).catch(() => undefined);
}

/** The notification of a test was tapped, which opens the app: the newest test rang. False when there was none lately. */
export async function onTestTapped(): Promise<boolean> {
  const who = cachedSession()?.user?.id;
  const last = who === undefined ? null : remembered(who).test;
  if (who === undefined || last === null || Date.now() - Date.parse(last.askedAt) > TAP_COUNTS_MS) return false;
  if (trial?.pushId === last.pushId) put({ ...trial, heard: true });
  else remember(who, { test: { ...last, heard: true } });
  for (const listener of listeners) listener();
  await tellRang(last.pushId);
  return true;
}

/** Puts the test on screen away; what is remembered of it stays. */
export const forgetTrial = (): void => put(null);

/** What is remembered of the newest test to this device. */
export const lastTest = (): LastTest | null => remembered(cachedSession()?.user?.id ?? '').test;

/** The test under way, followed while the caller is on the page. */
export function useTrial(): Trial | null {
  const now = useSyncExternalStore(listen, () => trial);
  useEffect(() => {
    watchers += 1;
    follow();
    const channel = new BroadcastChannel('backwatch');
    channel.addEventListener('message', lookNow);
    document.addEventListener('visibilitychange', lookNow);
    return () => {
      watchers -= 1;
      channel.close();
      document.removeEventListener('visibilitychange', lookNow);
    };
  }, []);
  return now;
}
