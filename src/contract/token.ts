// Tokens that come by mail: what one opens, told to whoever holds it.
import * as z from 'zod';
import { Id, Instant, call, entity } from './define.ts';

/** change: a new address is proven. confirm: the account's address is proven. reset: a new password. */
export const TokenMode = z.enum(['change', 'confirm', 'reset']);
export type TokenMode = z.infer<typeof TokenMode>;

export const Secret = z.string().regex(/^[\w-]{43}$/, 'must be a token as it came by mail');

export const Token = z.object({
  id: Id,
  mode: TokenMode,
  email: z.string(),
  expiresAt: Instant,
  /** A password must be chosen with it. */
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
