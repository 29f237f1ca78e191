// Groups as their screens need them: the queries, the pages of one group, and its settings.
import { useQuery } from '@tanstack/react-query';
import { api } from '#app/api/client.ts';
import type { Answer, Input } from '#app/api/types.ts';
import { type Me, useCan } from '#app/auth/me.ts';
import type { RecordKind } from '#app/features/shell/record-kind.ts';
import { group } from '#contract/group.ts';
import { type Rights, may } from '#contract/permissions.ts';
import type { Action } from '#contract/define.ts';
import * as m from '#text/messages.js';
import type { GroupRights } from './permission-effect.ts';
import { actionOf, idOf, modelOf, type PermissionId } from './permission-set.ts';

export type Group = Answer<'group', 'get'>;

export const GROUPS = '/admin/groups';
export const GROUP_SETTINGS = '/admin/group/settings';

/** The query of one group. */
export const groupQuery = (id: string) => api.group.get.queryOptions({ id }, { persist: true });

/** Every group with its permissions and people: what else a person has. */
export const allGroups = api.group.list.queryOptions({ sort: 'name ASC', limit: 1000 });

/** True if the person has the permission, and so may give and take it. */
export const holds = (rights: Rights, id: PermissionId): boolean =>
  may(rights, `${modelOf(id)}.${actionOf(id) as Action}`);

/** Groups belong to the installation, and nobody changes one that grants what they lack. */
export const mayChangeGroup = (me: Me, record: Pick<GroupRights, 'permissions'> | null): boolean =>
  me.allOrganizations && (record === null || record.permissions.every((grant) => holds(me, idOf(grant))));

const NONE: readonly PermissionId[] = [];
const idsOf = (all: Answer<'permission', 'list'>): readonly PermissionId[] => all.map(({ id }) => id);

/** The query of the permissions that there are, by id. */
export function useOfferedQuery() {
  const query = { ...api.permission.list.queryOptions({}, { persist: true }), enabled: useCan('group.read') };
  return useQuery({ ...query, select: idsOf });
}

/** The permissions that there are, by id; empty until they are known. */
export const useOffered = (): readonly PermissionId[] => useOfferedQuery().data ?? NONE;

/** The reason why a person may see a group but not change it. */
export function readOnlyNote(me: Me): string {
  if (!me.allOrganizations) return m.groups_read_only_installation();
  return may(me, 'group.update') ? m.groups_read_only_more() : m.forms_read_only();
}

interface GroupValues {
  name: string;
}

/** Groups, as their settings need them. */
export const groupKind: RecordKind<Group, GroupValues, Input<'group', 'create'>, Partial<Input<'group', 'create'>>> = {
  entity: group,
  calls: api.group,
  listHref: GROUPS,
  // A new group has no permissions yet: they come next.
  hrefOf: (id) => `/admin/group/permissions?id=${id}`,
  fields: () => ({ name: { label: m.forms_name(), short: m.forms_name_short() } }),
  initial: { name: '' },
  read: ({ name }) => ({ name }),
  toInput: (values: Partial<GroupValues>) => values as GroupValues,
  allows: mayChangeGroup,
  texts: () => ({
    list: m.shell_place_groups(),
    one: m.groups_title_one(),
    add: m.groups_new(),
    save: m.groups_save(),
    readOnly: readOnlyNote,
    notLoaded: m.groups_not_loaded(),
    remove: m.groups_delete(),
    removeDetail: ({ users }) =>
      users.length > 0 ? m.groups_delete_people({ count: users.length }) : m.groups_delete_detail(),
  }),
};
