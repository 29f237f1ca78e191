// The query cache on the device, written: only queries with `meta.persist`.
import { dehydrate, type Query, type QueryClient } from '@tanstack/react-query';
import { cacheShelf } from './idb.ts';
import { type CacheOptions, type Kept, type Saved, keepForMs, queriesKey, restored } from './restore-cache.ts';

/** What all kept queries may measure together, characters of JSON: the first picture waits until they are read. */
export const keepCharacters = 300_000;
/** Of one list: the alarms of a great outage must leave room for what else the first screen shows. */
const listCharacters = keepCharacters / 3;
const keepPages = 2;
const throttleMs = 1500;

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

const sizeOf = (data: unknown): number => {
  try {
    return JSON.stringify(data).length;
  } catch {
    // Not data as the wire has it: cannot be kept.
    return Infinity;
  }
};

// A list that is too long is kept as its first rows; how many there are in all stands beside them.
const cut = (query: Kept): { query: Kept; size: number } => {
  const { data } = query.state as { data: { rows?: unknown } | null };
  const size = sizeOf(data);
  const rows = data?.rows;
  if (size <= listCharacters || !Array.isArray(rows)) return { query, size };
  const shorter = { ...data, rows: rows.slice(0, Math.floor((rows.length * listCharacters) / size)) };
  return { query: { ...query, state: { ...query.state, data: shorter } }, size: sizeOf(shorter) };
};

/** What would be written: whitelisted, normalised, the freshest first until the size is reached. */
export const toKeep = (client: QueryClient, now: number): Kept[] => {
  const { queries } = dehydrate(client, {
    shouldDehydrateMutation: () => false,
    shouldDehydrateQuery: (query) => isKept(query, now),
  });
  let left = keepCharacters;
  const fitting = (whole: Kept): Kept[] => {
    const { query, size } = cut(whole);
    if (size > left) return [];
    left -= size;
    return [query];
  };
  return queries
    .map(normal)
    .sort((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)
    .flatMap(fitting);
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
    await shelf.set(queriesKey, { buster, queries } satisfies Saved);
  } catch (error) {
    // One query that the database cannot store must not cost the others.
    if (!(error instanceof Error) || error.name !== 'DataCloneError') throw error;
    await shelf.set(queriesKey, { buster, queries: queries.filter(canBeCloned) });
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
