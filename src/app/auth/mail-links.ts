// What a link from a mail opens: asking about it, using it, and what comes of it on this device.
import { api } from '#app/api/client.ts';
import { queryClient } from '#app/api/query-client.ts';
import { ApiError } from '#app/api/errors.ts';
import type { Answer, Input } from '#app/api/types.ts';
import { type Me, lastUserId, meQuery, rememberUser } from './me.ts';

/** A token that opens something now. */
export type OpenToken = Required<Answer<'token', 'check'>>;

/** What a token opens; null for one that is used, over, or mangled on its way. Throws `ApiError` where nobody answers. */
export async function checkToken(token: string): Promise<OpenToken | null> {
  try {
    const body = await api.token.check({ token });
    return body.id === undefined ? null : (body as OpenToken);
  } catch (error) {
    if (error instanceof ApiError && error.status === 400) return null;
    throw error;
  }
}

/** Whether a refusal says that the link opens nothing any more. */
export const isStale = (error: unknown): boolean => error instanceof ApiError && error.code === 'E_TOKEN';

/** Uses a token. Answers the person where that signs in, else null. Throws `ApiError` with `E_TOKEN`, or what is wrong. */
export async function spendToken(input: Input<'user', 'token'>): Promise<Me | null> {
  const { signedIn } = await api.user.token(input);
  if (!signedIn) return null;
  const session = await queryClient.fetchQuery({ ...meQuery, staleTime: 0, networkMode: 'always' });
  if (session.user === null) return null;
  // What another person left on this device goes first.
  if (lastUserId() !== session.user.id) queryClient.clear();
  rememberUser(session.user.id);
  queryClient.setQueryData(meQuery.queryKey, session);
  return session.user;
}

export type Unsubscribed = Answer<'userorg', 'unsubscribe'>;

/** Sets the alarm mails as a link in one allows. Throws `ApiError` with `E_TOKEN` for a link that is not genuine. */
export const setAlarmMails = (token: string, set: 'off' | 'on' | 'all-off' | 'all-on'): Promise<Unsubscribed> =>
  api.userorg.unsubscribe({ token, set });
