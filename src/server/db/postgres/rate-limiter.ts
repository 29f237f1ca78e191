// The counts of rate limits in PostgreSQL, so that they hold over all servers on one database.
import type pg from 'pg';
import { RateLimiterPostgres } from 'rate-limiter-flexible';
import { RATE_LIMITS } from '#server/db/migrations/0033-rate-limits.ts';
import type { RateLimit } from '#server/db/engine.ts';

/** Opens the counts of one limit. The limiter removes rows that are an hour old. */
export const openRateLimiter = (pool: pg.Pool, { name, points, seconds }: RateLimit): RateLimiterPostgres =>
  new RateLimiterPostgres({
    storeClient: pool,
    storeType: 'pool',
    tableName: RATE_LIMITS,
    tableCreated: true,
    keyPrefix: name,
    points,
    duration: seconds,
  });
