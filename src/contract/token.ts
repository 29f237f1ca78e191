// The noun token: tokens sent by mail, and the account that one of them opens.
import * as z from 'zod/mini';
import { Id, Instant, call, entity } from './define.ts';

/** The purpose of a token. change: confirms a new address. confirm: confirms the account’s address. reset: sets a new password. */
export const TokenMode = z.enum(['change', 'confirm', 'reset']);
/** The purpose of a token. */
export type TokenMode = z.infer<typeof TokenMode>;

/** The secret part of a token: 43 characters of base64url (32 random bytes). */
export const Secret = z.string().check(z.regex(/^[\w-]{43}$/, 'must be the token from the email'));

/** A valid token. Its secret is not part of an answer. */
export const Token = z.object({
  id: Id,
  mode: TokenMode,
  email: z.string(),
  expiresAt: Instant,
  /** True if the token also needs a new password. */
  asksPassword: z.boolean(),
});

/** The check of a token before its use. It consumes nothing. */
export const token = entity('token', {
  record: Token,
  organization: null,
  calls: {
    check: call({
      doc: 'Returns a token that was sent by email, without consuming it. No `id`: the token is unknown, used or expired.',
      method: 'GET',
      path: '/token/:token',
      byToken: true,
      input: z.object({ token: Secret }),
      result: z.partial(Token),
      may: 'public',
    }),
  },
});
