// Users as their screens need them: the queries, and who may change whom.
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api } from '#app/api/client.ts';
import type { Answer } from '#app/api/types.ts';
import { type Me, useCan, useMe } from '#app/auth/me.ts';
import { allGroups, holds } from '#app/features/groups/group-kind.ts';
import { idOf } from '#app/features/groups/permission-set.ts';
import { leadsTo } from '#app/features/lists/list-searches.ts';
import { may } from '#contract/permissions.ts';
import * as m from '#text/messages.js';

export type User = Answer<'user', 'get'>;

export const USERS = '/admin/users';
export const USER_SETTINGS = '/admin/user/settings';

/** The query of one user, with groups, their permissions, and the links to organizations. */
export const userQuery = (id: string) => api.user.get.queryOptions({ id }, { persist: true });

/** The breadcrumb and Back of the pages of a user. */
export const userPage = () => leadsTo(USERS, m.shell_place_users());

/** True if the reader may change this user. */
export const useMayChange = ({ manageable = false }: User): boolean => useCan('user.update') && manageable;

/** The sentence for a user who may be seen but not changed; null where there is a form. */
export function useReadOnlyNote(user: User): string | null {
  const mayChange = useMayChange(user);
  const mayUpdate = useCan('user.update');
  if (mayChange) return null;
  return mayUpdate ? m.users_read_only_more() : m.forms_read_only();
}

/** Returns whether a user may act on alarms; undefined where the reader does not see what groups grant. */
export function useActs(): (user: Pick<User, 'groups'>) => boolean | undefined {
  const { data } = useQuery({ ...allGroups, enabled: useCan('group.read') });
  const acting = useMemo(
    () =>
      data &&
      new Set(
        data.rows
          .filter(({ permissions }) => permissions.some((one) => idOf(one) === 'alarm.update'))
          .map(({ id }) => id),
      ),
    [data],
  );
  return useMemo(
    () =>
      ({ groups }) =>
        acting && groups.some(({ id }) => acting.has(id)),
    [acting],
  );
}

/** The query of the groups, for a reader who may put somebody into one. */
export function useGroupsQuery() {
  const [mayRead, mayAdd] = [useCan('group.read'), useCan('usergroup.create')];
  return useQuery({ ...allGroups, enabled: mayRead && mayAdd });
}

/** The groups that the reader may put somebody into: those whose permissions the reader has. */
export function useGivableGroups() {
  const me = useMe();
  const { data } = useGroupsQuery();
  const mayAdd = useCan('usergroup.create');
  return useMemo(() => {
    const rows = data?.rows ?? [];
    if (me === null || !mayAdd) return [];
    return rows.filter(({ permissions }) => permissions.every((one) => holds(me, idOf(one))));
  }, [data, me, mayAdd]);
}

/** True if the reader may invite people: somebody of only some organizations names one of them. */
export const mayInvite = (me: Me | null): boolean => me !== null && may(me, 'user.create');
