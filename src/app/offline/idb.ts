// Key-value stores in IndexedDB, one database each: query cache, outbox, and the state shared by page and worker.
import { clear, createStore, del, get, set, update, values, type UseStore } from 'idb-keyval';

/** A store in IndexedDB. Every method rejects with the error of the database. */
export interface KeyValueStore {
  get<T>(key: string): Promise<T | undefined>;
  set(key: string, value: unknown): Promise<void>;
  update<T>(key: string, change: (before: T | undefined) => T): Promise<void>;
  del(key: string): Promise<void>;
  values<T>(): Promise<T[]>;
  clear(): Promise<void>;
}

const deadConnectionErrors = new Set(['InvalidStateError', 'UnknownError']);

/**
 * Wraps the factory of a store: if its connection is dead, opens a new one and tries once more. iOS kills the connections
 * of a backgrounded app, and idb-keyval keeps the dead one.
 */
export const reopening = (make: () => UseStore): UseStore => {
  let store = make();
  return async (mode, work) => {
    try {
      return await store(mode, work);
    } catch (error) {
      if (!(error instanceof Error && deadConnectionErrors.has(error.name))) throw error;
      store = make();
      return store(mode, work);
    }
  };
};

/** Opens a named store in its own database. */
export const openStore = (database: string, name: string): KeyValueStore => {
  const store = reopening(() => createStore(database, name));
  return {
    get: (key) => get(key, store),
    set: (key, value) => set(key, value, store),
    update: (key, change) => update(key, change, store),
    del: (key) => del(key, store),
    values: () => values(store),
    clear: () => clear(store),
  };
};

/** The persisted query cache. */
export const cacheStore = openStore('backwatch-cache', 'queries');
/** The outbox. The worker uses the same database, store and records. */
export const outboxStore = openStore('backwatch-outbox', 'acts');
const workerStore = openStore('backwatch-worker', 'state');

/** The start of the app waits this long for the database, ms. */
export const startLimitMs = 500;

/** Resolves with the result of `work`, or with `otherwise` if it fails or takes longer than `ms`. Never rejects. */
export const withFallback = <T>(ms: number, work: Promise<T>, otherwise: T): Promise<T> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => resolve(otherwise), ms);
    work.then(resolve, () => resolve(otherwise)).finally(() => clearTimeout(timer));
  });

/**
 * Stores what the worker needs without a page: the user whose actions it may send, and the keys to renew the push
 * subscription. Call it after sign-in and after subscribing; with `userId: null` at logout. Never rejects.
 */
export const shareWithWorker = (state: {
  userId?: string | null;
  pushKey?: string;
  installId?: string;
}): Promise<void> => workerStore.update<object>('page', (before) => ({ ...before, ...state })).catch(() => undefined);

const openWithinMs = 3 * 60 * 1000;

/**
 * Returns the path that a tapped notification wants opened, and removes it; null without one from the last 3 min. Call it
 * at the start and whenever the page becomes visible: on iOS the worker's message and window address may be lost.
 */
export const takeOpenUrl = async (now: number): Promise<string | null> => {
  const saved = await withFallback(startLimitMs, workerStore.get<{ url: string; ts: number }>('open'), undefined);
  if (!saved) return null;
  await workerStore.del('open').catch(() => undefined);
  const isPath = saved.url.startsWith('/') && !saved.url.startsWith('//');
  return isPath && Math.abs(now - saved.ts) < openWithinMs ? saved.url : null;
};
