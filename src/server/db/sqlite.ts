// The embedded engine: SQLite through libsql; one writing connection, one for reading.
import Database from 'libsql';
import AsyncDatabase from 'libsql/promise';
import { Kysely, SqliteDialect, type SqliteDatabase, type SqliteStatement } from 'kysely';
import type { Store, Tables } from '#server/kernel/store.ts';
import { GroupCommit } from './group-commit.ts';
import { migrate } from './migrate.ts';

/** Opens (and makes) the database file; `:memory:` is not supported because reads have a connection of their own. */
export function openSqlite(file: string): Store {
  const writing = open(file, WRITES_MB);
  const writer = kyselyOn(writing);
  const reader = kyselyOn(open(file, READS_MB));
  const commits = new GroupCommit(writer, {
    say: (statement) => void writing.exec(statement),
    // Both of the driver's classes hold the same connection; only the one that answers later commits on a thread of its own.
    commit: () => AsyncDatabase.prototype.exec.call(writing as never, 'commit'),
  });
  return {
    engine: 'sqlite',
    read: (work) => work(reader),
    write: (work) => commits.enqueue(work),
    carrier: () => null,
    migrate: () => migrate(writer, 'sqlite'),
    async close() {
      await commits.idle();
      await reader.destroy();
      await writer.destroy();
    },
  };
}

/** Of the file, held at most. Lists of a large installation go through its systems, and through an index of millions. */
const READS_MB = 128;
const WRITES_MB = 16;

function open(file: string, cacheMb: number): Database.Database {
  const database = new Database(file);
  database.exec('pragma journal_mode = wal');
  database.exec('pragma synchronous = full');
  database.exec('pragma foreign_keys = on');
  database.exec('pragma busy_timeout = 5000');
  database.exec(`pragma cache_size = -${cacheMb * 1000}`);
  return database;
}

const kyselyOn = (database: Database.Database): Kysely<Tables> =>
  new Kysely<Tables>({ dialect: new SqliteDialect({ database: keepStatements(database) }) });

/** Texts of queries are few and come again: to prepare one costs more than to run it. Lists of ids make some that do not. */
const STATEMENTS = 500;
/** In characters, over all that is kept: a prepared statement takes many times its text. */
const KEPT = 500_000;
/** A longer one is not kept. */
const LONGEST = 50_000;

function statementOf(statement: Database.Statement): SqliteStatement {
  const run = (values: readonly unknown[]) =>
    statement.run(values) as { changes: number; lastInsertRowid: number | bigint };
  if (!statement.reader) return { reader: false, all: () => [], run, iterate: () => [].values() };
  const named = namedBy(statement.raw(true).columns());
  return {
    reader: true,
    all: (values) => (statement.all(values) as unknown[][]).map(named),
    run,
    *iterate(values) {
      for (const row of statement.iterate(values)) yield named(row as unknown[]);
    },
  };
}

const makers = new Map<string, (values: unknown[]) => Record<string, unknown>>();
const MAKERS = 1000;

/**
 * What names the values of a row. The driver's own objects take twice as long, and are slow to read and to copy ever after:
 * it sets one property after the other. These are made whole.
 */
function namedBy(columns: readonly { name: string }[]): (values: unknown[]) => Record<string, unknown> {
  const text = `return {${columns.map(({ name }, at) => `${JSON.stringify(name)}: values[${at}]`).join(', ')}}`;
  const known = makers.get(text);
  if (known) return known;
  if (makers.size >= MAKERS) makers.clear();
  // Made of the names of columns alone.
  const made = new Function('values', text) as (values: unknown[]) => Record<string, unknown>;
  makers.set(text, made);
  return made;
}

function keepStatements(database: Database.Database): SqliteDatabase {
  const kept = new Map<string, SqliteStatement>();
  let size = 0;
  return {
    prepare(text) {
      const known = kept.get(text);
      if (known) return known;
      const made = statementOf(database.prepare(text));
      if (text.length > LONGEST) return made;
      kept.set(text, made);
      size += text.length;
      for (const oldest of kept.keys()) {
        if (kept.size <= STATEMENTS && size <= KEPT) break;
        kept.delete(oldest);
        size -= oldest.length;
      }
      return made;
    },
    close: () => void database.close(),
  };
}
