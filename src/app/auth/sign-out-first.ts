// Signs out before a page of a mail link is used: it belongs to the owner of the link, not to the signed-in user.
import { queryClient } from '#app/api/query-client.ts';
import { alreadyIn } from './guard.ts';
import { type SignedOut, logout } from './sign-out.ts';

/** Returns the result of the sign-out, null if nobody was signed in. Throws `ApiError` without a server. */
export async function signOutFirst(): Promise<SignedOut | null> {
  return (await alreadyIn(queryClient)) === null ? null : logout();
}
