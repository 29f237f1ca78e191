// Two writers that look at the same rows and write others: PostgreSQL would let both pass, each by what it saw.
import { sql } from 'kysely';
import type { AnyDb } from '#server/db/engine.ts';

/**
 * Writes rows as they are: of two transactions that do so, the later one is undone, tried again, and sees what the first one did.
 * In the order of ids, one statement each: one statement locks rows in the order in which it finds them, and two orders are a deadlock.
 */
export async function lockRows(db: AnyDb, noun: string, ids: readonly string[]): Promise<void> {
  for (const id of [...new Set(ids)].toSorted())
    await db
      .updateTable(noun)
      .set({ updatedAt: sql.ref('updatedAt') })
      .where('id', '=', id)
      .execute();
}
