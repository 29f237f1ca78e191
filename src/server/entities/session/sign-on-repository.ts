// The table of sign-ins by single sign-on that wait for their browser to come back, each for one use.
import type { Insertable } from 'kysely';
import type { UnscopedTables } from '#server/db/engine.ts';
import type { Unit } from '#server/pipeline/unit-of-work.ts';

/** Adds a sign-in that has begun. */
export async function insertSignOn({ unscopedDb }: Unit, values: Insertable<UnscopedTables['signon']>): Promise<void> {
  await unscopedDb.insertInto('signon').values(values).execute();
}

/** Takes up what the same browser began, once; null where it is over or used. What another browser began stays as it is. */
export async function takeSignOn({ unscopedDb, now }: Unit, state: string, session: string): Promise<string | null> {
  const mine = unscopedDb.selectFrom('signon').where('state', '=', state).where('session', '=', session);
  const row = await mine.select(['sealed', 'expiresAt']).executeTakeFirst();
  if (!row) return null;
  const taken = await unscopedDb.deleteFrom('signon').where('state', '=', state).executeTakeFirst();
  return Number(taken.numDeletedRows) === 1 && row.expiresAt > now ? row.sealed : null;
}

/** Deletes the sign-ins that are over. */
export const forgetSignOns = ({ unscopedDb, now }: Unit) =>
  unscopedDb.deleteFrom('signon').where('expiresAt', '<=', now).executeTakeFirst();
