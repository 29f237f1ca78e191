// Coming in: login by password or passkey, and first administrator; what another person left on this device goes first.
import { carry } from '../api/carrier.ts';
import { queryClient } from '../api/client.ts';
import { rowOf } from '../api/ask.ts';
import type { Answer, Input } from '../api/types.ts';
import { type Me, heldSession, lastUserId, meQuery, rememberUser } from './me.ts';

/** Signs in; throws `Refused` with `E_BAD_LOGIN` or `E_RATE`. */
export const login = (input: Input<'auth', 'login'>): Promise<Me> => enter(rowOf('auth', 'login'), input);

/** Makes the first administrator and signs in; throws `Refused` with `E_SET_UP_DONE` or `E_TOKEN`. */
export const setUp = (input: Input<'auth', 'setUp'>): Promise<Me> => enter(rowOf('auth', 'setUp'), input);

/** Signs in with what a device answered; throws `Refused` with `E_BAD_LOGIN` or `E_RATE`. */
export const loginWithPasskey = (input: Input<'passkey', 'signIn'>): Promise<Me> =>
  enter(rowOf('passkey', 'signIn'), input);

async function enter([method, path]: ReturnType<typeof rowOf>, input: object): Promise<Me> {
  const { user } = (await carry(method, path, input)).body as Answer<'auth', 'login'>;
  const version = heldSession()?.version ?? '';
  if (lastUserId() !== user.id) queryClient.clear();
  rememberUser(user.id);
  queryClient.setQueryData(meQuery.queryKey, { user, setUp: false, version });
  return user;
}
