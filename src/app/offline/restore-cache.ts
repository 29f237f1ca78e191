// The query cache on the device, read: what the app shows before, and without, an answer.
import { hydrate, type DehydratedState, type QueryClient } from '@tanstack/react-query';
import { cacheShelf, startLimitMs, within, type Shelf } from './idb.ts';

export type Kept = DehydratedState['queries'][number];

export interface Saved {
  buster: string;
  queries: Kept[];
}

export interface CacheOptions {
  /** Version of the data's shape, user id and whatever else makes old data another's; never the build's version. */
  buster: string;
  shelf?: Shelf;
  now?: () => number;
}

/** `late`: the limit passed; the data still comes in when it is read. */
export type Restored = 'restored' | 'empty' | 'late';

/** How long data is kept without a fresh answer, ms. Give persisted queries this as `gcTime`. */
export const keepForMs = 7 * 24 * 3600 * 1000;
/** Under which the queries lie on the shelf. */
export const queriesKey = 'queries';

// A restore that is still reading: saving before it ends would replace the disk's data by an emptier cache.
const restoring = new WeakMap<QueryClient, Promise<unknown>>();
let clears = 0;

const readInto = async (client: QueryClient, options: CacheOptions): Promise<'restored' | 'empty'> => {
  const { buster, shelf = cacheShelf, now = Date.now } = options;
  const before = clears;
  const saved = await shelf.get<Saved>(queriesKey);
  if (!saved || clears !== before) return 'empty';
  if (saved.buster !== buster) {
    await shelf.del(queriesKey);
    return 'empty';
  }
  const queries = saved.queries.filter((query) => now() - query.state.dataUpdatedAt < keepForMs);
  hydrate(client, { queries }, { defaultOptions: { queries: { gcTime: keepForMs } } });
  return queries.length > 0 ? 'restored' : 'empty';
};

/**
 * Reads the kept queries into the cache; await it before the router loads. Never rejects and never takes longer than
 * `limitMs`: without a database, or with a slow one, the app starts empty.
 */
export const restoreCache = (client: QueryClient, options: CacheOptions & { limitMs?: number }): Promise<Restored> => {
  const reading = readInto(client, options).catch((): Restored => 'empty');
  restoring.set(client, reading);
  return within<Restored>(options.limitMs ?? startLimitMs, reading, 'late');
};

/** Resolves when nothing more will come from the disk, however late. */
export const restored = (client: QueryClient): Promise<unknown> | undefined => restoring.get(client);

/** Forgets everything kept, and what a restore may still be reading. Resolves even without a database. */
export const clearCache = async (shelf: Shelf = cacheShelf): Promise<void> => {
  clears += 1;
  await shelf.clear().catch(() => undefined);
};
