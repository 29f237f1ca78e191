// Who is signed in on this device, and what that person may do.
import { useQuery } from '@tanstack/react-query';
import { api } from '#app/api/client.ts';
import { queryClient } from '#app/api/query-client.ts';
import type { Answer } from '#app/api/types.ts';
import { getItem, setItem } from '#app/device/local-storage.ts';
import type { Action } from '#contract/define.ts';
import { may } from '#contract/permissions.ts';

export type Me = Answer<'auth', 'login'>['user'];
export type Session = Answer<'auth', 'checkUser'>;

const FRESH_MS = 60_000;
const LAST_USER = 'backwatch.user';

/** The question that tells who is signed in; kept on the device, so that an app without a connection knows its person. */
export const meQuery = { ...api.auth.checkUser.queryOptions({}, { persist: true }), staleTime: FRESH_MS };

/** The session as last heard; undefined when nothing is known. */
export const cachedSession = (): Session | undefined => queryClient.getQueryData<Session>(meQuery.queryKey);

/** The person signed in, null for nobody. */
export function useMe(): Me | null {
  return useQuery(meQuery).data?.user ?? null;
}

/** Whether the signed-in person holds a permission; what needs it is not offered otherwise. The server refuses all the same. */
export function useCan(permission: `${string}.${Action}`): boolean {
  const me = useMe();
  return me !== null && may(me, permission);
}

/** The id of the person whose data this device holds, '' for nobody. */
export const lastUserId = (): string => getItem(LAST_USER) ?? '';

/** Remembers whose data this device holds from now on. */
export const rememberUser = (id: string): void => setItem(LAST_USER, id);

/** Calls `tell` with the person's id, or null, now and whenever it changes; returns the end of it. */
export function followUser(tell: (id: string | null) => void): () => void {
  let before: string | null | undefined;
  const look = () => {
    const id = cachedSession()?.user?.id ?? null;
    if (id === before) return;
    before = id;
    tell(id);
  };
  look();
  return queryClient.getQueryCache().subscribe((event) => {
    if (event.query.queryKey[0] === 'auth') look();
  });
}
