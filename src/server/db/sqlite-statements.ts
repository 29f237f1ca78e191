// Statements of SQLite: prepared once for each text, their rows made whole.
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

interface Reading {
  first(values: readonly unknown[]): unknown[] | undefined;
  all(values: readonly unknown[]): unknown[][];
}

type Columns = readonly { name: string }[];

/** Whether each row of the query can be had as one text. */
const isWhole = (text: string, columns: Columns): boolean =>
  columns.length >= MANY_COLUMNS &&
  text.startsWith('select') &&
  new Set(columns.map(({ name }) => name)).size === columns.length;

/** Reads rows, each as one text of JSON. Numbers are whole ones, in all tables: JSON has them as they are. */
function wholeReading(database: Database.Database, text: string, columns: Columns): Reading {
  const names = columns.map(({ name }) => `"${name.replaceAll('"', '""')}"`);
  const statement = database.prepare(`select json_array(${names.join()}) from (${text})`).raw(true);
  const parsed = (row: unknown) => JSON.parse((row as [string])[0]) as unknown[];
  return {
    first(values) {
      const row: unknown = statement.get(values);
      return row === undefined ? undefined : parsed(row);
    },
    all: (values) => statement.all(values).map(parsed),
  };
}

function statementOf(database: Database.Database, text: string): Statement {
  const statement = database.prepare(text);
  const run = (values: readonly unknown[]) =>
    statement.run(values) as { changes: number; lastInsertRowid: number | bigint };
  if (!statement.reader)
    return { reader: false, all: () => [], run, iterate: () => [].values(), first: () => undefined };
  const columns = statement.raw(true).columns();
  const named = namedBy(columns);
  const plain: Reading = {
    // Half of the time that a list of one row takes.
    first: (values) => statement.get(values) as unknown[] | undefined,
    all: (values) => statement.all(values) as unknown[][],
  };
  let reading: Reading | null = null;
  let isRepeated = false;
  // A text that is run once is prepared once.
  const best = () => {
    if (isRepeated) reading ??= isWhole(text, columns) ? wholeReading(database, text, columns) : plain;
    isRepeated = true;
    return reading ?? plain;
  };
  return {
    reader: true,
    all: (values) => best().all(values).map(named),
    run,
    first(values) {
      const row = best().first(values);
      return row && named(row);
    },
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
function namedBy(columns: Columns): (values: unknown[]) => Record<string, unknown> {
  const text = `return {${columns.map(({ name }, at) => `${JSON.stringify(name)}: values[${at}]`).join(', ')}}`;
  const known = makers.get(text);
  if (known) return known;
  if (makers.size >= MAKERS) makers.clear();
  // Made of the names of columns alone.
  const made = new Function('values', text) as (values: unknown[]) => Record<string, unknown>;
  makers.set(text, made);
  return made;
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
