// Checks whether a route may be shown: asks the server if no session is cached. Does not navigate.
import type { QueryClient } from '@tanstack/react-query';
import { restored } from '#app/offline/restore-cache.ts';
import { ApiError } from '#app/api/errors.ts';
import { type Me, type Session, meQuery } from './me.ts';

/** A route waits this long for the server, ms. The first page is not drawn before. */
export const ANSWER_MS = 10_000;

/** Either the signed-in user, or the login page with the wanted path. */
export type GuardResult = { user: Me } | { user: null; from: string | undefined; setUp: boolean };

/** The path to return to after the login: undefined for any that contains login or logout, and for other sites. */
export function fromOf(path: string): string | undefined {
  if (path.includes('login') || path.includes('logout')) return undefined;
  return isOwnPath(path) ? path : undefined;
}

/** True for a path that stays on this site. */
export const isOwnPath = (path: string): boolean => /^\/(?![/\\])/.test(path);

/**
 * Guards a protected route. A cached session counts at once and is refetched when it is old; else the first of the
 * server and the device's storage decides. Throws `ApiError` if neither knows, `E_TIMEOUT` after 10 s.
 */
export async function guard(client: QueryClient, path: string): Promise<GuardResult> {
  const held = client.getQueryData<Session>(meQuery.queryKey);
  if (held?.user) {
    void client.prefetchQuery(meQuery);
    return { user: held.user };
  }
  const session = await Promise.any([askServer(client), storedSession(client)]).catch(({ errors }: AggregateError) => {
    throw errors[0];
  });
  return session.user ? { user: session.user } : { user: null, from: fromOf(path), setUp: session.setUp };
}

/** The user who is already signed in, for pages without one; null without a connection. */
export async function alreadyIn(client: QueryClient): Promise<Me | null> {
  const held = client.getQueryData<Session>(meQuery.queryKey);
  if (held) return held.user;
  return askServer(client).then(
    (session) => session.user,
    () => null,
  );
}

// Never paused and never retried: a route that waits for the network shows nothing. The fetch itself goes on after the
// time limit, so that another try finds its answer.
function askServer(client: QueryClient): Promise<Session> {
  const answer = client.fetchQuery({ ...meQuery, staleTime: 0, networkMode: 'always', retry: false });
  return new Promise((resolve, reject) => {
    const expire = () => reject(new ApiError(0, 'E_TIMEOUT', { message: `timeout of ${ANSWER_MS}ms exceeded` }));
    const timer = setTimeout(expire, ANSWER_MS);
    void answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

// A slow disk may know the user although the first restore gave up on it.
async function storedSession(client: QueryClient): Promise<Session> {
  await restored(client);
  const session = client.getQueryData<Session>(meQuery.queryKey);
  if (!session?.user) throw new ApiError(0, 'E_NETWORK');
  return session;
}
