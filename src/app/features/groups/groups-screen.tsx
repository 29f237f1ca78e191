// The screen of all groups: a list on phones, a table on desks.
import { useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';
import { RowBody } from '#app/ui/list/list-row.tsx';
import type { ListSearch, ListSort } from '#app/ui/list/list-tools.tsx';
import type { ListDescription } from '#app/ui/list/list-types.ts';
import { api } from '#app/api/client.ts';
import { useCan, useMe } from '#app/auth/me.ts';
import { reader } from '#app/device/reader.ts';
import { ListScreen } from '#app/features/lists/list-screen.tsx';
import { whereWords } from '#app/features/lists/list-search.ts';
import type { ListPart, PageInput } from '#app/features/lists/use-list-pages.ts';
import { formatNumber } from '#text/format.ts';
import * as m from '#text/messages.js';
import { GROUP_SETTINGS, type Group, useOffered } from './group-kind.ts';
import { type PermissionId, idOf } from './permission-set.ts';
import { permissionsSummary } from './permission-text.ts';

/** The orders of the list; the first one is the usual one. */
export const groupSorts = (): ListSort[] => [
  { value: 'name', label: m.forms_name(), note: m.lists_a_to_z() },
  { value: 'reverse', label: m.forms_name(), note: m.lists_z_to_a() },
  { value: 'newest', label: m.groups_sort_newest(), note: m.lists_newest_first() },
];
const orders: Record<string, string> = { name: 'name ASC', reverse: 'name DESC', newest: 'createdAt DESC' };

const number = (count: number): string => formatNumber(count, reader());

const groupsList = (offered: readonly PermissionId[]): ListDescription<Group> => {
  const summary = ({ permissions }: Group) => permissionsSummary(permissions.map(idOf), offered);
  return {
    label: m.shell_place_groups(),
    keyOf: ({ id }) => id,
    nameOf: ({ name }) => name,
    hrefOf: ({ id }) => `/admin/group/permissions?id=${id}`,
    rowHeight: 72,
    renderRow: (group, { stale }) => (
      <RowBody
        name={group.name}
        word={m.groups_users({ count: group.users.length, number: number(group.users.length) })}
        meta={m.groups_row({
          count: group.permissions.length,
          number: number(group.permissions.length),
          summary: summary(group),
        })}
        stale={stale}
      />
    ),
    columns: [
      {
        id: 'name',
        header: m.forms_name(),
        width: 200,
        grow: 1,
        link: true,
        sort: { ascending: 'name', descending: 'reverse' },
        cell: ({ name }) => name,
      },
      { id: 'may', header: m.groups_may_column(), width: 220, grow: 2, cell: summary },
      {
        id: 'users',
        header: m.shell_place_users(),
        width: 90,
        align: 'end',
        cell: ({ users }) => number(users.length),
      },
      {
        id: 'permissions',
        header: m.groups_tab_permissions(),
        width: 130,
        align: 'end',
        cell: ({ permissions }) => number(permissions.length),
      },
    ],
  };
};

const pageOf = ({ where, sort }: ListPart, page: PageInput) =>
  api.group.list.queryOptions({ where, sort, ...page }, { persist: page.skip === 0 });

interface GroupsScreenProps {
  search: ListSearch;
  onSearch: (next: ListSearch) => void;
  /** The id of the open group; the list is a pane beside it. */
  besideKey?: string;
}

/** The list of groups. */
export function GroupsScreen({ search, onSearch, besideKey }: GroupsScreenProps) {
  const { history } = useRouter();
  const me = useMe();
  const parts = useMemo(() => {
    const sort = orders[search.sort ?? 'name'] ?? 'name ASC';
    return [{ key: 'all', where: whereWords(search.find, ['name']), sort }];
  }, [search]);
  const offered = useOffered();
  const list = useMemo(() => groupsList(offered), [offered]);
  const mayAdd = useCan('group.create') && me?.allOrganizations === true;
  const add = mayAdd ? { label: m.groups_new(), run: () => history.push(GROUP_SETTINGS) } : undefined;
  const find = (search.find ?? '').trim();
  return (
    <ListScreen
      title={m.shell_place_groups()}
      notLoaded={m.groups_list_not_loaded()}
      forbidden={m.groups_forbidden()}
      id="groups"
      list={list}
      pages={{ parts, pageOf, enabled: useCan('group.read') }}
      search={search}
      onSearch={onSearch}
      searchLabel={m.groups_search()}
      sorts={groupSorts()}
      add={add}
      besideKey={besideKey}
      emptyTexts={() => ({
        none: { title: m.groups_empty(), detail: add ? m.groups_empty_add() : m.groups_empty_read(), icon: 'lock' },
        noneFound: { title: m.groups_none_found({ find }), detail: m.groups_none_found_detail() },
      })}
    />
  );
}
