// In the page of the measurement: the persisted cache by the library's functions and by those of the app.
import {
  type PersistedClient,
  type Persister,
  persistQueryClientRestore,
  persistQueryClientSave,
} from '@tanstack/query-persist-client-core';
import { QueryClient } from '@tanstack/react-query';
import { openStore, cacheStore } from '#app/offline/idb.ts';
import { dehydrateQueries } from '#app/offline/persist-cache.ts';
import { maxAgeMs, queriesKey, restoreCache } from '#app/offline/restore-cache.ts';

const buster = 'bench';
const KEY = 'client';
const libraryStore = openStore('library-cache', 'queries');
/** The persister that the library's documentation gives for IndexedDB. */
const persister: Persister = {
  persistClient: (client) => libraryStore.set(KEY, client),
  restoreClient: () => libraryStore.get<PersistedClient>(KEY),
  removeClient: () => libraryStore.del(KEY),
};
const dehydrateOptions = {
  shouldDehydrateMutation: () => false,
  shouldDehydrateQuery: (query: { meta?: Record<string, unknown> | undefined }) => query.meta?.['persist'] === true,
};
const hydrateOptions = { defaultOptions: { queries: { gcTime: maxAgeMs } } };

const variants = {
  own: {
    save: (client: QueryClient) =>
      cacheStore.set(queriesKey, { buster, queries: dehydrateQueries(client, Date.now()) }),
    restore: (client: QueryClient) => restoreCache(client, { buster, limitMs: 60_000 }),
  },
  library: {
    save: (queryClient: QueryClient) => persistQueryClientSave({ queryClient, persister, buster, dehydrateOptions }),
    restore: (queryClient: QueryClient) =>
      persistQueryClientRestore({ queryClient, persister, buster, maxAge: maxAgeMs, hydrateOptions }),
  },
} as const;

/** The way of persisting. */
export type Variant = keyof typeof variants;

/** An answer of the server and the key that it is cached under. */
export interface CachedAnswer {
  key: string;
  data: unknown;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

const page = {
  /** Stores the answers; milliseconds of the save. */
  save(variant: Variant, answers: readonly CachedAnswer[]): Promise<number> {
    const client = new QueryClient({ defaultOptions: { queries: { gcTime: maxAgeMs, meta: { persist: true } } } });
    for (const { key, data } of answers)
      client
        .getQueryCache()
        .build(client, { queryKey: [key] })
        .setData(data);
    return timed(() => variants[variant].save(client));
  },
  /** Milliseconds until the stored answers are in a new cache, and how many there are. */
  async restore(variant: Variant): Promise<{ ms: number; queries: number }> {
    const client = new QueryClient();
    const ms = await timed(() => variants[variant].restore(client));
    return { ms, queries: client.getQueryCache().getAll().length };
  },
};

/** The functions of the page that the measurement calls. */
export type PersistedCachePage = typeof page;
Object.assign(globalThis, { persistedCachePage: page });
