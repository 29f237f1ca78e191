// Tokens that come by mail: single-use, short-lived, and stored as hashes only.
import { shifted } from '#contract/time/calendar.ts';
import type { TokenMode } from '#contract/token.ts';
import type { Handlers } from '#server/pipeline/dispatch.ts';
import { internalActor } from '#server/pipeline/actor.ts';
import { hash, randomToken } from '#server/auth/crypto.ts';
import type { Unit } from '#server/pipeline/unit-of-work.ts';
import type { RowOf } from '#server/db/engine.ts';
import { countTokens, insertToken, openToken } from './token-repository.ts';

const HOUR_MS = 3_600_000;
const LIFE_HOURS: Record<TokenMode, number> = { reset: 1, confirm: 24, change: 24 };
/** More mails would only fill the person's mailbox. Those sent stay good, so that nobody who asks too often locks the owner out. */
const MOST_AN_HOUR = 3;

/** A new token for a user, about an address. The caller limits the number. */
export async function addToken(unit: Unit, mode: TokenMode, user: string, email: string): Promise<string> {
  const secret = randomToken();
  const expiresAt = shifted(unit.now, LIFE_HOURS[mode] * HOUR_MS);
  await insertToken(unit, { hash: hash(secret), user, mode, email, expiresAt });
  return secret;
}

/** As `addToken`; null when enough were made within the hour. */
export async function newToken(unit: Unit, mode: TokenMode, user: string, email: string): Promise<string | null> {
  // Links asked for at the same moment are counted one after the other.
  await unit.lock('user', [user]);
  const since = shifted(unit.now, -HOUR_MS);
  if ((await countTokens(unit, { user, mode, since, most: MOST_AN_HOUR })) >= MOST_AN_HOUR) return null;
  return addToken(unit, mode, user, email);
}

export interface FoundToken {
  id: string;
  mode: TokenMode;
  email: string;
  expiresAt: string;
  user: RowOf<'user'>;
}

/**
 * Returns the token of a secret with its user; null if it is used, expired or unknown, or if the account has changed.
 */
export async function findToken(unit: Unit, secret: string): Promise<FoundToken | null> {
  const row = await openToken(unit, hash(secret));
  const user = row && (await unit.find('user', row.user));
  if (!row || !user?.active) return null;
  const { id, mode, email, expiresAt } = row;
  // It went to an address that is the account's no more.
  if (mode !== 'change' && email !== user.email) return null;
  return { id, mode, email, expiresAt, user };
}

/** Whether a password must be chosen when it is used. */
export const asksPassword = ({ mode, user }: FoundToken): boolean =>
  mode === 'reset' || (mode === 'confirm' && user.passwordHash === null && !user.invitation);

export const tokenHandlers: Handlers['token'] = {
  check: (context, { token }) =>
    context.read(async (unit) => {
      const found = await findToken(unit, token);
      if (!found) return {};
      const { id, mode, email, expiresAt } = found;
      return { id, mode, email, expiresAt, asksPassword: asksPassword(found) };
    }, internalActor),
};
