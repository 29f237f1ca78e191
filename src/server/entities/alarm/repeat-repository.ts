// The table of repeats: one row for each person whose notifications are repeated, and the next instant of it.
import type { Unit } from '#server/pipeline/unit-of-work.ts';
import type { RepeatRow } from '#server/entities/internal-tables.ts';

/** Starts the repeats of these users; one whose repeats have started keeps its row. */
export async function insertRepeats(
  { unscopedDb, now }: Unit,
  users: readonly string[],
  nextAt: string,
): Promise<void> {
  await unscopedDb
    .insertInto('repeat')
    .values(users.map((id) => ({ id, nextAt, round: 0, createdAt: now, updatedAt: now })))
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

/** Postpones the repeats of these users that are due before `nextAt`. */
export async function postponeRepeats({ unscopedDb, now }: Unit, users: readonly string[], nextAt: string) {
  await unscopedDb
    .updateTable('repeat')
    .set({ nextAt, updatedAt: now })
    .where('id', 'in', users)
    .where('nextAt', '<', nextAt)
    .execute();
}

/** Sets the next round of a user. */
export async function setRepeat({ unscopedDb, now }: Unit, id: string, values: Pick<RepeatRow, 'nextAt' | 'round'>) {
  await unscopedDb
    .updateTable('repeat')
    .set({ ...values, updatedAt: now })
    .where('id', '=', id)
    .execute();
}

/** Ends the repeats of a user. */
export async function deleteRepeat({ unscopedDb }: Unit, id: string): Promise<void> {
  await unscopedDb.deleteFrom('repeat').where('id', '=', id).execute();
}

/** Returns the next instant at which a repeat is due, to any of these users or to anyone; null for none. */
export async function nextRepeatAt({ unscopedDb }: Unit, users?: readonly string[]): Promise<string | null> {
  const all = unscopedDb.selectFrom('repeat').select('nextAt').orderBy('nextAt').limit(1);
  const next = await (users ? all.where('id', 'in', users) : all).executeTakeFirst();
  return next?.nextAt ?? null;
}

/** Returns the repeats that are due, at most `most`. */
export const dueRepeats = ({ unscopedDb, now }: Unit, most: number): Promise<RepeatRow[]> =>
  unscopedDb.selectFrom('repeat').selectAll().where('nextAt', '<=', now).orderBy('nextAt').limit(most).execute();

/** Returns whether a repeat is as it was read, and locks it. */
export async function claimRepeat({ unscopedDb, now }: Unit, { id, nextAt }: RepeatRow): Promise<boolean> {
  const claim = unscopedDb.updateTable('repeat').set({ updatedAt: now }).where('id', '=', id);
  return Number((await claim.where('nextAt', '=', nextAt).executeTakeFirst()).numUpdatedRows) === 1;
}

/** Makes due now what is due after `latest`. */
export const clampRepeats = ({ unscopedDb, now }: Unit, latest: string) =>
  unscopedDb.updateTable('repeat').set({ nextAt: now }).where('nextAt', '>', latest).execute();
