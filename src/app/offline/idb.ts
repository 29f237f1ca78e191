// Small stores on the device, one database each: the query cache, the outbox, and what page and worker tell each other.
import { clear, createStore, del, get, set, update, values, type UseStore } from 'idb-keyval';

export interface Shelf {
  get<T>(key: string): Promise<T | undefined>;
  set(key: string, value: unknown): Promise<void>;
  update<T>(key: string, change: (before: T | undefined) => T): Promise<void>;
  del(key: string): Promise<void>;
  values<T>(): Promise<T[]>;
  clear(): Promise<void>;
}

const lost = new Set(['InvalidStateError', 'UnknownError']);

/**
 * Wraps the maker of a store: when the connection turns out dead, makes a new one and tries once more.
 * iOS kills the connections of a backgrounded app, and idb-keyval keeps the dead one.
 */
export const reopening = (make: () => UseStore): UseStore => {
  let store = make();
  return async (mode, work) => {
    try {
      return await store(mode, work);
    } catch (error) {
      if (!(error instanceof Error && lost.has(error.name))) throw error;
      store = make();
      return store(mode, work);
    }
  };
};

/** One named store in its own database. Every method rejects with the database's error. */
export const makeShelf = (database: string, name: string): Shelf => {
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

export const cacheShelf = makeShelf('backwatch-cache', 'queries');
/** Shared with the worker: same database, store and records. */
export const outboxShelf = makeShelf('backwatch-outbox', 'acts');
const workerShelf = makeShelf('backwatch-worker', 'state');

/** How long anything at start may wait for the database, ms. */
export const startLimitMs = 500;

/** What `work` yields, or `otherwise` when it fails or takes longer than `ms`. Never rejects. */
export const within = <T>(ms: number, work: Promise<T>, otherwise: T): Promise<T> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => resolve(otherwise), ms);
    work.then(resolve, () => resolve(otherwise)).finally(() => clearTimeout(timer));
  });

/**
 * Tells the worker what it needs when no page lives: whose acts it may send, and how to renew the push subscription.
 * Call it after sign-in and after subscribing; with `userId: null` at logout.
 */
export const tellWorker = (told: { userId?: string | null; pushKey?: string; installId?: string }): Promise<void> =>
  workerShelf.update<object>('page', (before) => ({ ...before, ...told })).catch(() => undefined);

const openWithinMs = 3 * 60 * 1000;

/**
 * The path that a tapped notification wanted, when it is younger than 3 min; null otherwise. Taking it removes it.
 * Ask at start and whenever the page becomes visible: on iOS the worker's message and window address may be lost.
 */
export const takeOpenUrl = async (now: number): Promise<string | null> => {
  const left = await within(startLimitMs, workerShelf.get<{ url: string; ts: number }>('open'), undefined);
  if (!left) return null;
  await workerShelf.del('open').catch(() => undefined);
  const isPath = left.url.startsWith('/') && !left.url.startsWith('//');
  return isPath && Math.abs(now - left.ts) < openWithinMs ? left.url : null;
};
