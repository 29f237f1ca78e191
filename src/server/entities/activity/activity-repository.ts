// The table of the activity: the entries are written with the unit that they report, and forgotten after a while.
import type { StoredRowOf } from '#server/db/engine.ts';
import type { Unit } from '#server/pipeline/unit-of-work.ts';

/** As many entries as one statement may carry. */
const SLICE = 500;

/** Adds entries, as many statements as they take. */
export async function insertEntries({ unscopedDb }: Unit, rows: readonly StoredRowOf<'activity'>[]): Promise<void> {
  for (let from = 0; from < rows.length; from += SLICE)
    await unscopedDb
      .insertInto('activity')
      .values(rows.slice(from, from + SLICE))
      .execute();
}

/** Deletes the oldest entries of before that instant, at most `most`. Returns their number. */
export async function forgetEntries({ unscopedDb }: Unit, before: string, most: number): Promise<number> {
  const oldest = unscopedDb.selectFrom('activity').select('id').where('createdAt', '<', before).orderBy('createdAt');
  const gone = await unscopedDb.deleteFrom('activity').where('id', 'in', oldest.limit(most)).executeTakeFirst();
  return Number(gone.numDeletedRows);
}
