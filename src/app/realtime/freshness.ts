// The state of the live connection, and whether answers are fresh enough to be shown as current.
import { useMemo, useSyncExternalStore } from 'react';
import { createStore } from '#app/device/create-store.ts';
import { followClock } from '#app/device/now.ts';

export type LiveState = 'enrolled' | 'enrolling' | 'offline';
export interface LiveNow {
  state: LiveState;
  /** Time of the last change of `state`, epoch ms. */
  since: number;
  /** Time of the last event or answer, epoch ms. */
  lastContactAt: number | null;
  /** Duration of the last check of the connection, ms. */
  roundTrip: number | null;
}

const FRESH_MS = 60_000;
const POLLED_MS = 30_000;
// Events report changes, but nothing reports a missing one: queries are polled all the same.
const ENROLLED_POLLED_MS = 60_000;
// One interval, the rest after a short hidden time, and a query with two retries.
const CONTACT_MS = 150_000;
// Components that show the last contact do not render for each one.
const CONTACT_AGAIN_MS = 1000;
const live = createStore<LiveNow>({ state: 'enrolling', since: 0, lastContactAt: null, roundTrip: null });

/** Sets the state; the live connection calls it. `at`: epoch ms. */
export const setConnectionState = (state: LiveState, at: number): void =>
  live.set({ ...live.get(), state, since: at, lastContactAt: state === 'enrolled' ? at : live.get().lastContactAt });

/** Records an event or answer at `at` (epoch ms); `roundTrip` (ms) comes with the answer to a check of the connection. */
export function markServerContact(at: number, roundTrip = live.get().roundTrip): void {
  const before = live.get();
  if (roundTrip === before.roundTrip && at - (before.lastContactAt ?? 0) < CONTACT_AGAIN_MS) return;
  live.set({ ...before, lastContactAt: at, roundTrip });
}

/** True if the live connection is lost, so that actions wait in the outbox. */
export const isOffline = (): boolean => live.get().state === 'offline';

/** Calls `listener` after each change of the connection; returns the function that ends it. */
export const onConnectionChange = live.subscribe;

/** The live connection with its times. They change with each answer: what needs the state alone uses `useLiveState`. */
export const useLive = (): LiveNow => live.use();

/** The state of the live connection. */
export const useLiveState = (): LiveState => live.use(({ state }) => state);

/** True if an answer from `answeredAt` may be shown as current. Times are epoch ms. */
export function isFresh(answeredAt: number, failed: boolean, state: LiveNow, now: number): boolean {
  if (answeredAt === 0 || failed || state.state === 'offline') return false;
  if (now - answeredAt < FRESH_MS) return true;
  // While enrolled every change arrives as an event, from the enrollment on, if the server still answers.
  return state.state === 'enrolled' && answeredAt >= state.since && now - (state.lastContactAt ?? 0) < CONTACT_MS;
}

interface Asked {
  dataUpdatedAt: number;
  isError: boolean;
  fetchStatus?: 'fetching' | 'paused' | 'idle';
  /** False: the user lacks the permission, so it does not count. */
  isEnabled?: boolean;
}

// A first answer that is on its way has no age yet, and does not make the others old.
const isAwaited = ({ dataUpdatedAt, isError, fetchStatus }: Asked): boolean =>
  dataUpdatedAt === 0 && !isError && fetchStatus === 'fetching';

const CLOCK_MS = 10_000;

function followFreshness(listener: () => void): () => void {
  const ends = [live.subscribe(listener), followClock(listener, CLOCK_MS)];
  return () => ends.forEach((end) => end());
}

/** Returns whether each answer is fresh: the same array until one becomes fresh or stale. */
export function useFresh(answers: readonly Asked[]): readonly boolean[] {
  const bits = useSyncExternalStore(followFreshness, () => {
    const now = Date.now();
    return answers.map((one) => Number(isFresh(one.dataUpdatedAt, one.isError, live.get(), now))).join('');
  });
  return useMemo(() => Array.from(bits, (bit) => bit === '1'), [bits]);
}

/** Returns whether all answers are fresh, and the time of the oldest one that there is (null before the first). */
export function useFreshness(...all: readonly Asked[]): { fresh: boolean; asOf: number | null } {
  const enabled = all.filter(({ isEnabled }) => isEnabled !== false);
  const asked = enabled.filter((one) => !isAwaited(one));
  const fresh = useFresh(asked);
  // What was never answered is on no screen: it has no age, and hides none.
  const oldest = Math.min(...asked.map((one) => one.dataUpdatedAt).filter((at) => at > 0));
  return {
    fresh: (asked.length > 0 || enabled.length === 0) && fresh.every(Boolean),
    asOf: Number.isFinite(oldest) ? oldest : null,
  };
}

/** The polling interval of a query on a visible page, ms; `enrolled`: the interval while events report changes. */
export const usePolling = (enrolled: number | false = ENROLLED_POLLED_MS): number | false =>
  useLiveState() === 'enrolled' ? enrolled : POLLED_MS;
