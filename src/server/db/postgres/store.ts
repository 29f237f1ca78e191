// The engine for more than one machine: PostgreSQL through pg.
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { Kysely, PostgresDialect, sql } from 'kysely';
import type { Store, Tables } from '#server/db/engine.ts';
import { migrate } from '#server/db/migrate.ts';
import { openRateLimiter } from './rate-limiter.ts';
import { openEventBus } from './event-bus.ts';
import { errorCode } from '#server/unknown.ts';
import { endWhenFrozen, openPool } from './pool.ts';

const INT8 = 20;
const SERIALIZATION_FAILURE = '40001';
const DEADLOCK = '40P01';
/** Shorter than the time until the connection counts as lost: a slow database is reported as slow. */
const STATEMENT_MS = 30_000;
const SILENCE_MS = 40_000;
/** Many clients of one busy system all write its row: each try lets one of them through. */
const TRIES = 40;
const LONGEST_PAUSE_MS = 100;

/** Opens a pool on a PostgreSQL of version 15 or later. @param silenceMs a connection without any answer for so long is dead */
export function openPostgres(url: string, silenceMs = SILENCE_MS): Store {
  pg.types.setTypeParser(INT8, Number);
  const pool = openPool(url, silenceMs, {
    max: 10,
    idleTimeoutMillis: 30_000,
    // Locks of a server that vanished are free again for the others.
    statement_timeout: STATEMENT_MS,
    idle_in_transaction_session_timeout: STATEMENT_MS,
  });
  endWhenFrozen(pool, url);
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  return {
    engine: 'postgres',
    read: (work) => work(db),
    write: (work) => again(() => db.transaction().setIsolationLevel('repeatable read').execute(work)),
    size: () => sizeOf(db),
    eventBus: () => openEventBus(url),
    rateLimiter: (limit) => openRateLimiter(pool, limit),
    migrate: () => migrateAlone(url),
    close: () => db.destroy(),
  };
}

/** By a connection of its own: an index on a large table takes its time, and so does another node that migrates. */
async function migrateAlone(url: string): Promise<void> {
  const pool = openPool(url, null, { max: 1 });
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  await migrate(db, 'postgres').finally(() => db.destroy());
}

/** Two writers that met are tried again: the database undid the later one as if it had never run. */
async function again<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const code = errorCode(error);
      if ((code !== SERIALIZATION_FAILURE && code !== DEADLOCK) || attempt >= TRIES) throw error;
      // By chance, so that those who met do not meet again.
      await wait(Math.random() * Math.min(LONGEST_PAUSE_MS, 2 ** attempt));
    }
  }
}

async function sizeOf(db: Kysely<Tables>): Promise<number> {
  const size = sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`;
  return (await size.execute(db)).rows[0]?.bytes ?? 0;
}
