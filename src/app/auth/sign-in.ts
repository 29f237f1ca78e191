// Signs in: by password, passkey, single sign-on, or as first administrator. Removes the data of another user first.
import { api } from '#app/api/client.ts';
import { queryClient } from '#app/api/query-client.ts';
import type { Answer, Input } from '#app/api/types.ts';
import { type Me, cachedSession, lastUserId, meQuery, rememberUser } from './me.ts';

/** Signs in; throws `ApiError` with `E_BAD_LOGIN` or `E_RATE`. */
export const login = async (input: Input<'auth', 'login'>): Promise<Me> => enter(await api.auth.login(input)).user;

/** Creates the first administrator and signs in; throws `ApiError` with `E_SET_UP_DONE` or `E_TOKEN`. */
export const setUp = async (input: Input<'auth', 'setUp'>): Promise<Me> => enter(await api.auth.setUp(input)).user;

/** Signs in with a passkey's response; throws `ApiError` with `E_BAD_LOGIN` or `E_RATE`. */
export const loginWithPasskey = async (input: Input<'passkey', 'signIn'>): Promise<Me> =>
  enter(await api.passkey.signIn(input)).user;

/** Signs in with the provider's answer; throws `ApiError` with a message that names the provider. */
export const signOn = async (input: Input<'auth', 'oauthLogin'>): Promise<Answer<'auth', 'oauthLogin'>> =>
  enter(await api.auth.oauthLogin(input));

function enter<A extends { user: Me }>(answer: A): A {
  const { user } = answer;
  const held = cachedSession();
  if (lastUserId() !== user.id) queryClient.clear();
  rememberUser(user);
  queryClient.setQueryData(meQuery.queryKey, {
    version: '',
    signOn: null,
    secureUrl: null,
    ...held,
    user,
    ended: null,
    setUp: false,
  });
  return answer;
}
