// The route admin/groups: every group, with search and order in the address.
import { createFileRoute } from '@tanstack/react-router';
import type { ListSearch } from '#app/ui/list/list-tools.tsx';
import { useTitle } from '#app/features/shell/error-pages.tsx';
import { useListSearch } from '#app/features/lists/use-list-search.ts';
import { GroupsScreen, groupSorts } from '#app/features/groups/groups-screen.tsx';
import * as m from '#text/messages.js';

export const Route = createFileRoute('/_main/admin/groups')({
  // Read by the screen: its words would else weigh on the first script.
  validateSearch: (search: Record<string, unknown>): ListSearch => search,
  component: Groups,
});

function Groups() {
  const { search, onSearch } = useListSearch(groupSorts);
  useTitle(m.shell_place_groups());
  return <GroupsScreen search={search} onSearch={onSearch} />;
}
