// The screen of all users: those whom no alarm reaches first, then the active ones, then the deactivated.
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { ListSearch, ListSort } from '#app/ui/list/list-tools.tsx';
import type { ListDescription } from '#app/ui/list/list-types.ts';
import { api } from '#app/api/client.ts';
import { useCan, useMe } from '#app/auth/me.ts';
import { useNow } from '#app/device/now.ts';
import { ListScreen } from '#app/features/lists/list-screen.tsx';
import { whereWords } from '#app/features/lists/list-search.ts';
import type { ListPart, PageInput } from '#app/features/lists/use-list-pages.ts';
import { personName } from '#contract/person-name.ts';
import * as m from '#text/messages.js';
import { USER_SETTINGS, type User, mayInvite, useActs } from './user-kind.ts';
import { Places, UserRow } from './user-row.tsx';
import { reachText, seenText } from './user-text.ts';

/** The orders of the list; the first one is the usual one. */
export const userSorts = (): ListSort[] => [
  { value: 'name', label: m.account_last_name(), note: m.lists_a_to_z() },
  { value: 'reverse', label: m.account_last_name(), note: m.lists_z_to_a() },
  { value: 'email', label: m.account_email(), note: m.lists_a_to_z() },
  { value: 'newest', label: m.users_sort_newest(), note: m.lists_newest_first() },
];
const orders: Record<string, string> = {
  name: 'lastName ASC',
  reverse: 'lastName DESC',
  email: 'email ASC',
  newest: 'createdAt DESC',
};

/** The groups of the list. `unreachable`: ids of users whom no alarm reaches. */
export function userParts({ find, sort = 'name' }: ListSearch, unreachable: readonly string[]): ListPart[] {
  const search = whereWords(find, ['firstName', 'lastName', 'email']);
  const order = orders[sort] ?? 'lastName ASC';
  const few = unreachable.length > 0;
  return [
    ...(few
      ? [
          {
            key: 'unreachable',
            label: m.users_part_unreachable(),
            pastLabel: m.users_part_unreachable_past(),
            where: { ...search, id: { in: unreachable } },
            sort: order,
          },
        ]
      : []),
    {
      key: 'active',
      label: m.users_part_active(),
      where: { ...search, active: true, ...(few && { id: { nin: unreachable } }) },
      sort: order,
    },
    { key: 'inactive', label: m.users_deactivated(), where: { ...search, active: false }, sort: order },
  ];
}

function usersList(acts: ReturnType<typeof useActs>, now: number): ListDescription<User> {
  const reachOf = (user: User) => reachText(user, acts(user), now);
  return {
    label: m.shell_place_users(),
    keyOf: ({ id }) => id,
    nameOf: personName,
    hrefOf: ({ id }) => `${USER_SETTINGS}?id=${id}`,
    rowHeight: 96,
    renderRow: (user, { stale }) => <UserRow user={user} reach={reachOf(user)} now={now} stale={stale} />,
    titlesInTable: true,
    columns: [
      {
        id: 'name',
        header: m.forms_name(),
        width: 170,
        grow: 1,
        link: true,
        sort: { ascending: 'name', descending: 'reverse' },
        cell: personName,
      },
      {
        id: 'reach',
        header: m.users_alarms_column(),
        width: 250,
        cell: (user) => {
          const { text, isBad } = reachOf(user);
          return isBad ? <b className="font-[650] text-misstext">{text}</b> : text;
        },
      },
      { id: 'places', header: m.users_places_column(), width: 220, grow: 2, cell: (user) => <Places user={user} /> },
      {
        id: 'email',
        header: m.account_email(),
        width: 200,
        grow: 1,
        sort: { ascending: 'email' },
        dir: 'auto',
        cell: ({ email }) => email,
      },
      { id: 'seen', header: m.users_seen_column(), width: 150, align: 'end', cell: (user) => seenText(user, now) },
    ],
  };
}

const pageOf = ({ where, sort }: ListPart, page: PageInput) =>
  api.user.list.queryOptions({ where, sort, ...page }, { persist: page.skip === 0 });

const nobody: readonly string[] = [];
const TICK_MS = 60_000;

interface UsersScreenProps {
  search: ListSearch;
  onSearch: (next: ListSearch) => void;
  /** The id of the open user; the list is a pane beside it. */
  besideKey?: string;
}

/** The list of users. */
export function UsersScreen({ search, onSearch, besideKey }: UsersScreenProps) {
  const { history } = useRouter();
  const me = useMe();
  const now = useNow(TICK_MS);
  const acts = useActs();
  const allowed = useCan('user.read');
  const unreachable = useQuery({ ...api.user.unreachable.queryOptions({}, { persist: true }), enabled: allowed });
  const ids = unreachable.data ?? nobody;
  const parts = useMemo(() => userParts(search, ids), [search, ids]);
  const list = useMemo(() => usersList(acts, now), [acts, now]);
  const add = mayInvite(me) ? { label: m.users_invite(), run: () => history.push(USER_SETTINGS) } : undefined;
  const find = (search.find ?? '').trim();
  return (
    <ListScreen
      title={m.shell_place_users()}
      notLoaded={m.users_list_not_loaded()}
      forbidden={m.users_forbidden()}
      id="users"
      list={list}
      pages={{ parts, pageOf, enabled: allowed, awaited: unreachable }}
      search={search}
      onSearch={onSearch}
      searchLabel={m.groups_search_users()}
      sorts={userSorts()}
      add={add}
      besideKey={besideKey}
      emptyTexts={() => ({
        none: { title: m.users_empty(), detail: add ? m.users_empty_add() : m.users_empty_read(), icon: 'users' },
        noneFound: { title: m.users_none_found({ find }), detail: m.users_none_found_detail() },
      })}
    />
  );
}
