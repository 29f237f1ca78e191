// Pools of connections to PostgreSQL that are never half of one: the other end may be gone without a word.
import { Socket } from 'node:net';
import pg from 'pg';

const CONNECT_MS = 10_000;
const ignored = (): void => undefined;

/**
 * Opens a pool. A connection on which nothing moved for `silenceMs` (ms) is destroyed: a query that merely timed out would
 * leave it in the pool, and the next one would wait on it just as long. Null waits for any answer.
 */
export function openPool(url: string, silenceMs: number | null, more: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    stream() {
      const socket = new Socket();
      // The code of the operating system for the same: the database is taken for absent (kernel/outage.ts).
      const silent = Object.assign(new Error(`PostgreSQL did not answer for ${(silenceMs ?? 0) / 1000} s`), {
        code: 'ETIMEDOUT',
      });
      return socket.setTimeout(silenceMs ?? 0, () => socket.destroy(silent));
    },
    ...more,
  });
  // A connection that ended (the database was started again) would else end this process, whether somebody held it or
  // not. What waited for it has failed, and the next query opens another.
  pool.on('error', ignored);
  pool.on('connect', (client) => client.on('error', ignored));
  return pool;
}
