// Alarms on this device as they stand, for every screen; kept up to date by the machinery that follows the first picture.
import { useSyncExternalStore } from 'react';
import type { PushFacts, PushFault, PushState } from './rules.ts';

export interface PushNow {
  state: PushState;
  facts: PushFacts;
  /** This device as the server knows it. */
  device: string | null;
  /** Why the last press did not work. */
  fault: PushFault | null;
  busy: boolean;
}

const listeners = new Set<() => void>();
const blank: PushFacts = {
  platform: 'desktop',
  standalone: false,
  able: true,
  permission: 'default',
  subscription: null,
  wanted: null,
  known: 'unsure',
};
let now: PushNow = { state: 'unknown', facts: blank, device: null, fault: null, busy: false };

/** Told by the machinery. */
export function putPush(more: Partial<PushNow>): void {
  now = { ...now, ...more };
  for (const listener of listeners) listener();
}

const listen = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export const pushNow = (): PushNow => now;

/** Alarms on this device, as they stand. */
export const usePush = (): PushNow => useSyncExternalStore(listen, pushNow);
