// The table of the presence of servers: one row with the last sign of life of any, and the last time in which none ran.
import type { Unit } from '#server/pipeline/unit-of-work.ts';
import type { PresenceRow } from '#server/entities/internal-tables.ts';

/** The one row of the table. */
const ID = 'server';

export const readPresence = ({ unscopedDb }: Unit): Promise<PresenceRow | undefined> =>
  unscopedDb.selectFrom('presence').selectAll().where('id', '=', ID).executeTakeFirst();

/** Notes the first sign of life; of several servers one does so. */
export async function insertPresence({ unscopedDb, now }: Unit): Promise<void> {
  await unscopedDb
    .insertInto('presence')
    .values({ id: ID, aliveAt: now, awayFrom: null, awayTo: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Notes a sign of life after the one that was read; returns false where another server was first. */
export async function notePresence(
  { unscopedDb, now }: Unit,
  { aliveAt }: PresenceRow,
  away: { from: string; to: string } | null,
): Promise<boolean> {
  const noted = await unscopedDb
    .updateTable('presence')
    .set({ aliveAt: now, ...(away && { awayFrom: away.from, awayTo: away.to }) })
    .where('id', '=', ID)
    .where('aliveAt', '=', aliveAt)
    .executeTakeFirst();
  return Number(noted.numUpdatedRows) === 1;
}
