// Under which mark this person's data is kept on the device.
import type { CacheOptions } from './restore-cache.ts';

/** Version of the shapes that are kept on the device: raise it when they change. */
const SCHEMA = 3;

/** Whose data, in which shape: what is kept under another one is dropped. */
export const cacheOptions = (userId: string): CacheOptions => ({ buster: `${SCHEMA}:${userId}` });
