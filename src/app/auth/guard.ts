// Who may see a route: asks the server when nobody is known, and says where to go instead. Navigates nowhere itself.
import type { QueryClient } from '@tanstack/react-query';
import { restored } from '#app/offline/restore-cache.ts';
import { type Me, type Session, meQuery } from './me.ts';

/** Either the person, or the login to go to with the wanted path. */
export type Verdict = { user: Me } | { user: null; from: string | undefined; setUp: boolean };

/** The path to come back to after the login: none for login and logout themselves, none that leads to another site. */
export function fromOf(path: string): string | undefined {
  if (path.includes('login') || path.includes('logout')) return undefined;
  return isOwnPath(path) && path !== '/' ? path : undefined;
}

/** Whether a path stays on this site. */
export const isOwnPath = (path: string): boolean => /^\/(?![/\\])/.test(path);

/**
 * A protected route: a held session lets in at once, and is asked about anew when it is old; else the server is asked.
 * Throws `ApiError` when the server cannot be asked and nobody is known.
 */
export async function guard(client: QueryClient, path: string): Promise<Verdict> {
  const held = client.getQueryData<Session>(meQuery.queryKey);
  if (held?.user) {
    void client.prefetchQuery(meQuery);
    return { user: held.user };
  }
  // Where nobody answers, who is known to a slow disk is let in.
  const session = await askServer(client).catch(async (error: unknown) => {
    await restored(client);
    const late = client.getQueryData<Session>(meQuery.queryKey);
    return late?.user ? late : Promise.reject(error);
  });
  return session.user ? { user: session.user } : { user: null, from: fromOf(path), setUp: session.setUp };
}

/** A login-only route: the person who is already signed in, else null. Without a connection nobody is. */
export async function alreadyIn(client: QueryClient): Promise<Me | null> {
  const held = client.getQueryData<Session>(meQuery.queryKey);
  if (held) return held.user;
  return askServer(client).then(
    (session) => session.user,
    () => null,
  );
}

// Never paused and never repeated: a route that waits for the network shows nothing.
const askServer = (client: QueryClient): Promise<Session> =>
  client.fetchQuery({ ...meQuery, staleTime: 0, networkMode: 'always', retry: false });
