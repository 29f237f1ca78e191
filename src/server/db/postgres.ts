// The engine for more than one machine: PostgreSQL through pg.
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { Kysely, PostgresDialect } from 'kysely';
import type { Store, Tables } from '#server/kernel/store.ts';
import { migrate } from './migrate.ts';
import { openCarrier } from './postgres-carrier.ts';

const INT8 = 20;
const SERIALIZATION_FAILURE = '40001';
const DEADLOCK = '40P01';
/** Many clients of one busy system all write its row: each try lets one of them through. */
const TRIES = 40;
const LONGEST_PAUSE_MS = 100;

/** Opens a pool on a PostgreSQL of version 15 or later. */
export function openPostgres(url: string): Store {
  pg.types.setTypeParser(INT8, Number);
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 10_000,
  });
  // An idle connection that the database ended (its restart) would else end this process; the next query opens another.
  pool.on('error', () => undefined);
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  return {
    engine: 'postgres',
    read: (work) => work(db),
    write: (work) => again(() => db.transaction().setIsolationLevel('repeatable read').execute(work)),
    carrier: () => openCarrier(url),
    migrate: () => migrate(db, 'postgres'),
    close: () => db.destroy(),
  };
}

/** Two writers that met are tried again: the database undid the later one as if it had never run. */
async function again<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const { code } = error as { code?: string };
      if ((code !== SERIALIZATION_FAILURE && code !== DEADLOCK) || attempt >= TRIES) throw error;
      // By chance, so that those who met do not meet again.
      await wait(Math.random() * Math.min(LONGEST_PAUSE_MS, 2 ** attempt));
    }
  }
}
