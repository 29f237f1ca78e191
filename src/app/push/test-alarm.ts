// The test alarm: sends it, follows it to this device until the user confirms it, and stores the result.
import { useEffect } from 'react';
import { api } from '#app/api/client.ts';
import { createStore } from '#app/device/create-store.ts';
import { cachedSession } from '#app/auth/me.ts';
import { pushNow } from './store.ts';
import { type LastTest, remember, remembered } from './storage.ts';
import { type Trial, askAgainIn } from './test-alarm-state.ts';

/** A tap counts for a test of this age at most: the push service does not keep it longer, ms. */
const TAP_COUNTS_MS = 10 * 60_000;
// An object of its own for each change: components also read the stored test, which may change without the trial.
const current = createStore<{ trial: Trial | null }>({ trial: null });
const trialNow = (): Trial | null => current.get().trial;
let timer: ReturnType<typeof setTimeout> | undefined;
let watchers = 0;

function put(next: Trial | null): void {
  const who = cachedSession()?.user?.id;
  if (next !== null && who !== undefined) remember(who, { test: lastOf(next) });
  current.set({ trial: next });
}

const lastOf = ({ pushId, askedAt, status, heard }: Trial): LastTest => ({
  pushId,
  askedAt,
  shownAt: status?.shownAt ?? null,
  heard: heard ?? ((status?.rangAt ?? null) !== null ? true : null),
});

/** Sends a test alarm to this device; throws `ApiError`. */
export async function sendTest(): Promise<void> {
  const { device } = pushNow();
  if (device === null) return;
  const { pushId, sentAt } = await api.push.test({ device });
  put({ pushId, askedAt: sentAt, begunAt: Date.now(), status: null, heard: null, unheard: false });
  follow();
}

async function askStatus(): Promise<void> {
  const asked = trialNow();
  if (asked === null) return;
  const status = await api.push.status({ id: asked.pushId }).catch(() => null);
  const trial = trialNow();
  if (trial?.pushId !== asked.pushId) return;
  put({ ...trial, status: status ?? trial.status, unheard: status === null });
}

// One loop, only while a component shows the test; a push that arrives ends the wait early.
function follow(): void {
  clearTimeout(timer);
  const trial = trialNow();
  const wait = trial === null || watchers === 0 ? null : askAgainIn(trial, Date.now());
  if (wait === null) return;
  timer = setTimeout(() => void askStatus().then(follow), wait);
}

function lookNow(): void {
  const trial = trialNow();
  if (trial !== null && askAgainIn(trial, Date.now()) !== null) void askStatus().then(follow);
}

/** Stores whether the user heard the test, and reports it if so. */
export async function confirmHeard(heard: boolean): Promise<void> {
  const trial = trialNow();
  if (trial === null) return;
  const { pushId } = trial;
  put({ ...trial, heard });
  clearTimeout(timer);
  if (heard) await reportRang(pushId);
}

// The app shows the stored result; the record on the server is for the history.
async function reportRang(pushId: string): Promise<void> {
  await api.push.rang({ id: pushId }).catch(() => undefined);
}

/** Handles a tap on the notification of a test, which opens the app: the newest test rang. False without a recent test. */
export async function onTestTapped(): Promise<boolean> {
  const who = cachedSession()?.user?.id;
  const last = who === undefined ? null : remembered(who).test;
  if (who === undefined || last === null || Date.now() - Date.parse(last.askedAt) > TAP_COUNTS_MS) return false;
  const trial = trialNow();
  if (trial?.pushId === last.pushId) put({ ...trial, heard: true });
  else {
    remember(who, { test: { ...last, heard: true } });
    current.set({ trial });
  }
  await reportRang(last.pushId);
  return true;
}

/** Hides the current test; its stored result stays. */
export const dismissTrial = (): void => put(null);

/** The stored result of the newest test on this device. */
export const lastTest = (): LastTest | null => remembered(cachedSession()?.user?.id ?? '').test;

/** The current test, followed while a component uses it. */
export function useTrial(): Trial | null {
  const { trial } = current.use();
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
  return trial;
}
