// The two ways to the data: read, and write in a transaction; and a short one to single rows. Which engine lies behind is
// server/db's affair.
import type { Kysely, Transaction } from 'kysely';
import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import type { ServerOptions } from 'socket.io';

// Rows are read and written by column kinds declared in the table registry; their types live in the contract's records.
// eslint-disable-next-line typescript/no-explicit-any
export type Row = Record<string, any>;
export type Tables = Record<string, Row>;
export type Db = Kysely<Tables> | Transaction<Tables>;

/** Takes what happens on one server to the others on the same database. */
export interface Carrier {
  /** Resolves once it hears the others. */
  listening: Promise<void>;
  /** @param told.lost what others did may have been missed: its connection to the database ended */
  adapter(told: { failed(error: unknown): void; lost(): void }): NonNullable<ServerOptions['adapter']>;
  close(): Promise<void>;
}

/** One row, by its id. */
export interface RowName {
  noun: string;
  id: string;
}

/** At most `points` in `seconds` under one key, counted from the first. */
export interface RateLimit {
  /** Unique among the limits: the counts of all are in one place. */
  readonly name: string;
  readonly points: number;
  readonly seconds: number;
}

export interface Store {
  readonly engine: 'sqlite' | 'postgres';
  /** Runs a read outside any write; sees only what is committed. */
  read<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /**
   * Runs a write; resolves after it is durable, rejects with nothing done. The work must await nothing but the database, and
   * may be done again from its beginning.
   */
  write<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /** Opens what joins this server to others; null where there can be none. */
  carrier(): Carrier | null;
  /** Opens the counts of a limit: those of one PostgreSQL are counted together by all servers on it. */
  rateLimiter(limit: RateLimit): RateLimiterAbstract;
  /** Bytes that the database takes on disk. */
  size(): Promise<number>;
  migrate(): Promise<void>;
  close(): Promise<void>;
}
