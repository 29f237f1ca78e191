// Coming in: by password, passkey, single sign-on, or as first administrator; what another person left on this device goes first.
import { carry } from '#app/api/http-client.ts';
import { queryClient } from '#app/api/query-client.ts';
import { rowOf } from '#app/api/ask.ts';
import type { Answer, Input } from '#app/api/types.ts';
import { type Me, heldSession, lastUserId, meQuery, rememberUser } from './me.ts';

/** Signs in; throws `Refused` with `E_BAD_LOGIN` or `E_RATE`. */
export const login = async (input: Input<'auth', 'login'>): Promise<Me> =>
  (await enter(rowOf('auth', 'login'), input)).user;

/** Makes the first administrator and signs in; throws `Refused` with `E_SET_UP_DONE` or `E_TOKEN`. */
export const setUp = async (input: Input<'auth', 'setUp'>): Promise<Me> =>
  (await enter(rowOf('auth', 'setUp'), input)).user;

/** Signs in with what a device answered; throws `Refused` with `E_BAD_LOGIN` or `E_RATE`. */
export const loginWithPasskey = async (input: Input<'passkey', 'signIn'>): Promise<Me> =>
  (await enter(rowOf('passkey', 'signIn'), input)).user;

/** Signs in with what the provider of single sign-on sent back; throws `Refused` with a sentence that names it. */
export const signOn = (input: Input<'auth', 'oauthLogin'>): Promise<Answer<'auth', 'oauthLogin'>> =>
  enter(rowOf('auth', 'oauthLogin'), input);

async function enter<A extends { user: Me }>([method, path]: ReturnType<typeof rowOf>, input: object): Promise<A> {
  const body = (await carry(method, path, input)).body as A;
  const { user } = body;
  const held = heldSession();
  if (lastUserId() !== user.id) queryClient.clear();
  rememberUser(user.id);
  queryClient.setQueryData(meQuery.queryKey, { version: '', signOn: null, ...held, user, setUp: false });
  return body;
}
