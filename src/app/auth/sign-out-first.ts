// Pages of links from mails belong to whoever holds the link: somebody else signed in on this device is signed out first.
import { queryClient } from '#app/api/query-client.ts';
import { alreadyIn } from './guard.ts';
import { type SignedOut, logout } from './sign-out.ts';

/** What the sign-out took along, null where nobody was signed in. Throws `ApiError` when the server cannot be reached. */
export async function signOutFirst(): Promise<SignedOut | null> {
  return (await alreadyIn(queryClient)) === null ? null : logout();
}
