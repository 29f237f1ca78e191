// Persists the query cache on the device: only queries with `meta.persist`.
import type { Query, QueryClient } from '@tanstack/react-query';
import { cacheStore } from './idb.ts';
import {
  type CacheOptions,
  type StoredCache,
  type StoredQuery,
  maxAgeMs,
  queriesKey,
  restored,
} from './restore-cache.ts';

/** Limit of all stored queries together, characters of JSON: the first page waits until they are read. */
export const maxCharacters = 300_000;
/** Limit of one list: the alarms of a large outage must leave room for the other data of the first screen. */
const maxListCharacters = maxCharacters / 3;
const throttleMs = 1500;

// Stored as a success: its age is shown anyway, and a stored error would hide the data.
const normalize = ({ queryHash, queryKey, state }: Query): StoredQuery => ({
  queryHash,
  queryKey,
  meta: { persist: true },
  state: {
    ...state,
    status: 'success',
    error: null,
    fetchStatus: 'idle',
    fetchFailureCount: 0,
    fetchFailureReason: null,
    fetchMeta: null,
  },
});

const isPersisted = (query: Query, now: number): boolean =>
  query.meta?.persist === true && query.state.data !== undefined && now - query.state.dataUpdatedAt < maxAgeMs;

const sizeOf = (data: unknown): number => {
  try {
    return JSON.stringify(data).length;
  } catch {
    // Not JSON data, so it cannot be stored.
    return Infinity;
  }
};

// Stores only the first rows of a list that is too long; its total stays.
const cut = (query: StoredQuery): { query: StoredQuery; size: number } => {
  const { data } = query.state as { data: { rows?: unknown } | null };
  const size = sizeOf(data);
  const rows = data?.rows;
  if (size <= maxListCharacters || !Array.isArray(rows)) return { query, size };
  const shorter = { ...data, rows: rows.slice(0, Math.floor((rows.length * maxListCharacters) / size)) };
  return { query: { ...query, state: { ...query.state, data: shorter } }, size: sizeOf(shorter) };
};

// Without the session nothing else can be shown offline.
const rankOf = ({ queryKey: [noun], state }: StoredQuery): number => (noun === 'auth' ? Infinity : state.dataUpdatedAt);

/** The queries to store: those with `meta.persist`, normalized, the session and then the newest first until the size limit. */
export const dehydrateQueries = (client: QueryClient, now: number): StoredQuery[] => {
  let left = maxCharacters;
  const fitting = (entry: StoredQuery): StoredQuery[] => {
    const { query, size } = cut(entry);
    if (size > left) return [];
    left -= size;
    return [query];
  };
  return client
    .getQueryCache()
    .getAll()
    .filter((query) => isPersisted(query, now))
    .map(normalize)
    .sort((a, b) => rankOf(b) - rankOf(a))
    .flatMap(fitting);
};

const canBeCloned = (query: StoredQuery): boolean => {
  try {
    structuredClone(query);
    return true;
  } catch {
    return false;
  }
};

const save = async (
  client: QueryClient,
  { buster, store = cacheStore, now = Date.now }: CacheOptions,
): Promise<void> => {
  const queries = dehydrateQueries(client, now());
  try {
    await store.set(queriesKey, { buster, queries } satisfies StoredCache);
  } catch (error) {
    // One query that the database cannot store must not prevent the others.
    if (!(error instanceof Error) || error.name !== 'DataCloneError') throw error;
    await store.set(queriesKey, { buster, queries: queries.filter(canBeCloned) });
  }
};

type PageLike = EventTarget & { visibilityState: string };

// Saves once, `throttleMs` after the first change since the last save.
const makeSaver = (client: QueryClient, options: CacheOptions) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;
  const saveNow = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    await restored(client);
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
 * Persists the cache from now on: 1.5 s after a change, and at once when the page is hidden or left. Returns the function
 * that stops it, without a last save: at logout stop, then clear the client, then call `clearCache`.
 */
export const persistCache = (
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
