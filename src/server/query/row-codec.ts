// The codec: rows as the engines store them, and as the rest of the server reads them.
import type { Kind } from '#contract/criteria.ts';
import type { Noun, Row, RowFor, RowOf, StoredRowOf } from '#server/db/engine.ts';
import type { Table } from '#server/pipeline/table.ts';

/** The columns that are not read as they are stored, found once for each table. */
const codedColumns = new WeakMap<Table, [string, Kind][]>();

function coded(table: Table): [string, Kind][] {
  const known = codedColumns.get(table);
  if (known) return known;
  const found = Object.entries(table.columns).flatMap<[string, Kind]>(([name, { kind }]) =>
    kind === 'bool' || kind === 'json' ? [[name, kind]] : [],
  );
  codedColumns.set(table, found);
  return found;
}

/** @param row as it came from the database; it is changed, since a copy of each would cost as much as the reading */
export function decode<N extends string>(table: Table<N>, row: Row): RowFor<N> {
  for (const [column, kind] of coded(table)) {
    const value = row[column];
    if (value === null || value === undefined) continue;
    if (kind === 'bool') row[column] = value === 1 || value === true;
    else if (typeof value === 'string') row[column] = JSON.parse(value);
  }
  // The columns of the table say what the database holds: a test compares both.
  return row as RowFor<N>;
}

/** A whole row as it is stored, for a table that the unit does not write. */
export const encodeRow = <N extends Noun>(table: Table<N>, row: RowOf<N>): StoredRowOf<N> =>
  // `encode` keeps the columns and converts their values as `Column` says.
  encode(table, row) as StoredRowOf<N>;

/** Returns the values as they are stored: booleans as 0 or 1, JSON as text. Undefined values are left out. */
export function encode(table: Table, row: Row): Row {
  const encoded: Row = {};
  for (const [column, value] of Object.entries(row)) {
    if (value === undefined) continue;
    const kind = table.columns[column]?.kind;
    if (kind === 'bool') encoded[column] = value ? 1 : 0;
    else encoded[column] = kind === 'json' && value !== null ? JSON.stringify(value) : value;
  }
  return encoded;
}
