// The route admin/user/organizations: the organizations of a user, with their search in the address.
import { createFileRoute } from '@tanstack/react-router';
import { readRecordListSearch } from '#app/features/lists/record-list-search.ts';
import { RecordPanes } from '#app/features/shell/record-panes.tsx';
import { UsersScreen } from '#app/features/users/users-screen.tsx';
import { UserOrganizations } from '#app/features/users/user-organizations.tsx';
import * as m from '#text/messages.js';

export const Route = createFileRoute('/_main/admin/user/organizations')({
  staticData: { bar: 'own', panes: 'own' },
  validateSearch: readRecordListSearch,
  component: User,
});

function User() {
  const { id } = Route.useSearch();
  return (
    <RecordPanes label={m.shell_place_users()} list={UsersScreen} path="/admin/users" id={id}>
      <UserOrganizations key={id} id={id} />
    </RecordPanes>
  );
}
