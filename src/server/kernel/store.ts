// The two ways to the data: read, and write in a transaction. Which engine lies behind is server/db's affair.
import type { Kysely, Transaction } from 'kysely';

// Rows are read and written by column kinds declared in the table registry; their types live in the contract's records.
// eslint-disable-next-line typescript/no-explicit-any
export type Row = Record<string, any>;
export type Tables = Record<string, Row>;
export type Db = Kysely<Tables> | Transaction<Tables>;

export interface Store {
  readonly engine: 'sqlite' | 'postgres';
  /** Runs a read outside any write; sees only what is committed. */
  read<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /** Runs a write; resolves after it is durable, rejects with nothing done. The work must await nothing but the database. */
  write<T>(work: (db: Db) => Promise<T>): Promise<T>;
  migrate(): Promise<void>;
  close(): Promise<void>;
}
