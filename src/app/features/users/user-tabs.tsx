// The pages of one user: settings, groups, organizations.
import { RecordTabs } from '#app/features/shell/record-tabs.tsx';
import { reader } from '#app/device/reader.ts';
import { formatNumber } from '#text/format.ts';
import { personName } from '#contract/person-name.ts';
import * as m from '#text/messages.js';
import { USER_SETTINGS, type User } from './user-kind.ts';

/** The tabs of a user. */
export function UserTabs({ user }: { user: User }) {
  const number = (count: number) => formatNumber(count, reader());
  return (
    <RecordTabs
      label={personName(user)}
      id={user.id}
      tabs={[
        { path: USER_SETTINGS, label: m.systems_tab_settings() },
        { path: '/admin/user/groups', label: m.users_tab_groups({ number: number(user.groups.length) }) },
        {
          path: '/admin/user/organizations',
          label: user.allOrganizations
            ? m.shell_place_organizations()
            : m.users_tab_organizations({ number: number(user.organizations.length) }),
        },
      ]}
    />
  );
}
