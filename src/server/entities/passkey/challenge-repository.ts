// The table of challenges: what a device signs to prove that it has a passkey. Each is used once, by whichever server is asked, and soon.
import { shifted } from '#contract/time/calendar.ts';
import type { Unit } from '#server/pipeline/unit-of-work.ts';
import { CEREMONY_MS } from '#server/ports/webauthn.ts';

/** For a new passkey of that user, or null: for the sign-in of anybody. */
type Purpose = string | null;

/** Keeps a challenge that was handed out, with the origin where it was. */
export async function keepChallenge(unit: Unit, challenge: string, user: Purpose, origin: string): Promise<void> {
  const expiresAt = shifted(unit.now, CEREMONY_MS);
  await unit.unscopedDb
    .insertInto('challenge')
    .values({ id: challenge, user, origin, expiresAt, createdAt: unit.now, updatedAt: unit.now })
    .execute();
}

/** Uses a challenge up: the origin for which it was made, or null where it is used, over, or was made for something else. */
export async function useChallenge(unit: Unit, challenge: string | null, user: Purpose): Promise<string | null> {
  if (challenge === null) return null;
  const row = await unit.unscopedDb
    .deleteFrom('challenge')
    .where('id', '=', challenge)
    .where('user', user === null ? 'is' : '=', user)
    .where('expiresAt', '>', unit.now)
    .returning('origin')
    .executeTakeFirst();
  return row ? row.origin : null;
}

/** Deletes the challenges that are over. */
export const forgetChallenges = ({ unscopedDb, now }: Unit) =>
  unscopedDb.deleteFrom('challenge').where('expiresAt', '<=', now).executeTakeFirst();
