// Single sign-on as the browser does it: away to the provider, and back to where the person was going.
import { api } from '#app/api/client.ts';
import { queryClient } from '#app/api/query-client.ts';
import { ApiError } from '#app/api/errors.ts';
import { errorMessage } from '#app/api/error-messages.ts';
import { alreadyIn } from './guard.ts';
import { afterSignIn } from '#app/push/onboarding.ts';
import { signOn } from './sign-in.ts';

const FROM = 'backwatch.from';

/** Leaves for the provider; throws `ApiError` where it cannot be reached. `from` is the path that the person wanted. */
export async function leaveForProvider(from: string | undefined): Promise<void> {
  const { url } = await api.auth.oauth({ from });
  try {
    sessionStorage.setItem(FROM, from ?? '');
  } catch {
    // Storage may be forbidden: the server remembers it too, for when all goes well.
  }
  location.assign(url);
}

/** The path that was wanted when this tab left for the provider: for another try. */
export function wantedPath(): string | undefined {
  try {
    return sessionStorage.getItem(FROM) || undefined;
  } catch {
    return undefined;
  }
}

/** Signs in with what the provider sent along; answers the path to open. Throws `ApiError`. */
export async function comeBack(search: Readonly<Record<string, unknown>>): Promise<string> {
  const said = (key: string) => (typeof search[key] === 'string' ? search[key] : undefined);
  // What is held of the session tells the provider's name for later.
  await alreadyIn(queryClient);
  const { user, from } = await signOn({
    state: said('state') ?? '',
    code: said('code'),
    iss: said('iss'),
    error: said('error'),
  });
  return afterSignIn(user.id, from ?? undefined);
}

/** Why it failed. The server's own sentences name the provider. */
export const signOnFault = (error: unknown): string =>
  error instanceof ApiError && error.status > 400 && error.status !== 500 && error.message !== error.code
    ? error.message
    : errorMessage(error);
