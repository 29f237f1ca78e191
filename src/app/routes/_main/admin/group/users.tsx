// The route admin/group/users: the people of a group, with their search in the address.
import { createFileRoute } from '@tanstack/react-router';
import { readRecordListSearch } from '#app/features/lists/record-list-search.ts';
import { RecordPanes } from '#app/features/shell/record-panes.tsx';
import { GroupsScreen } from '#app/features/groups/groups-screen.tsx';
import { GroupUsers } from '#app/features/groups/group-users.tsx';
import * as m from '#text/messages.js';

export const Route = createFileRoute('/_main/admin/group/users')({
  staticData: { bar: 'own', panes: 'own' },
  validateSearch: readRecordListSearch,
  component: Group,
});

function Group() {
  const { id } = Route.useSearch();
  return (
    <RecordPanes label={m.shell_place_groups()} list={GroupsScreen} path="/admin/groups" id={id}>
      <GroupUsers key={id} id={id} />
    </RecordPanes>
  );
}
