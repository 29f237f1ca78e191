// A value outside of React with subscribers: the one store behind all state that components and other code share.
import { useSyncExternalStore } from 'react';

export interface Store<T> {
  get(): T;
  /** Replaces the value and calls the subscribers, unless it is the same value. */
  set(next: T): void;
  /** Calls `listener` after each change; returns the function that ends it. */
  subscribe(listener: () => void): () => void;
  /** The value, for a component. */
  use(): T;
  /** A part of the value; the component renders again when that part changes. It must be the same value for the same state. */
  use<S>(select: (value: T) => S): S;
}

/** Creates a store with its first value. */
export function createStore<T>(initial: T): Store<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  return {
    get: () => value,
    set: (next) => {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe,
    use: <S>(select?: (value: T) => S) =>
      useSyncExternalStore(subscribe, () => (select ? select(value) : (value as unknown as S))),
  };
}
