// Passkeys in this browser: whether it can, signing in with one, making one. The browser's own JSON does the translating.
import { api } from '#app/api/client.ts';
import type { Input } from '#app/api/types.ts';
import type { Me } from './me.ts';
import { loginWithPasskey } from './sign-in.ts';
import { thisName } from '#app/device/device.ts';

/** A passkey belongs to a domain: at a bare address there is none. */
export const canPasskey = (): boolean =>
  typeof window.PublicKeyCredential?.parseRequestOptionsFromJSON === 'function' &&
  !/^[\d.]+$|^\[/.test(window.location.hostname);

/** What the device answers, as JSON; null where its person chose not to, or let the time pass. */
async function answerOf<T>(asked: Promise<Credential | null>): Promise<T | null> {
  try {
    return ((await asked) as PublicKeyCredential | null)?.toJSON() as T;
  } catch (error) {
    const name = (error as { name?: unknown } | null)?.name;
    if (name === 'NotAllowedError' || name === 'AbortError') return null;
    throw error;
  }
}

/** Signs in; null where the person chose not to. Throws `ApiError`, or what the browser says. */
export async function signInWithPasskey(): Promise<Me | null> {
  const options = await api.passkey.beginSignIn({});
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  const response = await answerOf<Input<'passkey', 'signIn'>['response']>(navigator.credentials.get({ publicKey }));
  return response && loginWithPasskey({ response });
}

/** Makes a passkey on this device; false where the person chose not to. Throws `ApiError`, or what the browser says. */
export async function addPasskey(currentPassword: string): Promise<boolean> {
  const options = await api.passkey.begin({ currentPassword });
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  const response = await answerOf<Input<'passkey', 'create'>['response']>(navigator.credentials.create({ publicKey }));
  if (response) await api.passkey.create({ name: await thisName(), response });
  return response !== null;
}
