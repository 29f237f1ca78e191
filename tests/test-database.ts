// The base of a test server: a temporary folder, a database of either engine, and a clock that the test owns.
import { existsSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import { openPostgres } from '#server/db/postgres/store.ts';
import { openSqlite } from '#server/db/sqlite/store.ts';
import type { Store } from '#server/db/engine.ts';
import { freshDatabase, postgresPrograms } from './postgres.ts';

export type Engine = 'sqlite' | 'postgres';

/** Every engine that this machine has; tests/server/engines.test.ts says so where one is missing. */
export const databases: readonly Engine[] = postgresPrograms() ? ['sqlite', 'postgres'] : ['sqlite'];

/** In memory where the machine offers it: hundreds of small commits would else wait for the disk. */
const FAST = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

/** Where lies what a whole run shares: of the run whose process has that id, which ends it (tests/run-ended.ts). */
export const sharedBy = (run: number): string => join(FAST, `backwatch-run-${run}`);

export interface Ground {
  engine: Engine;
  folder: string;
  /** Null on SQLite. */
  databaseUrl: string | null;
  databaseName: string | null;
  /** A connection of its own to the same database: one for each server. */
  openStore(): Store;
  gone(): Promise<void>;
}

/** Files beside SQLite's own go whenever a statement of a closed connection is collected; see `settled`. */
const isWhole = (path: string): boolean => !/-(?:wal|shm)$/.test(path);

/** Brings all that a database holds into its one file, so that it can be copied. */
export function settled({ engine, folder }: Ground): void {
  if (engine !== 'sqlite') return;
  const database = new Database(join(folder, 'backwatch.db'));
  database.exec('pragma wal_checkpoint(truncate)');
  database.close();
}

/** Bare ground, or a copy of one on which no server stands any more. */
export async function makeGround(engine: Engine, of: Ground | null = null, within = FAST): Promise<Ground> {
  const folder = await mkdtemp(join(within, 'backwatch-world-'));
  if (of) await cp(of.folder, folder, { recursive: true, filter: isWhole });
  const database = engine === 'postgres' ? await freshDatabase(of?.databaseName ?? undefined) : null;
  return {
    engine,
    folder,
    databaseUrl: database?.url ?? null,
    databaseName: database?.name ?? null,
    openStore: () => (database ? openPostgres(database.url) : openSqlite(join(folder, 'backwatch.db'))),
    async gone() {
      await database?.drop();
      // A server that was killed in the middle of a write may still have a file in it made.
      await rm(folder, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

export class Clock {
  #at: number;
  #real = false;

  constructor(at: string) {
    this.#at = Date.parse(at);
  }

  readonly now = (): string => new Date(this.#real ? this.#at + Date.now() : this.#at).toISOString();

  /** From here on it goes by itself, as the real one does. */
  run(): void {
    this.#at -= Date.now();
    this.#real = true;
  }

  set(at: string): void {
    this.#at = Date.parse(at);
  }

  /** The instant `ms` from now (before it, when negative). */
  in(ms: number): string {
    return new Date(Date.parse(this.now()) + ms).toISOString();
  }

  advance(ms: number): void {
    this.#at += ms;
  }
}

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
