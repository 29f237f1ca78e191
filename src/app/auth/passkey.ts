// Passkeys in this browser: support, sign-in and creation. The browser converts from and to JSON.
import { api } from '#app/api/client.ts';
import type { Input } from '#app/api/types.ts';
import { ApiError } from '#app/api/errors.ts';
import type { Me } from './me.ts';
import { loginWithPasskey } from './sign-in.ts';
import { thisName } from '#app/device/device.ts';

/** True if the browser supports passkeys here. They belong to a domain, so an IP address has none. */
export const canPasskey = (): boolean =>
  typeof window.PublicKeyCredential?.parseRequestOptionsFromJSON === 'function' &&
  !/^[\d.]+$|^\[/.test(window.location.hostname);

/** Returns the device's answer as JSON; null if the user cancelled or the time ran out. */
async function answerOf<T>(asked: Promise<Credential | null>): Promise<T | null> {
  try {
    return ((await asked) as PublicKeyCredential | null)?.toJSON() as T;
  } catch (error) {
    const name = (error as { name?: unknown } | null)?.name;
    if (name === 'NotAllowedError' || name === 'AbortError') return null;
    throw error;
  }
}

/**
 * Signs in; null if the user cancelled. `only`: the id of the user who may. Throws `ApiError`, with `E_OTHER_USER` for the
 * passkey of another user, or the error of the browser.
 */
export async function signInWithPasskey(only?: string): Promise<Me | null> {
  const options = await api.passkey.beginSignIn({});
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  const response = await answerOf<Input<'passkey', 'signIn'>['response']>(navigator.credentials.get({ publicKey }));
  // Before it is sent: it would sign the other user in here.
  if (response && only !== undefined && handleOf(response.response) !== only) throw new ApiError(403, 'E_OTHER_USER');
  return response && loginWithPasskey({ response });
}

/** The id of the user for whom a passkey was made; '' where the device does not say it. */
const handleOf = ({ userHandle }: { userHandle?: string | null | undefined }): string =>
  atob((userHandle ?? '').replaceAll('-', '+').replaceAll('_', '/'));

/** Creates a passkey on this device; false if the user cancelled. Throws `ApiError`, or the error of the browser. */
export async function addPasskey(currentPassword: string): Promise<boolean> {
  const options = await api.passkey.begin({ currentPassword });
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  const response = await answerOf<Input<'passkey', 'create'>['response']>(navigator.credentials.create({ publicKey }));
  if (response) await api.passkey.create({ name: await thisName(), response });
  return response !== null;
}
