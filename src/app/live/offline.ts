// The query cache on the device: what the app shows before, and without, an answer. Only queries with `meta.persist`.
import { dehydrate, hydrate, type DehydratedState, type Query, type QueryClient } from '@tanstack/react-query';
import { cacheShelf, startLimitMs, within, type Shelf } from './idb.ts';

type Kept = DehydratedState['queries'][number];

interface Saved {
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
/** What all kept queries may measure together, characters of JSON. */
export const keepCharacters = 400_000;
const keepPages = 2;
const throttleMs = 1500;
const key = 'queries';

// A restore that is still reading: saving before it ends would replace the disk's data by an emptier cache.
const restoring = new WeakMap<QueryClient, Promise<unknown>>();
let clears = 0;

const readInto = async (client: QueryClient, options: CacheOptions): Promise<'restored' | 'empty'> => {
  const { buster, shelf = cacheShelf, now = Date.now } = options;
  const before = clears;
  const saved = await shelf.get<Saved>(key);
  if (!saved || clears !== before) return 'empty';
  if (saved.buster !== buster) {
    await shelf.del(key);
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

const firstPages = (data: unknown): unknown => {
  const infinite = data as { pages?: unknown; pageParams?: unknown } | null;
  if (!Array.isArray(infinite?.pages) || !Array.isArray(infinite.pageParams)) return data;
  return {
    ...infinite,
    pages: infinite.pages.slice(0, keepPages),
    pageParams: infinite.pageParams.slice(0, keepPages),
  };
};

// As if its last fetch had gone well: the age tells the truth, and an error kept would hide the data behind it.
const normal = ({ queryHash, queryKey, queryType, dehydratedAt, state }: Kept): Kept => ({
  queryHash,
  queryKey,
  dehydratedAt,
  ...(queryType && { queryType }),
  meta: { persist: true },
  state: {
    ...state,
    data: firstPages(state.data),
    status: 'success',
    error: null,
    fetchStatus: 'idle',
    fetchFailureCount: 0,
    fetchFailureReason: null,
    fetchMeta: null,
  },
});

const isKept = (query: Query, now: number): boolean =>
  query.meta?.persist === true && query.state.data !== undefined && now - query.state.dataUpdatedAt < keepForMs;

const sizeOf = (query: Kept): number => {
  try {
    return JSON.stringify(query.state.data).length;
  } catch {
    // Not data as the wire has it: cannot be kept.
    return Infinity;
  }
};

/** What would be written: whitelisted, normalised, the freshest first until the size is reached. */
export const toKeep = (client: QueryClient, now: number): Kept[] => {
  const { queries } = dehydrate(client, {
    shouldDehydrateMutation: () => false,
    shouldDehydrateQuery: (query) => isKept(query, now),
  });
  let left = keepCharacters;
  const fits = (query: Kept): boolean => {
    const size = sizeOf(query);
    if (size > left) return false;
    left -= size;
    return true;
  };
  return queries
    .map(normal)
    .sort((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)
    .filter(fits);
};

const canBeCloned = (query: Kept): boolean => {
  try {
    structuredClone(query);
    return true;
  } catch {
    return false;
  }
};

const save = async (
  client: QueryClient,
  { buster, shelf = cacheShelf, now = Date.now }: CacheOptions,
): Promise<void> => {
  const queries = toKeep(client, now());
  try {
    await shelf.set(key, { buster, queries });
  } catch (error) {
    // One query that the database cannot store must not cost the others.
    if (!(error instanceof Error) || error.name !== 'DataCloneError') throw error;
    await shelf.set(key, { buster, queries: queries.filter(canBeCloned) });
  }
};

type PageLike = EventTarget & { visibilityState: string };

// Trailing: saves once, `throttleMs` after the first change since the last save.
const makeSaver = (client: QueryClient, options: CacheOptions) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;
  const saveNow = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    await restoring.get(client);
    if (!stopped) await save(client, options).catch(() => undefined);
  };
  const flush = () => void (timer !== undefined && saveNow());
  const schedule = () => void (timer ??= setTimeout(() => void saveNow(), throttleMs));
  const stop = () => {
    stopped = true;
    clearTimeout(timer);
  };
  return { flush, schedule, stop };
};

/**
 * Keeps the cache on the device from now on: 1.5 s after a change, and at once when the page is hidden or left.
 * Returns what stops it, without a last save: at logout stop, then clear the client, then `clearCache`.
 */
export const keepCache = (
  client: QueryClient,
  options: CacheOptions & { page?: PageLike; window?: EventTarget },
): (() => void) => {
  const { page = document, window: frame = globalThis.window } = options;
  const saver = makeSaver(client, options);
  const unsubscribe = client.getQueryCache().subscribe((event) => {
    if (event.query.meta?.persist === true && event.query.state.data !== undefined) saver.schedule();
  });
  const hidden = () => page.visibilityState === 'hidden' && saver.flush();
  page.addEventListener('visibilitychange', hidden);
  frame.addEventListener('pagehide', saver.flush);
  return () => {
    saver.stop();
    unsubscribe();
    page.removeEventListener('visibilitychange', hidden);
    frame.removeEventListener('pagehide', saver.flush);
  };
};

/** Forgets everything kept, and what a restore may still be reading. Resolves even without a database. */
export const clearCache = async (shelf: Shelf = cacheShelf): Promise<void> => {
  clears += 1;
  await shelf.clear().catch(() => undefined);
};
