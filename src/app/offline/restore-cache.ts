// Restores the persisted query cache: data that the app shows before, and without, an answer.
import type { Query, QueryClient } from '@tanstack/react-query';
import { cacheStore, startLimitMs, withFallback, type KeyValueStore } from './idb.ts';

/** A query as it is stored. */
export type StoredQuery = Pick<Query, 'queryHash' | 'queryKey' | 'state' | 'meta'>;

/** The stored cache: all queries in one record, because one read is faster than many. */
export interface StoredCache {
  buster: string;
  queries: StoredQuery[];
}

export interface CacheOptions {
  /** Version of the data's shape and the user id: data of another one is dropped. Never the version of the build. */
  buster: string;
  store?: KeyValueStore;
  now?: () => number;
}

/** `late`: the time limit passed; the data is added when it is read. */
export type Restored = 'restored' | 'empty' | 'late';

/** Data is stored this long without a newer answer, ms. Persisted queries use it as `gcTime`. */
export const maxAgeMs = 7 * 24 * 3600 * 1000;
/** The key of the stored cache. */
export const queriesKey = 'queries';

// Restores that are still reading: saving before they end would replace the stored data by an emptier cache.
const restoring = new WeakMap<QueryClient, Promise<unknown>>();
let clears = 0;

/** Adds a stored query to the cache. A newer answer there stays. */
function put(client: QueryClient, { state, ...options }: StoredQuery): void {
  const cache = client.getQueryCache();
  const held = cache.get(options.queryHash);
  if (!held) cache.build(client, { ...options, gcTime: maxAgeMs }, state);
  else if (state.dataUpdatedAt > held.state.dataUpdatedAt)
    held.setState({ ...state, fetchStatus: held.state.fetchStatus });
}

const readInto = async (client: QueryClient, options: CacheOptions): Promise<'restored' | 'empty'> => {
  const { buster, store = cacheStore, now = Date.now } = options;
  const before = clears;
  const saved = await store.get<StoredCache>(queriesKey);
  if (!saved || clears !== before) return 'empty';
  if (saved.buster !== buster) {
    await store.del(queriesKey);
    return 'empty';
  }
  const queries = saved.queries.filter((query) => now() - query.state.dataUpdatedAt < maxAgeMs);
  for (const query of queries) put(client, query);
  return queries.length > 0 ? 'restored' : 'empty';
};

/**
 * Reads the stored queries into the cache; await it before the router loads. Never rejects and never takes longer than
 * `limitMs`: without a database, or with a slow one, the app starts empty.
 */
export const restoreCache = (client: QueryClient, options: CacheOptions & { limitMs?: number }): Promise<Restored> => {
  const reading = readInto(client, options).catch((): Restored => 'empty');
  restoring.set(client, reading);
  return withFallback<Restored>(options.limitMs ?? startLimitMs, reading, 'late');
};

/** Resolves when the restore has ended, however late. */
export const restored = (client: QueryClient): Promise<unknown> | undefined => restoring.get(client);

/** Removes the stored cache, and drops a restore that is still reading. Resolves even without a database. */
export const clearCache = async (store: KeyValueStore = cacheStore): Promise<void> => {
  clears += 1;
  await store.clear().catch(() => undefined);
};
