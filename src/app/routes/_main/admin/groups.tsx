// The route admin/groups: every group, with search and order in the address.
import { createFileRoute } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { ListSearch } from '#app/ui/list/list-tools.tsx';
import { useTitle } from '#app/features/shell/error-pages.tsx';
import { readListSearch } from '#app/features/lists/list-search.ts';
import { GroupsScreen, groupSorts } from '#app/features/groups/groups-screen.tsx';
import * as m from '#text/messages.js';

export const Route = createFileRoute('/_main/admin/groups')({
  // Read by the screen: its words would else weigh on the first script.
  validateSearch: (search: Record<string, unknown>): ListSearch => search,
  component: Groups,
});

function Groups() {
  const given = Route.useSearch();
  const search = useMemo(() => readListSearch({ ...given }, groupSorts()), [given]);
  const navigate = Route.useNavigate();
  useTitle(m.groups_title());
  return <GroupsScreen search={search} onSearch={(next) => void navigate({ search: next, replace: true })} />;
}
