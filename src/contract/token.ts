// The noun token: tokens sent by mail, and the account that one of them opens.
import * as z from 'zod';
import { Id, Instant, call, entity } from './define.ts';

/** change: confirms a new address. confirm: confirms the account's address. reset: sets a new password. */
export const TokenMode = z.enum(['change', 'confirm', 'reset']);
export type TokenMode = z.infer<typeof TokenMode>;

export const Secret = z.string().regex(/^[\w-]{43}$/, 'must be a token as it came by mail');

export const Token = z.object({
  id: Id,
  mode: TokenMode,
  email: z.string(),
  expiresAt: Instant,
  /** True if the token also needs a new password. */
  asksPassword: z.boolean(),
});

export const token = entity('token', {
  record: Token,
  organization: null,
  calls: {
    check: call({
      doc: 'What a token from a mail opens; without an `id` it is used, over or unknown.',
      method: 'GET',
      path: '/token/:token',
      byToken: true,
      input: z.object({ token: Secret }),
      result: Token.partial(),
      may: 'public',
    }),
  },
});
