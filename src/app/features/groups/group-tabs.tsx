// The pages of one group: settings, permissions, users.
import { useQuery } from '@tanstack/react-query';
import { useCan } from '#app/auth/me.ts';
import { RecordTabs } from '#app/features/shell/record-tabs.tsx';
import { reader } from '#app/device/reader.ts';
import { formatNumber } from '#text/format.ts';
import * as m from '#text/messages.js';
import { GROUP_SETTINGS, groupQuery } from './group-kind.ts';

/** The tabs of a group; a new one has none. */
export function GroupTabs({ id }: { id: string }) {
  const { data } = useQuery({ ...groupQuery(id), enabled: useCan('group.read') });
  const users =
    data === undefined
      ? m.shell_place_users()
      : m.groups_tab_users_count({ number: formatNumber(data.users.length, reader()) });
  return (
    <RecordTabs
      label={data?.name ?? m.groups_title_one()}
      id={id}
      tabs={[
        { path: GROUP_SETTINGS, label: m.systems_tab_settings() },
        { path: '/admin/group/permissions', label: m.groups_tab_permissions() },
        { path: '/admin/group/users', label: users },
      ]}
    />
  );
}
