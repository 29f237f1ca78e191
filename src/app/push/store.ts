// The push state of this device, for every screen. `push.ts` updates it after the first paint.
import { createStore } from '#app/device/create-store.ts';
import { firstFacts } from './browser.ts';
import { type PushFacts, type PushFailure, type PushState, stateOf } from './rules.ts';

export interface PushNow {
  state: PushState;
  facts: PushFacts;
  /** The id of this device on the server. */
  device: string | null;
  /** The reason why turning alarms on failed. */
  fault: PushFailure | null;
  busy: boolean;
}

// The first picture already says so where alarms cannot ring: a row that comes later would push the rest down.
const facts: PushFacts = { ...firstFacts(), subscription: null, wanted: null, known: 'unsure', failing: false };
const push = createStore<PushNow>({ state: stateOf(facts), facts, device: null, fault: null, busy: false });

/** Changes parts of the state; only `push.ts` calls it. */
export const putPush = (changes: Partial<PushNow>): void => push.set({ ...push.get(), ...changes });

/** The push state of this device. */
export const pushNow = push.get;

/** The push state of this device, for components. */
export const usePush = (): PushNow => push.use();
