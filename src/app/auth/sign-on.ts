// Single sign-on: goes to the provider, and returns to the page that the user wanted.
import { api } from '#app/api/client.ts';
import { queryClient } from '#app/api/query-client.ts';
import { alreadyIn } from './guard.ts';
import { afterSignIn } from '#app/push/onboarding.ts';
import { signOn } from './sign-in.ts';

const FROM = 'backwatch.from';

/** Opens the provider's page; throws `ApiError` if it cannot be reached. `from` is the path that the user wanted. */
export async function leaveForProvider(from: string | undefined, fresh = false): Promise<void> {
  const { url } = await api.auth.oauth({ from, ...(fresh && { fresh }) });
  try {
    sessionStorage.setItem(FROM, from ?? '');
  } catch {
    // Storage may be forbidden. The server stores the path too, for a sign-in that succeeds.
  }
  location.assign(url);
}

/** The path that the user wanted before this tab opened the provider's page, for another try. */
export function wantedPath(): string | undefined {
  try {
    return sessionStorage.getItem(FROM) || undefined;
  } catch {
    return undefined;
  }
}

/** Signs in with the provider's parameters; returns the path to open. Throws `ApiError`. */
export async function comeBack(search: Readonly<Record<string, unknown>>): Promise<string> {
  const param = (key: string) => (typeof search[key] === 'string' ? search[key] : undefined);
  // Caches the session, because it contains the provider's name.
  await alreadyIn(queryClient);
  const { user, from } = await signOn({
    state: param('state') ?? '',
    code: param('code'),
    iss: param('iss'),
    error: param('error'),
  });
  return afterSignIn(user.id, from ?? undefined);
}
