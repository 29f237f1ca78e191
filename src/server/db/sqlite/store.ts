// The embedded engine: SQLite through libsql; one writing connection, one for reading.
import Database from 'libsql';
import AsyncDatabase from 'libsql/promise';
import { Kysely, SqliteDialect, sql } from 'kysely';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { Store, Tables } from '#server/db/engine.ts';
import { GroupCommit } from './group-commit.ts';
import { migrate } from '#server/db/migrate.ts';
import { makePrivate } from './file.ts';
import { keepStatements } from './statements.ts';

/** Opens (and makes) the database file; `:memory:` is not supported because reads have a connection of their own. */
export function openSqlite(file: string): Store {
  makePrivate(file);
  const writing = open(file, WRITES_MB);
  writing.exec(`pragma wal_autocheckpoint = ${LOG_PAGES}`);
  const writer = kyselyOn(writing);
  const reader = kyselyOn(open(file, READS_MB));
  const commits = new GroupCommit(writer, {
    exec: (statement) => void writing.exec(statement),
    // Both of the driver's classes hold the same connection; only the promise class commits on a thread of its own.
    commit: () => AsyncDatabase.prototype.exec.call(writing as never, 'commit'),
  });
  return {
    engine: 'sqlite',
    read: (work) => work(reader),
    write: (work) => commits.enqueue(work),
    size: () => sizeOf(reader),
    eventBus: () => null,
    rateLimiter: ({ name, points, seconds }) => new RateLimiterMemory({ keyPrefix: name, points, duration: seconds }),
    async migrate() {
      // Before the first request the thread may wait; afterwards GroupCommit does so beside it.
      writing.exec(`pragma busy_timeout = ${START_LOCK_MS}`);
      await migrate(writer, 'sqlite').finally(() => writing.exec('pragma busy_timeout = 0'));
    },
    async close() {
      await commits.idle();
      await reader.destroy();
      // The checkpoint fails where it has to read the tables itself, as after a change of them by another connection.
      writing.exec('select 1 from sqlite_schema limit 0');
      // A copy of the file alone has all of it.
      writing.exec('pragma wal_checkpoint(truncate)');
      await writer.destroy();
    },
  };
}

/** Of the file, held at most. Lists of a large installation go through its systems, and through an index of millions. */
const READS_MB = 128;
const WRITES_MB = 16;
/** How long (ms) a lock of another process is waited for on this thread: at the start, and by one read. */
const START_LOCK_MS = 5000;
const READ_LOCK_MS = 100;
/** Checkpoints are rare (16 MB): a burst of reports writes the same pages over and over. */
const LOG_PAGES = 4000;

function open(file: string, cacheMb: number): Database.Database {
  const database = new Database(file);
  database.exec(`pragma busy_timeout = ${START_LOCK_MS}`);
  database.exec('pragma journal_mode = wal');
  database.exec('pragma synchronous = full');
  database.exec('pragma foreign_keys = on');
  database.exec(`pragma busy_timeout = ${READ_LOCK_MS}`);
  database.exec(`pragma cache_size = -${cacheMb * 1000}`);
  return database;
}

const kyselyOn = (database: Database.Database): Kysely<Tables> =>
  new Kysely<Tables>({ dialect: new SqliteDialect({ database: keepStatements(database) }) });

async function sizeOf(db: Kysely<Tables>): Promise<number> {
  const size = sql<{ bytes: number }>`select page_count * page_size as bytes from pragma_page_count, pragma_page_size`;
  return (await size.execute(db)).rows[0]?.bytes ?? 0;
}
