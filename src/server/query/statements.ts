// Frequent queries of single rows: each text is built once, and run again with other values.
import type { Compilable, CompiledQuery, QueryResult } from 'kysely';
import { anyTables, type Db, type Row } from '#server/db/engine.ts';

/** By the engine that the text is for. */
const texts = new WeakMap<object, Map<string, CompiledQuery>>();
/** Texts are few: one for each noun and the columns that are named in it. */
const MOST = 2000;

function preparedOf(db: Db): Map<string, CompiledQuery> {
  const engine = db.getExecutor().adapter;
  const known = texts.get(engine) ?? new Map<string, CompiledQuery>();
  texts.set(engine, known);
  if (known.size >= MOST) known.clear();
  return known;
}

/**
 * The query that `build` makes. Another one of that name is not built again: its text is the same, but for the values.
 *
 * @param values what stands in it, in the order of the text
 */
function prepared<R>(db: Db, name: string, values: readonly unknown[], build: () => Compilable<R>): CompiledQuery<R> {
  const known = preparedOf(db);
  let query = known.get(name);
  if (!query) {
    query = build().compile();
    if (values.some((value, at) => query?.parameters[at] !== value) || query.parameters.length !== values.length)
      throw new Error(`a query that is kept by its name has other values: ${name}`);
    known.set(name, query);
  }
  return { ...query, parameters: values };
}

/** Runs the query that `build` makes, once for all that have its name. */
export async function runPrepared<R>(
  db: Db,
  name: string,
  values: readonly unknown[],
  build: () => Compilable<R>,
): Promise<QueryResult<R>> {
  return db.executeQuery(prepared(db, name, values, build));
}

/** The row in which these columns have these values, as it is stored. */
export async function selectBy(db: Db, noun: string, values: Row): Promise<Row | undefined> {
  const columns = Object.keys(values);
  const query = prepared(db, `get ${noun} ${columns.join()}`, Object.values(values), () =>
    columns.reduce(
      (building, column) => building.where(column, '=', values[column]),
      anyTables(db).selectFrom(noun).selectAll(),
    ),
  );
  return (await db.executeQuery(query)).rows[0];
}

/** The rows with these ids, as they are stored. */
export async function rowsOf(db: Db, noun: string, ids: readonly string[]): Promise<Row[]> {
  if (ids.length !== 1) return anyTables(db).selectFrom(noun).selectAll().where('id', 'in', ids).execute();
  const row = await selectBy(db, noun, { id: ids[0] });
  return row ? [row] : [];
}

/** How a row is written. */
interface Writing {
  /** Columns that a unique index determines are left out. */
  once?: boolean;
}

/** @param values of all that is not left to the database. @returns whether it is there now */
export async function insertRow(db: Db, noun: string, values: Row, { once = false }: Writing = {}): Promise<boolean> {
  const name = `add ${noun} ${once ? 'once ' : ''}${Object.keys(values).join()}`;
  const done = await runPrepared(db, name, Object.values(values), () => {
    const insert = anyTables(db).insertInto(noun).values(values);
    return once ? insert.onConflict((conflict) => conflict.doNothing()) : insert;
  });
  return Number(done.numAffectedRows ?? 0) > 0;
}

/** Sets these columns of one row, as they are stored. A row that is missing is no error. */
export async function updateRow(db: Db, noun: string, id: unknown, values: Row): Promise<void> {
  const name = `set ${noun} ${Object.keys(values).join()}`;
  await runPrepared(db, name, [...Object.values(values), id], () =>
    anyTables(db).updateTable(noun).set(values).where('id', '=', id),
  );
}
