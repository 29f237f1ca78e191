// The route admin/group/permissions: what the people of a group may do.
import { createFileRoute } from '@tanstack/react-router';
import { RecordPanes } from '#app/features/shell/record-panes.tsx';
import { GroupsScreen } from '#app/features/groups/groups-screen.tsx';
import { GroupPermissions } from '#app/features/groups/group-permissions.tsx';
import * as m from '#text/messages.js';

export const Route = createFileRoute('/_main/admin/group/permissions')({
  staticData: { bar: 'own', panes: 'own' },
  validateSearch: ({ id }: Record<string, unknown>): { id?: string } => (typeof id === 'string' ? { id } : {}),
  component: Group,
});

function Group() {
  const { id } = Route.useSearch();
  return (
    <RecordPanes label={m.shell_place_groups()} list={GroupsScreen} path="/admin/groups" id={id}>
      <GroupPermissions key={id} id={id} />
    </RecordPanes>
  );
}
