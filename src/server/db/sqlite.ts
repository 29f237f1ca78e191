// The embedded engine: SQLite through libsql; one writing connection, one for reading.
import Database from 'libsql';
import { Kysely, SqliteDialect } from 'kysely';
import type { Store, Tables } from '#server/kernel/store.ts';
import { GroupCommit } from './group-commit.ts';
import { migrate } from './migrate.ts';

/** Opens (and makes) the database file; `:memory:` is not supported because reads have a connection of their own. */
export function openSqlite(file: string): Store {
  const writer = connect(file);
  const reader = connect(file);
  const commits = new GroupCommit(writer);
  return {
    engine: 'sqlite',
    read: (work) => work(reader),
    write: (work) => commits.enqueue(work),
    migrate: () => migrate(writer, 'sqlite'),
    async close() {
      await commits.idle();
      await reader.destroy();
      await writer.destroy();
    },
  };
}

function connect(file: string): Kysely<Tables> {
  const database = new Database(file);
  database.exec('pragma journal_mode = wal');
  database.exec('pragma synchronous = full');
  database.exec('pragma foreign_keys = on');
  database.exec('pragma busy_timeout = 5000');
  database.exec('pragma cache_size = -16000');
  return new Kysely<Tables>({ dialect: new SqliteDialect({ database: database as never }) });
}
