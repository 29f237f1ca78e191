// Coming in: login, single sign-on and first administrator; what another person left on this device goes first.
import { carry } from '../api/carrier.ts';
import { queryClient } from '../api/client.ts';
import { rowOf } from '../api/ask.ts';
import type { Answer, Input } from '../api/types.ts';
import { type Me, heldSession, lastUserId, meQuery, rememberUser } from './me.ts';

/** Signs in; throws `Refused` with `E_BAD_LOGIN` or `E_RATE`. */
export const login = async (input: Input<'auth', 'login'>): Promise<Me> => (await enter('login', input)).user;

/** Makes the first administrator and signs in; throws `Refused` with `E_SET_UP_DONE` or `E_TOKEN`. */
export const setUp = async (input: Input<'auth', 'setUp'>): Promise<Me> => (await enter('setUp', input)).user;

/** Signs in with what the provider of single sign-on sent back; throws `Refused` with a sentence that names it. */
export const signOn = (input: Input<'auth', 'oauthLogin'>): Promise<Answer<'auth', 'oauthLogin'>> =>
  enter('oauthLogin', input);

async function enter<C extends 'login' | 'setUp' | 'oauthLogin'>(
  call: C,
  input: Input<'auth', C>,
): Promise<Answer<'auth', C>> {
  const [method, path] = rowOf('auth', call);
  const body = (await carry(method, path, input)).body as Answer<'auth', C>;
  const { user } = body as { user: Me };
  const held = heldSession();
  if (lastUserId() !== user.id) queryClient.clear();
  rememberUser(user.id);
  queryClient.setQueryData(meQuery.queryKey, { version: '', signOn: null, ...held, user, setUp: false });
  return body;
}
