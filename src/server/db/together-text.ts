// The statements that write many rows at once. Their values lie as JSON in a table of the connection: no text holds any.

/** The writes of one statement: the same columns of the same noun, added or changed. */
export interface Statement {
  noun: string;
  added: boolean;
  columns: string[];
  /** The values of each row, in the order of the columns; of one that is changed its id before them. */
  rows: unknown[][];
}

/** Takes the rows of all statements. */
export const STAGE = 'create temp table together (rows text not null)';
export const STAGED = 'insert into temp.together values (?)';

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
const value = (index: number): string => `given.value ->> ${index}`;

/** @param at which of the statements it is */
export function textOf({ noun, added, columns }: Statement, at: number): string {
  const rows = `json_each((select rows from temp.together), '$[${at}]') as given`;
  if (added) {
    const values = columns.map((_, index) => value(index));
    return `insert into ${quoted(noun)} (${columns.map(quoted).join()}) select ${values.join()} from ${rows};`;
  }
  const set = columns.map((column, index) => `${quoted(column)} = ${value(index + 1)}`);
  return `update ${quoted(noun)} set ${set.join()} from ${rows} where ${quoted(noun)}."id" = ${value(0)};`;
}

/** The statement of a single row, and what stands in it. */
export function singleOf({ noun, added, columns, rows: [values = []] }: Statement): [text: string, values: unknown[]] {
  const names = columns.map(quoted);
  if (added) return [`insert into ${quoted(noun)} (${names.join()}) values (${names.map(() => '?').join()})`, values];
  const [id, ...set] = values;
  return [`update ${quoted(noun)} set ${names.map((name) => `${name} = ?`).join()} where "id" = ?`, [...set, id]];
}

/** The rows with the ids of a list in JSON. */
export const manyOf = (noun: string): string =>
  `select * from ${quoted(noun)} where "id" in (select value from json_each(?))`;
