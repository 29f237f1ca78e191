// Statements of SQLite: prepared once for each text.
import type Database from 'libsql';
import type { QueryResult, SqliteDatabase, SqliteStatement } from 'kysely';
import type { Row } from '#server/kernel/store.ts';

/** Texts of queries are few and come again: to prepare one costs more than to run it. Lists of ids make some that do not. */
const STATEMENTS = 500;
/** In characters, over all that is kept: a prepared statement takes many times its text. */
const KEPT = 500_000;
/** A longer one is not kept. */
const LONGEST = 50_000;

interface Statement extends SqliteStatement {
  /** The first row; the others are not looked for. */
  first(values: readonly unknown[]): Row | undefined;
}

/** From so many on rows are quicker read as one text: the driver hands over each value by itself. */
const MANY_COLUMNS = 10;

type Columns = readonly { name: string }[];
type Values = readonly unknown[];

/** Whether each row of the query can be had as one text. */
const isWhole = (text: string, columns: Columns): boolean =>
  columns.length >= MANY_COLUMNS &&
  text.startsWith('select') &&
  new Set(columns.map(({ name }) => name)).size === columns.length;

/** The query whose rows are one text of JSON each. Numbers are whole ones, in all tables: JSON has them as they are. */
function wholeText(text: string, columns: Columns): string {
  const names = columns.map(({ name }) => `"${name.replaceAll('"', '""')}"`);
  return `select json_array(${names.join()}) from (${text})`;
}
const parsed = (row: unknown[]): unknown[] => JSON.parse(String(row[0])) as unknown[];

function statementOf(database: Database.Database, text: string): Statement {
  const statement = database.prepare(text);
  const run = (values: Values) => statement.run(values) as { changes: number; lastInsertRowid: number | bigint };
  if (!statement.reader)
    return { reader: false, all: () => [], run, iterate: () => [].values(), first: () => undefined };
  const columns = statement.raw(true).columns();
  const named = namedBy(columns);
  const whole = isWhole(text, columns);
  const prepared = () => database.prepare(whole ? wholeText(text, columns) : text).raw(true);
  // Two, for the driver's `get` after an `all` of the same one answers what was asked before.
  let [one, all] = [null, null] as (Database.Statement | null)[];
  let isRepeated = false;
  return {
    reader: true,
    all(values) {
      // A text that comes once is prepared once.
      if (isRepeated && whole)
        return ((all ??= prepared()).all(values) as unknown[][]).map((row) => named(parsed(row)));
      isRepeated = true;
      return (statement.all(values) as unknown[][]).map(named);
    },
    run,
    // Half of the time that a list of one row takes.
    first(values) {
      const row = (one ??= prepared()).get(values) as unknown[] | undefined;
      return row && named(whole ? parsed(row) : row);
    },
    *iterate(values) {
      for (const row of statement.iterate(values)) yield named(row as unknown[]);
    },
  };
}

/** Names the values of a row, in a copy of an object that has all names: adding eighty of them one by one takes four times as long. */
function namedBy(columns: Columns): (values: unknown[]) => Record<string, unknown> {
  const names = columns.map(({ name }) => name);
  const empty: Record<string, unknown> = Object.fromEntries(names.map((name) => [name, null]));
  return (values) => {
    const row = { ...empty };
    for (const [at, name] of names.entries()) row[name] = values[at];
    return row;
  };
}

export interface Statements extends SqliteDatabase {
  prepare(text: string): Statement;
}

export function keepStatements(database: Database.Database): Statements {
  const kept = new Map<string, Statement>();
  let size = 0;
  return {
    prepare(text) {
      const known = kept.get(text);
      if (known) return known;
      const made = statementOf(database, text);
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

export function runOn(database: Statements, text: string, values: readonly unknown[]): QueryResult<Row> {
  const statement = database.prepare(text);
  if (statement.reader) return { rows: statement.all(values) as Row[] };
  return { rows: [], numAffectedRows: BigInt(statement.run(values).changes) };
}
