// The embedded engine: SQLite through libsql; one writing connection, one for reading.
import Database from 'libsql';
import AsyncDatabase from 'libsql/promise';
import {
  Kysely,
  SqliteDialect,
  sql,
  type CompiledQuery,
  type Driver,
  type SqliteDatabase,
  type SqliteDialectConfig,
} from 'kysely';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { setDirect, type Row, type Store, type Tables } from '#server/kernel/store.ts';
import { GroupCommit, type Lane } from './group-commit.ts';
import { migrate } from './migrate.ts';
import { makePrivate } from './sqlite-file.ts';
import { keepStatements, runOn, type Statements } from './sqlite-statements.ts';
import { STAGE } from './together-text.ts';
import { Together, type Connection } from './together.ts';

/** Opens (and makes) the database file; `:memory:` is not supported because reads have a connection of their own. */
export function openSqlite(file: string): Store {
  makePrivate(file);
  const writing = open(file, WRITES_MB);
  writing.exec(`pragma wal_autocheckpoint = ${LOG_PAGES}`);
  writing.exec('pragma temp_store = memory');
  writing.exec(STAGE);
  const written = keepStatements(writing);
  const lasting: Lasting = new Map();
  const read = keepStatements(open(file, READS_MB));
  const reader = openReader(read, lasting);
  const line: Connection = {
    exec: (statements) => void writing.exec(statements),
    run: (text, values) => runOn(written, text, values),
    undo: () => rollsBackTo(writing, 'job'),
    ...readingOn(written),
  };
  const beside = readingOn(read);
  const lane = () => openLane(written, new Together(line, beside, () => lasting.clear()));
  const lanes = [lane(), lane()] as const;
  const writer = lanes[0].db;
  // Both of the driver's classes hold the same connection; only the one that answers later commits on a thread of its own.
  const commits = new GroupCommit(lanes, (statements) =>
    AsyncDatabase.prototype.exec.call(writing as never, `${statements}commit`),
  );
  return {
    engine: 'sqlite',
    read: (work) => work(reader),
    write: (work, first) => commits.enqueue(work, first),
    size: () => sizeOf(reader),
    carrier: () => null,
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
/** What is written is brought to its place so seldom (16 MB): in a storm of reports the same pages are written over and over. */
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

function rollsBackTo(database: Database.Database, savepoint: string): boolean {
  try {
    database.exec(`rollback to ${savepoint}`);
    return true;
  } catch {
    return false;
  }
}

const kyselyOn = (database: SqliteDatabase): Kysely<Tables> =>
  new Kysely<Tables>({ dialect: new SqliteDialect({ database }) });

/** What was found by the values that a query was asked with, of each query. */
type Lasting = Map<string, Map<string, Row>>;
/** Of one query. Where more were kept they are asked for again. */
const LASTING = 20_000;

const readingOn = (database: Statements): Pick<Connection, 'first' | 'rows'> => ({
  first: (text, values) => database.prepare(text).first(values),
  rows: (text, values) => database.prepare(text).all(values) as Row[],
});

/** @param kept what was found and still holds */
function openReader(database: Statements, kept: Lasting): Kysely<Tables> {
  const reader = kyselyOn(database);
  const first = async ({ sql, parameters }: CompiledQuery) => database.prepare(sql).first(parameters);
  setDirect(reader, {
    run: async ({ sql, parameters }) => runOn(database, sql, parameters),
    first,
    // Without a pause between the question and the keeping: what is forgotten meanwhile would be kept for good.
    async lasting({ sql, parameters }) {
      const key = parameters.join('\0');
      const answers = kept.get(sql) ?? new Map<string, Row>();
      const found = answers.get(key) ?? database.prepare(sql).first(parameters);
      if (answers.size >= LASTING) answers.clear();
      if (found) kept.set(sql, answers.set(key, found));
      return found && { ...found };
    },
    rowOf: (_noun, _id, query) => first(query),
    together: () => false,
  });
  return reader;
}

function openLane(database: SqliteDatabase, together: Together): Lane {
  const heeding: SqliteDatabase = {
    ...database,
    prepare(text) {
      together.before(text);
      return database.prepare(text);
    },
  };
  const db = new Kysely<Tables>({ dialect: new HeedingDialect({ database: heeding }, together) });
  setDirect(db, together);
  return { db, together };
}

/** Asks for nothing while another transaction is on its way. */
class HeedingDialect extends SqliteDialect {
  readonly #together: Together;

  constructor(config: SqliteDialectConfig, together: Together) {
    super(config);
    this.#together = together;
  }

  override createDriver(): Driver {
    const driver = super.createDriver();
    const acquire = driver.acquireConnection.bind(driver);
    driver.acquireConnection = async () => {
      await this.#together.ready();
      return acquire();
    };
    return driver;
  }
}

async function sizeOf(db: Kysely<Tables>): Promise<number> {
  const size = sql<{ bytes: number }>`select page_count * page_size as bytes from pragma_page_count, pragma_page_size`;
  return (await size.execute(db)).rows[0]?.bytes ?? 0;
}
