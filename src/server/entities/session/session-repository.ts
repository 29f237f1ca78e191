// The tables of sessions and of their ends. A sign-in, a sign-out and the use of a session are no changes: the sockets of a
// session that another one replaces go over to that one. The end is stored by the hash of the id, for the browser with the cookie.
import type { Insertable } from 'kysely';
import { shifted } from '#contract/time/calendar.ts';
import { hash } from '#server/auth/crypto.ts';
import type { SessionEnd } from '#contract/session.ts';
import type { StoredRowOf, UnscopedTables } from '#server/db/engine.ts';
import type { Unit } from '#server/pipeline/unit-of-work.ts';

const DAY_MS = 86_400_000;
/** A page that stayed open in a forgotten tab for longer learns only that its session is over. */
const RETENTION_DAYS = 30;

/** Adds a session. */
export async function insertSession({ unscopedDb }: Unit, row: Insertable<UnscopedTables['session']>): Promise<void> {
  await unscopedDb.insertInto('session').values(row).execute();
}

/** Returns the session of a secret id. */
export const sessionBy = ({ unscopedDb }: Unit, secret: string): Promise<StoredRowOf<'session'> | undefined> =>
  unscopedDb.selectFrom('session').selectAll().where('hash', '=', hash(secret)).executeTakeFirst();

/** Gives a session another secret id. */
export async function renameSession({ unscopedDb }: Unit, id: string, secret: string): Promise<void> {
  await unscopedDb
    .updateTable('session')
    .set({ hash: hash(secret) })
    .where('id', '=', id)
    .execute();
}

/** Deletes the session of a secret id. */
export async function deleteSession({ unscopedDb }: Unit, secret: string): Promise<void> {
  await unscopedDb.deleteFrom('session').where('hash', '=', hash(secret)).execute();
}

/** Records the ends of sessions before they are deleted. A sign-out on the device itself needs none: its cookie is replaced. */
export async function recordEnds(
  { unscopedDb }: Unit,
  hashes: readonly string[],
  { reason, at }: SessionEnd,
): Promise<void> {
  if (hashes.length === 0) return;
  const rows = hashes.map((one) => ({ hash: one, reason, endedAt: at }));
  await unscopedDb
    .insertInto('endedsession')
    .values(rows)
    .onConflict((oc) => oc.column('hash').doNothing())
    .execute();
}

/** The end of the session behind a cookie; null for a session that never was, is not over, or ended without a record. */
export async function endOf(unit: Unit, secret: string): Promise<SessionEnd | null> {
  const ended = await unit.unscopedDb
    .selectFrom('endedsession')
    .select(['reason', 'endedAt'])
    .where('hash', '=', hash(secret))
    .executeTakeFirst();
  if (ended) return { reason: ended.reason, at: ended.endedAt };
  const expiresAt = (await sessionBy(unit, secret))?.expiresAt;
  return expiresAt !== undefined && expiresAt <= unit.now ? { reason: 'expired', at: expiresAt } : null;
}

/** Deletes the sessions that expired, with a record of each, and the records of long ago. Returns the number of rows. */
export async function forgetSessions(unit: Unit): Promise<number> {
  const { unscopedDb, now } = unit;
  const all = unscopedDb.selectFrom('session').select(['hash', 'expiresAt']);
  for (const row of await all.where('expiresAt', '<=', now).execute())
    await recordEnds(unit, [row.hash], { reason: 'expired', at: row.expiresAt });
  const sessions = await unscopedDb.deleteFrom('session').where('expiresAt', '<=', now).executeTakeFirst();
  const records = await unscopedDb
    .deleteFrom('endedsession')
    .where('endedAt', '<=', shifted(now, -RETENTION_DAYS * DAY_MS))
    .executeTakeFirst();
  return Number(sessions.numDeletedRows) + Number(records.numDeletedRows);
}
