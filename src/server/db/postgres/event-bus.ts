// Live events between the servers on one PostgreSQL, by its own LISTEN and NOTIFY.
import { createAdapter } from '@socket.io/postgres-adapter';
import type pg from 'pg';
import type { EventBus } from '#server/db/engine.ts';
import { openPool } from './pool.ts';

/** PostgreSQL refuses a notice of 8,000 bytes; what is longer goes by the table of attachments. */
const LONGEST_NOTICE = 7900;
const SILENCE_MS = 40_000;

/** Opens connections of its own. */
export function openEventBus(url: string): EventBus {
  // One connection listens; all notices go out over the other, so that they arrive in the order of the commits. The
  // adapter sends a sign of life every few seconds and receives it itself: neither connection is ever silent for long.
  const pool = openPool(url, SILENCE_MS, { max: 2, idleTimeoutMillis: 0 });
  let closing = false;
  const held = new Set<pg.PoolClient>();
  pool.on('acquire', (client) => held.add(client));
  pool.on('release', (_error, client) => held.delete(client));
  const listening = new Promise<void>((resolve) => pool.once('acquire', () => resolve()));
  return {
    listening,
    adapter({ failed, lost }) {
      pool.on('connect', (client) => {
        client.on('end', () => {
          if (!closing) lost();
          // The adapter takes another one, and never gives back the one that listened: its place would stay taken.
          setImmediate(() => held.has(client) && client.release(true));
        });
      });
      return createAdapter(pool, { payloadThreshold: LONGEST_NOTICE, errorHandler: failed });
    },
    async close() {
      closing = true;
      await pool.end();
    },
  };
}
