// The test alarm: sends it, follows it to this device until the user confirms it, and stores the result.
import { useEffect } from 'react';
import { api } from '#app/api/client.ts';
import { createStore } from '#app/device/create-store.ts';
import { cachedSession } from '#app/auth/me.ts';
import { pushNow } from './store.ts';
import { type LastTest, remember, remembered } from './storage.ts';
import { type TestAlarm, askAgainIn } from './test-alarm-state.ts';

/** A tap counts for a test of this age at most: the push service does not keep it longer, ms. */
const TAP_COUNTS_MS = 10 * 60_000;
// An object of its own for each change: components also read the stored test, which may change without the running one.
const current = createStore<{ testAlarm: TestAlarm | null }>({ testAlarm: null });
const currentTest = (): TestAlarm | null => current.get().testAlarm;
let timer: ReturnType<typeof setTimeout> | undefined;
let watchers = 0;

function put(next: TestAlarm | null): void {
  const who = cachedSession()?.user?.id;
  if (next !== null && who !== undefined) remember(who, { test: lastOf(next) });
  current.set({ testAlarm: next });
}

const lastOf = ({ pushId, askedAt, status, rang }: TestAlarm): LastTest => ({
  pushId,
  askedAt,
  shownAt: status?.shownAt ?? null,
  rang: rang ?? ((status?.rangAt ?? null) !== null ? true : null),
});

/** Sends a test alarm to this device; throws `ApiError`. */
export async function sendTest(): Promise<void> {
  const { device } = pushNow();
  if (device === null) return;
  const { pushId, sentAt } = await api.push.test({ device });
  put({ pushId, askedAt: sentAt, begunAt: Date.now(), status: null, rang: null, unanswered: false });
  follow();
}

async function askStatus(): Promise<void> {
  const asked = currentTest();
  if (asked === null) return;
  const status = await api.push.status({ id: asked.pushId }).catch(() => null);
  const testAlarm = currentTest();
  if (testAlarm?.pushId !== asked.pushId) return;
  put({ ...testAlarm, status: status ?? testAlarm.status, unanswered: status === null });
}

// One loop, only while a component shows the test; a push that arrives ends the wait early.
function follow(): void {
  clearTimeout(timer);
  const testAlarm = currentTest();
  const wait = testAlarm === null || watchers === 0 ? null : askAgainIn(testAlarm, Date.now());
  if (wait === null) return;
  timer = setTimeout(() => void askStatus().then(follow), wait);
}

function lookNow(): void {
  const testAlarm = currentTest();
  if (testAlarm !== null && askAgainIn(testAlarm, Date.now()) !== null) void askStatus().then(follow);
}

/** Stores whether the test rang, as the user says, and reports it if so. */
export async function confirmRang(rang: boolean): Promise<void> {
  const testAlarm = currentTest();
  if (testAlarm === null) return;
  const { pushId } = testAlarm;
  put({ ...testAlarm, rang });
  clearTimeout(timer);
  if (rang) await reportRang(pushId);
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
  const testAlarm = currentTest();
  if (testAlarm?.pushId === last.pushId) put({ ...testAlarm, rang: true });
  else {
    remember(who, { test: { ...last, rang: true } });
    current.set({ testAlarm });
  }
  await reportRang(last.pushId);
  return true;
}

/** Hides the current test; its stored result stays. */
export const dismissTest = (): void => put(null);

/** The stored result of the newest test on this device. */
export const lastTest = (): LastTest | null => remembered(cachedSession()?.user?.id ?? '').test;

/** The current test, followed while a component uses it. */
export function useTestAlarm(): TestAlarm | null {
  const { testAlarm } = current.use();
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
  return testAlarm;
}
