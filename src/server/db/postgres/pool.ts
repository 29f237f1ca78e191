// Pools of connections to PostgreSQL that are never half of one: the other end may be gone without a word.
import { Socket } from 'node:net';
import pg from 'pg';

/** A caller gets an error after 5 s without a database, whether it waits for a connection or on one. */
const CONNECT_MS = 5_000;
const SUSPECT_MS = 3_000;
const PROBE_MS = 2_000;
const ignored = (): void => undefined;

/** Has the code of the operating system for the same: the database is taken for absent (pipeline/outage.ts). */
const frozen = (ms: number): Error =>
  Object.assign(new Error(`PostgreSQL did not answer for ${ms / 1000} s`), { code: 'ETIMEDOUT' });

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
      return socket.setTimeout(silenceMs ?? 0, () => socket.destroy(frozen(silenceMs ?? 0)));
    },
    ...more,
  });
  // A connection that ended (the database was started again) would else end this process, whether somebody held it or
  // not. What waited for it has failed, and the next query opens another.
  pool.on('error', ignored);
  pool.on('connect', (client) => client.on('error', ignored));
  return pool;
}

/**
 * Ends the connections of a pool whose server is frozen. Who holds one for SUSPECT_MS causes a probe: another connection that
 * asks for one row. While that is answered the statement is merely slow, and goes on.
 */
export function endWhenFrozen(pool: pg.Pool, url: string): void {
  const timers = new Map<pg.PoolClient, NodeJS.Timeout>();
  let probe: Promise<boolean> | null = null;
  const watch = (client: pg.PoolClient): void => void timers.set(client, setTimeout(suspect, SUSPECT_MS, client));
  const suspect = async (client: pg.PoolClient): Promise<void> => {
    const isAlive = await (probe ??= answers(url).finally(() => (probe = null)));
    if (!timers.has(client)) return;
    if (isAlive) watch(client);
    else client.connection.stream.destroy(frozen(SUSPECT_MS + PROBE_MS));
  };
  pool.on('acquire', watch);
  pool.on('release', (_error, client) => {
    clearTimeout(timers.get(client));
    timers.delete(client);
  });
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: PROBE_MS, query_timeout: PROBE_MS });
  client.on('error', ignored);
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    client.connection.stream.destroy();
  }
}
