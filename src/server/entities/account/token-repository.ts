// The table of tokens that came by mail: the hash of each, and whether it was used.
import type { TokenMode } from '#contract/token.ts';
import { uuidv7 } from '#server/pipeline/id.ts';
import type { Unit } from '#server/pipeline/unit-of-work.ts';
import type { TokenRow } from '#server/entities/internal-tables.ts';

/** Returns how many tokens of a mode were made for a user since then, `most` at most. */
export async function countTokens(
  { unscopedDb }: Unit,
  { user, mode, since, most }: { user: string; mode: TokenMode; since: string; most: number },
): Promise<number> {
  const rows = await unscopedDb
    .selectFrom('token')
    .select('id')
    .where('user', '=', user)
    .where('mode', '=', mode)
    .where('createdAt', '>', since)
    .limit(most)
    .execute();
  return rows.length;
}

/** Adds a token that nobody has used. */
export async function insertToken(
  { unscopedDb, now }: Unit,
  token: Pick<TokenRow, 'hash' | 'user' | 'mode' | 'email' | 'expiresAt'>,
): Promise<void> {
  await unscopedDb
    .insertInto('token')
    .values({ id: uuidv7(Date.parse(now)), ...token, usedAt: null, createdAt: now, updatedAt: now })
    .execute();
}

/** Returns the token of a hash that is neither used nor expired. */
export const openToken = ({ unscopedDb, now }: Unit, hash: string): Promise<TokenRow | undefined> =>
  unscopedDb
    .selectFrom('token')
    .selectAll()
    .where('hash', '=', hash)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', now)
    .executeTakeFirst();

/** Marks a token as used; returns false where another request was faster. */
export async function markUsed({ unscopedDb, now }: Unit, id: string): Promise<boolean> {
  const won = await unscopedDb
    .updateTable('token')
    .set({ usedAt: now, updatedAt: now })
    .where('id', '=', id)
    .where('usedAt', 'is', null)
    .executeTakeFirst();
  return Number(won.numUpdatedRows) === 1;
}

/** Makes every open token of a user useless. */
export async function voidTokens({ unscopedDb, now }: Unit, user: string): Promise<void> {
  await unscopedDb
    .updateTable('token')
    .set({ usedAt: now, updatedAt: now })
    .where('user', '=', user)
    .where('usedAt', 'is', null)
    .execute();
}

/** Deletes the tokens that expired or were used before that instant. Returns their number. */
export async function forgetTokens({ unscopedDb }: Unit, before: string): Promise<number> {
  const expired = await unscopedDb.deleteFrom('token').where('expiresAt', '<', before).executeTakeFirst();
  const used = await unscopedDb.deleteFrom('token').where('usedAt', '<', before).executeTakeFirst();
  return Number(expired.numDeletedRows) + Number(used.numDeletedRows);
}
