// How much what is on screen may be believed: the live state, and whether answers are fresh enough to say "is".
import { useSyncExternalStore } from 'react';
import { useNow } from './now.ts';

export type LiveState = 'enrolled' | 'enrolling' | 'offline';
export interface LiveNow {
  state: LiveState;
  /** Since when it is so, epoch ms. */
  since: number;
  /** When the server was last heard over the live connection, epoch ms. */
  heardAt: number | null;
}

const BELIEVED_MS = 60_000;
const listeners = new Set<() => void>();
let live: LiveNow = { state: 'enrolling', since: 0, heardAt: null };

function put(next: LiveNow): void {
  live = next;
  for (const listener of listeners) listener();
}

/** Told by the live connection when its state turns. */
export const liveIs = (state: LiveState, at: number): void =>
  put({ state, since: at, heardAt: state === 'enrolled' ? at : live.heardAt });

/** Told by the live connection with every event. */
export const liveHeard = (at: number): void => put({ ...live, heardAt: at });

const listen = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** The live connection, for the parts that show it. */
export const useLive = (): LiveNow => useSyncExternalStore(listen, () => live);

/** Whether an answer of that age may be told in the present tense. */
export function isFresh(answeredAt: number, failed: boolean, state: LiveNow, now: number): boolean {
  if (answeredAt === 0 || failed || state.state === 'offline') return false;
  // Enrolled, everything that changes is told; but only from the enrollment on.
  return now - answeredAt < BELIEVED_MS || (state.state === 'enrolled' && answeredAt >= state.since);
}

interface Asked {
  dataUpdatedAt: number;
  isError: boolean;
}

/** Whether all of these answers are fresh, and the moment of the oldest (null before any came). */
export function useFreshness(...asked: readonly Asked[]): { fresh: boolean; asOf: number | null } {
  const state = useLive();
  const now = useNow(10_000);
  const oldest = Math.min(...asked.map((one) => one.dataUpdatedAt));
  return {
    fresh: asked.every((one) => isFresh(one.dataUpdatedAt, one.isError, state, now)),
    asOf: oldest > 0 && Number.isFinite(oldest) ? oldest : null,
  };
}

/** How often a question is repeated while no live connection tells of changes, ms; false when one does. */
export const usePolling = (): number | false => (useLive().state === 'enrolled' ? false : 30_000);
