// The reason and the time of a session's end, stored by the hash of its id: the browser that still has the cookie gets
// them.
import { shifted } from '#contract/time/calendar.ts';
import { hash } from '#server/auth/crypto.ts';
import type { Db } from '#server/db/engine.ts';
import type { SessionEnd } from '#contract/session.ts';

const DAY_MS = 86_400_000;
/** A page that stayed open in a forgotten tab for longer learns only that its session is over. */
const RETENTION_DAYS = 30;

/** Records the ends of sessions before they are deleted. A sign-out on the device itself needs none: its cookie is replaced. */
export async function recordEnds(db: Db, hashes: readonly string[], { reason, at }: SessionEnd): Promise<void> {
  if (hashes.length === 0) return;
  const rows = hashes.map((one) => ({ hash: one, reason, endedAt: at }));
  await db
    .insertInto('endedsession')
    .values(rows)
    .onConflict((oc) => oc.column('hash').doNothing())
    .execute();
}

/** The end of the session behind a cookie; null for a session that never was, is not over, or ended without a record. */
export async function endOf(db: Db, sessionId: string, now: string): Promise<SessionEnd | null> {
  const key = hash(sessionId);
  const ended = await db
    .selectFrom('endedsession')
    .select(['reason', 'endedAt'])
    .where('hash', '=', key)
    .executeTakeFirst();
  if (ended) return { reason: ended.reason, at: ended.endedAt };
  const held = await db.selectFrom('session').select('expiresAt').where('hash', '=', key).executeTakeFirst();
  const expiresAt = held && held.expiresAt;
  return expiresAt !== undefined && expiresAt <= now ? { reason: 'expired', at: expiresAt } : null;
}

/** Deletes the sessions that expired, with a record of each, and the records of long ago. Returns the number of rows. */
export async function tidySessions(db: Db, now: string): Promise<number> {
  const expired = await db.selectFrom('session').select(['hash', 'expiresAt']).where('expiresAt', '<=', now).execute();
  for (const row of expired) await recordEnds(db, [row.hash], { reason: 'expired', at: row.expiresAt });
  const sessions = await db.deleteFrom('session').where('expiresAt', '<=', now).executeTakeFirst();
  const records = await db
    .deleteFrom('endedsession')
    .where('endedAt', '<=', shifted(now, -RETENTION_DAYS * DAY_MS))
    .executeTakeFirst();
  return Number(sessions.numDeletedRows) + Number(records.numDeletedRows);
}
