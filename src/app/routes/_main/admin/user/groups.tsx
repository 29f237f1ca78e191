// The route admin/user/groups: the groups of a user, and the permissions that follow.
import { createFileRoute } from '@tanstack/react-router';
import { RecordPanes } from '#app/features/shell/record-panes.tsx';
import { UsersScreen } from '#app/features/users/users-screen.tsx';
import { UserGroups } from '#app/features/users/user-groups.tsx';
import * as m from '#text/messages.js';

export const Route = createFileRoute('/_main/admin/user/groups')({
  staticData: { bar: 'own', panes: 'own' },
  validateSearch: ({ id }: Record<string, unknown>): { id?: string } => (typeof id === 'string' ? { id } : {}),
  component: User,
});

function User() {
  const { id } = Route.useSearch();
  return (
    <RecordPanes label={m.shell_place_users()} list={UsersScreen} path="/admin/users" id={id}>
      <UserGroups key={id} id={id} />
    </RecordPanes>
  );
}
