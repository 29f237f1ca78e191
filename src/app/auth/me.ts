// The signed-in user of this device, and the user's permissions.
import { useQuery } from '@tanstack/react-query';
import { api } from '#app/api/client.ts';
import { queryClient } from '#app/api/query-client.ts';
import type { Answer } from '#app/api/types.ts';
import { LAST_USER } from '#app/auth/early-session.ts';
import { getItem, setItem } from '#app/device/local-storage.ts';
import type { Action } from '#contract/define.ts';
import { may } from '#contract/permissions.ts';

export type Me = Answer<'auth', 'login'>['user'];
export type Session = Answer<'auth', 'checkUser'>;

const FRESH_MS = 60_000;
const LAST_EMAIL = 'backwatch.email';

/** The query for the session, persisted so that the app knows its user without a connection. */
export const meQuery = { ...api.auth.checkUser.queryOptions({}, { persist: true }), staleTime: FRESH_MS };

/** The cached session; undefined before the first answer. */
export const cachedSession = (): Session | undefined => queryClient.getQueryData<Session>(meQuery.queryKey);

/** The signed-in user, null for nobody. */
export function useMe(): Me | null {
  return useQuery(meQuery).data?.user ?? null;
}

/** A permission by its id, such as `system.read`. */
export type PermissionName = `${string}.${Action}`;

/** True if the user has a permission. Screens hide what needs it otherwise; the server checks it too. */
export function useCan(permission: PermissionName): boolean {
  const me = useMe();
  return me !== null && may(me, permission);
}

/** The id of the user whose data is stored on this device, '' for nobody. */
export const lastUserId = (): string => getItem(LAST_USER) ?? '';

export type LastUser = Pick<Me, 'id' | 'email'>;

/** The user whose data is stored on this device; null for nobody. Without a session: their session ended. */
export function lastUser(): LastUser | null {
  const [id, email] = [lastUserId(), getItem(LAST_EMAIL) ?? ''];
  return id === '' || email === '' ? null : { id, email };
}

/** Stores the user whose data is stored on this device; null for nobody. */
export function rememberUser(user: LastUser | null): void {
  setItem(LAST_USER, user?.id ?? '');
  setItem(LAST_EMAIL, user?.email ?? '');
}

/** Calls `onChange` with the user's id, or null, now and after each change; returns the function that ends it. */
export function followUser(onChange: (id: string | null) => void): () => void {
  let before: string | null | undefined;
  const check = () => {
    const id = cachedSession()?.user?.id ?? null;
    if (id === before) return;
    before = id;
    onChange(id);
  };
  check();
  return queryClient.getQueryCache().subscribe((event) => {
    if (event.query.queryKey[0] === 'auth') check();
  });
}
