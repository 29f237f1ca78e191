// Search schema and guard of the routes that emailed links open. It loads with the routes, so it imports lazily.
import type { SignedOut } from '#app/auth/sign-out.ts';

/** Props of the pages behind these routes. */
export interface MailLinkProps {
  token: string;
  /** The sign-out on entry; null or undefined if nobody was signed in. */
  signedOut: SignedOut | null | undefined;
}

/** Reads the token from the search of the address. */
export const tokenSearch = ({ token }: Record<string, unknown>): { token?: string } =>
  typeof token === 'string' ? { token } : {};

/**
 * Signs out on entry, because the link may belong to another user. Adds `signedOut` to the route context: the result of
 * the sign-out, or null if nobody was signed in.
 */
export async function signOutOnEnter({ cause }: { cause: string }) {
  if (cause !== 'enter') return {};
  return { signedOut: await (await import('#app/auth/sign-out-first.ts')).signOutFirst() };
}
