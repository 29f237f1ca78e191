// Links from mails: checks and uses their tokens, and signs in on this device if they do.
import { api } from '#app/api/client.ts';
import { queryClient } from '#app/api/query-client.ts';
import { ApiError } from '#app/api/errors.ts';
import type { Answer, Input } from '#app/api/types.ts';
import { type Me, lastUserId, meQuery, rememberUser } from './me.ts';

/** A token that can still be used. */
export type OpenToken = Required<Answer<'token', 'check'>>;

/** Returns the token's record; null if it was used, expired or damaged. Throws `ApiError` without an answer. */
export async function checkToken(token: string): Promise<OpenToken | null> {
  try {
    const body = await api.token.check({ token });
    return body.id === undefined ? null : (body as OpenToken);
  } catch (error) {
    if (error instanceof ApiError && error.status === 400) return null;
    throw error;
  }
}

/** True if the error says that the link is used or expired. */
export const isStale = (error: unknown): boolean => error instanceof ApiError && error.code === 'E_TOKEN';

/**
 * Uses a token. Returns the user if that signs in, else null, also where the session could not be read afterwards. Throws
 * `ApiError`, with `E_TOKEN` for a used token.
 */
export async function spendToken(input: Input<'user', 'token'>): Promise<Me | null> {
  const { signedIn } = await api.user.token(input);
  if (!signedIn) return null;
  const session = await queryClient.fetchQuery({ ...meQuery, staleTime: 0, networkMode: 'always' }).catch(() => null);
  if (!session?.user) return null;
  // Removes the data of another user of this device first.
  if (lastUserId() !== session.user.id) queryClient.clear();
  rememberUser(session.user);
  queryClient.setQueryData(meQuery.queryKey, session);
  return session.user;
}

export type Unsubscribed = Answer<'userorg', 'unsubscribe'>;

/** Changes the alarm mails with the token of a mail. Throws `ApiError` with `E_TOKEN` for an invalid token. */
export const setAlarmMails = (token: string, set: 'off' | 'on'): Promise<Unsubscribed> =>
  api.userorg.unsubscribe({ token, set });
