// How much what is on screen may be believed: the live state, and whether answers are fresh enough to say "is".
import { useSyncExternalStore } from 'react';
import { useNow } from '#app/device/now.ts';

export type LiveState = 'enrolled' | 'enrolling' | 'offline';
export interface LiveNow {
  state: LiveState;
  /** Since when it is so, epoch ms. */
  since: number;
  /** When the server was last heard: an event, or an answer; epoch ms. */
  heardAt: number | null;
  /** How long the last check of the live connection took, ms. */
  roundTrip: number | null;
}

const BELIEVED_MS = 60_000;
const POLLED_MS = 30_000;
// Events tell of changes, not that there should have been one: whatever is due to be late is asked for all the same.
const ENROLLED_POLLED_MS = 60_000;
// An interval, the rest of a page that was hidden for a moment, and a question that is tried three times.
const HEARD_MS = 150_000;
// One word of the server's is as good as another: what shows it need not be drawn for each.
const HEARD_AGAIN_MS = 1000;
const listeners = new Set<() => void>();
let live: LiveNow = { state: 'enrolling', since: 0, heardAt: null, roundTrip: null };

function put(next: LiveNow): void {
  live = next;
  for (const listener of listeners) listener();
}

/** Told by the live connection when its state turns. */
export const setConnectionState = (state: LiveState, at: number): void =>
  put({ ...live, state, since: at, heardAt: state === 'enrolled' ? at : live.heardAt });

/** Told with every event and every answer; `roundTrip` (ms) with that to a check of the live connection. */
export function markServerContact(at: number, roundTrip = live.roundTrip): void {
  if (roundTrip === live.roundTrip && at - (live.heardAt ?? 0) < HEARD_AGAIN_MS) return;
  put({ ...live, heardAt: at, roundTrip });
}

const listen = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Whether the live connection is lost, so that what is done now waits. */
export const isOffline = (): boolean => live.state === 'offline';

/** The live connection, for the parts that show it. */
export const useLive = (): LiveNow => useSyncExternalStore(listen, () => live);

/** Whether an answer of that age may be told in the present tense. */
export function isFresh(answeredAt: number, failed: boolean, state: LiveNow, now: number): boolean {
  if (answeredAt === 0 || failed || state.state === 'offline') return false;
  if (now - answeredAt < BELIEVED_MS) return true;
  // Enrolled, everything that changes is told; but only from the enrollment on, and by a server that still answers.
  return state.state === 'enrolled' && answeredAt >= state.since && now - (state.heardAt ?? 0) < HEARD_MS;
}

interface Asked {
  dataUpdatedAt: number;
  isError: boolean;
  /** False: this person may not ask it, so it says nothing about the rest. */
  isEnabled?: boolean;
}

/** Whether all of these answers are fresh, and the moment of the oldest (null before any came). */
export function useFreshness(...all: readonly Asked[]): { fresh: boolean; asOf: number | null } {
  const asked = all.filter(({ isEnabled }) => isEnabled !== false);
  const state = useLive();
  const now = useNow(10_000);
  const oldest = Math.min(...asked.map((one) => one.dataUpdatedAt));
  return {
    fresh: asked.every((one) => isFresh(one.dataUpdatedAt, one.isError, state, now)),
    asOf: oldest > 0 && Number.isFinite(oldest) ? oldest : null,
  };
}

/** How often a question is repeated while the page is looked at, ms; `enrolled`: while the live connection tells of changes. */
export const usePolling = (enrolled: number | false = ENROLLED_POLLED_MS): number | false =>
  useLive().state === 'enrolled' ? enrolled : POLLED_MS;
