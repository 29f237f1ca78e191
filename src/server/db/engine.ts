// The two ways to the data: read, and write in a transaction; and a short one to single rows. Which engine lies behind is
// server/db's affair.
import type { ColumnType, InsertType, Kysely, SelectType, Transaction } from 'kysely';
import type * as z from 'zod/mini';
import type { Contract } from '#contract/index.ts';
import type { Columns, DecodedRow, NewRow, StoredRow, StoredTables } from '#server/query/columns.ts';
import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import type { ServerOptions } from 'socket.io';

/** The columns of every table that has a record. Tables add themselves by interface merging, so that nothing here imports an entity. */
export interface TableColumns {}
/** Every table as it is stored; those without a record add themselves as well. */
export interface Database extends StoredTables<TableColumns> {}
export type Db = Kysely<Database> | Transaction<Database>;

/** A noun whose table has a record. */
export type Noun = keyof TableColumns;
/** The tables with a record. */
export interface RecordTables extends StoredTables<TableColumns> {}
/** Nouns whose rows repositories write: no change of them is recorded. Nouns add themselves by interface merging. */
export interface RepositoryNouns {}
/** The tables that only repositories name: those without a record, and those of `RepositoryNouns`. */
export type UnscopedTables = Omit<Database, Exclude<Noun, keyof RepositoryNouns>>;
/** The tables with a record, in which only columns that the record does not show can be set. */
export type UnrecordedTables = {
  [N in Noun]: {
    [C in keyof RecordTables[N]]: C extends keyof RecordFor<N>
      ? ColumnType<SelectType<RecordTables[N][C]>, InsertType<RecordTables[N][C]>, never>
      : RecordTables[N][C];
  };
};
type ColumnsOf<N extends Noun> = TableColumns[N] extends Columns ? TableColumns[N] : never;
/** The decoded row of a noun. */
export type RowOf<N extends Noun> = DecodedRow<ColumnsOf<N>>;
/** The stored row of a noun. */
export type StoredRowOf<N extends Noun> = StoredRow<ColumnsOf<N>>;
/** The values of a new row of a noun. */
export type NewRowOf<N extends Noun> = NewRow<ColumnsOf<N>>;
/** Values of a noun that is known only at run time, by column or attribute. */
export type Row = Record<string, unknown>;
/** A row of such a noun. Every table of a noun has an id; `editedAt` and `editedBy` only those that people edit. */
export type AnyRow = Row & { id: string; editedAt?: string; editedBy?: string | null };
/** The decoded row, and the values of a new one, by noun; of a noun that is known only at run time any. */
export type RowFor<N extends string> = N extends Noun ? RowOf<N> : AnyRow;
export type NewRowFor<N extends string> = N extends Noun ? NewRowOf<N> : Row;
/** The record as the contract's schema reads it. */
export type RecordFor<N extends string> = N extends keyof Contract ? z.input<Contract[N]['record']> : Row;
/** The tables for code that knows their names only at run time: queries over any noun, and migrations. */
export type Tables = Record<string, Row>;
/** The database for such code. */
export type AnyDb = Kysely<Tables>;
// Kysely's types are not those of its tables at run time, so this is the same object.
export const anyTables = (db: Db): AnyDb => db as unknown as AnyDb;

export type { NotNull, SelectQueryBuilder, Updateable } from 'kysely';

/** Takes what happens on one server to the others on the same database. */
export interface EventBus {
  /** Resolves once it receives the messages of the others. */
  listening: Promise<void>;
  /** @param handlers.lost called when messages of others may be lost: the connection to the database ended */
  adapter(handlers: { failed(error: unknown): void; lost(): void }): NonNullable<ServerOptions['adapter']>;
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
  eventBus(): EventBus | null;
  /** Opens the counts of a limit: those of one PostgreSQL are counted together by all servers on it. */
  rateLimiter(limit: RateLimit): RateLimiterAbstract;
  /** Bytes that the database takes on disk. */
  size(): Promise<number>;
  migrate(): Promise<void>;
  close(): Promise<void>;
}
