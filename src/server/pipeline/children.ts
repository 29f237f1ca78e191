// Rows that belong to a record of another noun, and go or move with it.
import { ANY_ORGANIZATION, visibleIn } from '#server/query/user-visibility.ts';
import type { Snapshot } from './changes.ts';
import { decode } from '#server/query/row-codec.ts';
import type { AnyDb, Row, RowFor } from '#server/db/engine.ts';
import type { Table } from './table.ts';
import type { Unit } from './unit-of-work.ts';

/** The rows of one noun that belong to a record: `by` is their column that names it. */
export interface ChildRelation {
  readonly noun: string;
  readonly by: string;
}

/** As `Unit.seen`, of many rows at once. */
export async function snapshotAll<N extends string>(
  unit: Unit,
  noun: N,
  rows: readonly RowFor<N>[],
): Promise<Snapshot<N>[]> {
  if (rows.length === 0) return [];
  const table = unit.table(noun);
  const records = await table.records(table.owner ? unit : unit.asInternal(), rows);
  const placesIn = await placesOfRows(unit, table, rows);
  return records.flatMap((record, at) => {
    const row = rows[at];
    return row ? [{ noun, row, record, places: placesIn(row) }] : [];
  });
}

async function placesOfRows(
  unit: Unit,
  { organization, linked, shared, owner }: Table,
  rows: readonly Row[],
): Promise<(row: Row) => string[]> {
  const user = linked?.user;
  if (user) {
    const places = await visibleIn(unit, [...new Set(rows.map((row) => String(row[user])))]);
    return (row) => places.get(String(row[user])) ?? [];
  }
  if (linked) return () => [ANY_ORGANIZATION];
  if (owner) return (row) => [String(row[owner])];
  const ofNobody = shared ? [ANY_ORGANIZATION] : [];
  return (row) => (organization && row[organization] ? [String(row[organization])] : ofNobody);
}

async function rowsOf(unit: Unit, db: AnyDb, { noun, by }: ChildRelation, id: string): Promise<Snapshot[]> {
  const internalUnit = unit.asInternal();
  const rows = await db.selectFrom(noun).selectAll().where(by, '=', id).orderBy('id').execute();
  return snapshotAll(
    internalUnit,
    noun,
    rows.map((row) => decode(unit.table(noun), row)),
  );
}

/** All that goes with the record. */
export async function childrenOf(unit: Unit, db: AnyDb, noun: string, id: string): Promise<Snapshot[]> {
  const found: Snapshot[] = [];
  for (const part of unit.table(noun).parts ?? []) found.push(...(await rowsOf(unit, db, part, id)));
  return found;
}

/** Takes all that belongs to the record to another organization. */
export async function moveChildren(
  unit: Unit,
  db: AnyDb,
  noun: string,
  id: string,
  organization: string,
): Promise<void> {
  const move = ({ noun: table, by }: ChildRelation) =>
    db.updateTable(table).set({ organization }).where(by, '=', id).execute();
  const { parts = [], movedSilently = [] } = unit.table(noun);
  for (const part of parts) {
    const before = await rowsOf(unit, db, part, id);
    await move(part);
    const after = await rowsOf(unit, db, part, id);
    before.forEach((was, at) => unit.recordIndirect(was, after[at] ?? null));
  }
  for (const part of movedSilently) await move(part);
}
