// The route admin/user/settings: one user, or an invitation without an id.
import { createFileRoute } from '@tanstack/react-router';
import { RecordPanes } from '#app/features/shell/record-panes.tsx';
import { UsersScreen } from '#app/features/users/users-screen.tsx';
import { UserSettings } from '#app/features/users/user-settings.tsx';
import * as m from '#text/messages.js';

export const Route = createFileRoute('/_main/admin/user/settings')({
  staticData: { bar: 'own', panes: 'own' },
  validateSearch: ({ id }: Record<string, unknown>): { id?: string } => (typeof id === 'string' ? { id } : {}),
  component: User,
});

function User() {
  const { id } = Route.useSearch();
  return (
    <RecordPanes label={m.shell_place_users()} list={UsersScreen} path="/admin/users" id={id}>
      <UserSettings key={id} id={id} />
    </RecordPanes>
  );
}
