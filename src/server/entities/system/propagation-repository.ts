// The table of pending propagations: changes of records that not all of their systems follow yet.
import { uuidv7 } from '#server/pipeline/id.ts';
import type { Unit } from '#server/pipeline/unit-of-work.ts';
import type { PendingPropagationRow } from '#server/entities/internal-tables.ts';

/** Adds a change, with the last system that follows it. */
export async function insertPropagation(
  { unscopedDb, now }: Unit,
  change: Pick<PendingPropagationRow, 'noun' | 'before' | 'after'>,
): Promise<void> {
  await unscopedDb
    .insertInto('pending_propagation')
    .values({ id: uuidv7(Date.parse(now)), ...change, createdAt: now, updatedAt: now })
    .execute();
}

/** Returns the oldest change, locked; undefined where there is none. */
export async function lockOldestPropagation(unit: Unit): Promise<PendingPropagationRow | undefined> {
  const all = unit.unscopedDb.selectFrom('pending_propagation').selectAll();
  const row = await all.orderBy('id').limit(1).executeTakeFirst();
  if (row) await unit.lock('pending_propagation', [row.id]);
  return row;
}

/** Notes the last system that follows a change; null where all do. */
export async function setPropagated({ unscopedDb }: Unit, id: string, after: string | null): Promise<void> {
  await (
    after === null
      ? unscopedDb.deleteFrom('pending_propagation').where('id', '=', id)
      : unscopedDb.updateTable('pending_propagation').set({ after }).where('id', '=', id)
  ).execute();
}

/** Returns the instant of the oldest change; null for none. */
export async function oldestPropagationAt({ unscopedDb }: Unit): Promise<string | null> {
  const all = unscopedDb.selectFrom('pending_propagation').select('createdAt');
  return (await all.orderBy('createdAt').limit(1).executeTakeFirst())?.createdAt ?? null;
}
