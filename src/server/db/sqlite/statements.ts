// Statements of SQLite: prepared once for each text.
import type Database from 'libsql';
import type { SqliteDatabase, SqliteStatement } from 'kysely';

/** Texts of queries are few and come again: to prepare one costs more than to run it. Lists of ids make some that do not. */
const STATEMENTS = 500;
/** In characters, over all cached statements: a prepared statement takes many times its text. */
const MAX_CHARACTERS = 500_000;
/** A longer one is not cached. */
const LONGEST = 50_000;

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
// Statements are read with `raw(true)`, and the query of `wholeText` selects one array of JSON.
const valuesOf = (row: unknown) => row as unknown[];
const parsed = (row: unknown): unknown => JSON.parse(String(valuesOf(row)[0]));

function statementOf(database: Database.Database, text: string): SqliteStatement {
  const statement = database.prepare(text);
  const run = (values: Values) => statement.run(values);
  if (!statement.reader) return { reader: false, all: () => [], run, iterate: () => [].values() };
  const columns = statement.raw(true).columns();
  const named = namedBy(columns);
  const isOneText = isWhole(text, columns);
  let whole: Database.Statement | null = null;
  let isRepeated = false;
  return {
    reader: true,
    all(values) {
      // A text that comes once is prepared once.
      if (isRepeated && isOneText) {
        whole ??= database.prepare(wholeText(text, columns)).raw(true);
        return whole.all(values).map((row) => named(parsed(row)));
      }
      isRepeated = true;
      return statement.all(values).map(named);
    },
    run,
    *iterate(values) {
      for (const row of statement.iterate(values)) yield named(row);
    },
  };
}

/** Names the values of a row, in a copy of an object that has all names: adding eighty of them one by one takes four times as long. */
function namedBy(columns: Columns): (row: unknown) => Record<string, unknown> {
  const names = columns.map(({ name }) => name);
  const empty: Record<string, unknown> = Object.fromEntries(names.map((name) => [name, null]));
  return (row) => {
    const values = valuesOf(row);
    const named = { ...empty };
    for (const [at, name] of names.entries()) named[name] = values[at];
    return named;
  };
}

export function keepStatements(database: Database.Database): SqliteDatabase {
  const cached = new Map<string, SqliteStatement>();
  let size = 0;
  return {
    prepare(text) {
      const known = cached.get(text);
      if (known) return known;
      const made = statementOf(database, text);
      if (text.length > LONGEST) return made;
      cached.set(text, made);
      size += text.length;
      for (const oldest of cached.keys()) {
        if (cached.size <= STATEMENTS && size <= MAX_CHARACTERS) break;
        cached.delete(oldest);
        size -= oldest.length;
      }
      return made;
    },
    close: () => void database.close(),
  };
}
