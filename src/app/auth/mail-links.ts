// What a link from a mail opens: asking about it, using it, and what comes of it on this device.
import { carry } from '#app/api/http-client.ts';
import { rowOf } from '#app/api/ask.ts';
import { queryClient } from '#app/api/query-client.ts';
import { Refused } from '#app/api/errors.ts';
import type { Answer, Input } from '#app/api/types.ts';
import { type Me, lastUserId, meQuery, rememberUser } from './me.ts';

/** A token that opens something now. */
export type OpenToken = Required<Answer<'token', 'check'>>;

/** What a token opens; null for one that is used, over, or mangled on its way. Throws `Refused` where nobody answers. */
export async function checkToken(token: string): Promise<OpenToken | null> {
  const [method, path] = rowOf('token', 'check');
  try {
    const body = (await carry(method, path, { token })).body as Answer<'token', 'check'>;
    return body.id === undefined ? null : (body as OpenToken);
  } catch (error) {
    if (error instanceof Refused && error.status === 400) return null;
    throw error;
  }
}

/** Whether a refusal says that the link opens nothing any more. */
export const isStale = (error: unknown): boolean => error instanceof Refused && error.code === 'E_TOKEN';

/** Uses a token. Answers the person where that signs in, else null. Throws `Refused` with `E_TOKEN`, or what is wrong. */
export async function spendToken(input: Input<'user', 'token'>): Promise<Me | null> {
  const [method, path] = rowOf('user', 'token');
  const { signedIn } = (await carry(method, path, input)).body as Answer<'user', 'token'>;
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

/** Sets the alarm mails as a link in one allows. Throws `Refused` with `E_TOKEN` for a link that is not genuine. */
export async function setAlarmMails(token: string, set: 'off' | 'on' | 'all-off' | 'all-on'): Promise<Unsubscribed> {
  const [method, path] = rowOf('userorg', 'unsubscribe');
  return (await carry(method, path, { token, set })).body as Unsubscribed;
}
