// Rows as the engines store them, and as the rest of the server reads them.
import type { Kind } from '#contract/criteria.ts';
import type { Row } from './store.ts';
import type { Table } from './unit.ts';

/** The columns that are not read as they are stored, found once for each table. */
const codedColumns = new WeakMap<Table, [string, Kind][]>();

function coded(table: Table): [string, Kind][] {
  const known = codedColumns.get(table);
  if (known) return known;
  const found = Object.entries(table.columns).filter(([, kind]) => kind === 'bool' || kind === 'json');
  codedColumns.set(table, found);
  return found;
}

/** @param row as it came from the database; it is changed, since a copy of each would cost as much as the reading */
export function decode(table: Table, row: Row): Row {
  for (const [column, kind] of coded(table)) {
    const value: unknown = row[column];
    if (value === null || value === undefined) continue;
    if (kind === 'bool') row[column] = value === 1 || value === true;
    else row[column] = typeof value === 'string' ? (JSON.parse(value) as unknown) : value;
  }
  return row;
}

export function encode(table: Table, row: Row): Row {
  const encoded: Row = {};
  for (const [column, value] of Object.entries(row)) {
    if (value === undefined) continue;
    const kind = table.columns[column];
    if (kind === 'bool') encoded[column] = value ? 1 : 0;
    else encoded[column] = kind === 'json' ? JSON.stringify(value) : value;
  }
  return encoded;
}
