// Rows that belong to a record of another noun, and go or move with it.
import { decode } from './coding.ts';
import type { Seen } from './noted.ts';
import type { Unit } from './unit.ts';

/** The rows of one noun that belong to a record: `by` is their column that names it. */
export interface Part {
  readonly noun: string;
  readonly by: string;
}

async function rowsOf(unit: Unit, { noun, by }: Part, id: string): Promise<Seen[]> {
  const house = unit.asHouse();
  const rows = await house.db.selectFrom(noun).selectAll().where(by, '=', id).orderBy('id').execute();
  return Promise.all(rows.map((row) => house.seen(noun, decode(unit.table(noun), row))));
}

/** All that goes with the record. */
export async function partsOf(unit: Unit, noun: string, id: string): Promise<Seen[]> {
  const found: Seen[] = [];
  for (const part of unit.table(noun).parts ?? []) found.push(...(await rowsOf(unit, part, id)));
  return found;
}

/** Takes all that belongs to the record to another organization. */
export async function moveParts(unit: Unit, noun: string, id: string, organization: string): Promise<void> {
  for (const part of unit.table(noun).parts ?? []) {
    const before = await rowsOf(unit, part, id);
    await unit.db.updateTable(part.noun).set({ organization }).where(part.by, '=', id).execute();
    const after = await rowsOf(unit, part, id);
    before.forEach((was, at) => unit.follow(was, after[at] ?? null));
  }
}
