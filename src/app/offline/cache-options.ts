// The version and owner of the persisted query cache.
import type { CacheOptions } from './restore-cache.ts';

/** Version of the stored data: raise it when a record changes its shape. */
const SCHEMA = 8;

/** Options for the cache of one user: data of another user or version is dropped. */
export const cacheOptions = (userId: string): CacheOptions => ({ buster: `${SCHEMA}:${userId}` });
