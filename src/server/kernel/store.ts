// The two ways to the data: read, and write in a transaction; and a short one to single rows. Which engine lies behind is
// server/db's affair.
import type { CompiledQuery, Kysely, QueryResult, Transaction } from 'kysely';
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
   *
   * @param first which rows it asks for first: those of many writes can be read at once
   */
  write<T>(work: (db: Db) => Promise<T>, first?: readonly RowName[]): Promise<T>;
  /** Opens what joins this server to others; null where there can be none. */
  carrier(): Carrier | null;
  /** Opens the counts of a limit: those of one PostgreSQL are counted together by all servers on it. */
  rateLimiter(limit: RateLimit): RateLimiterAbstract;
  /** Bytes that the database takes on disk. */
  size(): Promise<number>;
  migrate(): Promise<void>;
  close(): Promise<void>;
}

/** The values of one row that is added, or of the one with that id which is changed. */
export interface Write {
  noun: string;
  /** Null of a row that is added. */
  id: string | null;
  values: Row;
}

/** Past the ways of a query: of an engine that answers at once. */
export interface Direct {
  run(query: CompiledQuery): Promise<QueryResult<Row>>;
  /** The first row of what the query finds; the others are not looked for. */
  first(query: CompiledQuery): Promise<Row | undefined>;
  /** As `first`. What was found is answered again as long as nothing is written but what waits for others, see `together`. */
  lasting(query: CompiledQuery): Promise<Row | undefined>;
  /** Runs the query for the row with that id; what was read of it before may be answered, as long as nothing was written. */
  rowOf(noun: string, id: string, query: CompiledQuery): Promise<Row | undefined>;
  /** Takes what may wait for the writes of others, to be written with them in one statement; false where it cannot. */
  together(write: Write): boolean;
}

const ways = new WeakMap<Db, Direct>();

/** Null where the engine has none. */
export const directOf = (db: Db): Direct | null => ways.get(db) ?? null;
export const setDirect = (db: Db, direct: Direct): void => void ways.set(db, direct);
