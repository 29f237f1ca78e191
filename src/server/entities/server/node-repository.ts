// The table of nodes: the servers that work on this database, each with its last sign of life.
import type { Unit } from '#server/pipeline/unit-of-work.ts';

/** Adds a node, seen now. */
export async function insertNode({ unscopedDb, now }: Unit, id: string): Promise<void> {
  await unscopedDb.insertInto('node').values({ id, seenAt: now }).execute();
}

/** Notes that a node lives; returns whether it is known. */
export async function noteNode({ unscopedDb, now }: Unit, id: string): Promise<boolean> {
  const found = await unscopedDb.updateTable('node').set({ seenAt: now }).where('id', '=', id).executeTakeFirst();
  return found.numUpdatedRows > 0n;
}

/** Deletes a node. */
export async function deleteNode({ unscopedDb }: Unit, id: string): Promise<void> {
  await unscopedDb.deleteFrom('node').where('id', '=', id).execute();
}

/** Deletes the nodes that were last seen before that instant. */
export async function deleteSilentNodes({ unscopedDb }: Unit, seenBefore: string): Promise<void> {
  await unscopedDb.deleteFrom('node').where('seenAt', '<', seenBefore).execute();
}

/** Deletes all nodes. */
export async function deleteNodes({ unscopedDb }: Unit): Promise<void> {
  await unscopedDb.deleteFrom('node').execute();
}

/** Returns the number of nodes. */
export async function countNodes({ unscopedDb }: Unit): Promise<number> {
  const counted = unscopedDb.selectFrom('node').select(({ fn }) => fn.countAll().as('count'));
  return Number((await counted.executeTakeFirst())?.count);
}

/** A query of the ids of all nodes, for a condition of another query. */
export const selectNodeIds = ({ unscopedDb }: Unit) => unscopedDb.selectFrom('node').select('id');
