// The route admin/orphans: search and order in the address.
import { createFileRoute } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { ListSearch } from '#app/ui/list/list-tools.tsx';
import { readListSearch } from '#app/features/lists/list-search.ts';
import { orphanSorts } from '#app/features/orphans/orphans-list.tsx';
import { OrphansScreen } from '#app/features/orphans/orphans-screen.tsx';
import { useTitle } from '#app/features/shell/error-pages.tsx';
import * as m from '#text/messages.js';

export const Route = createFileRoute('/_main/admin/orphans')({
  // Read by the screen: its code would otherwise be part of the first script.
  validateSearch: (search: Record<string, unknown>): ListSearch => search,
  component: Orphans,
});

function Orphans() {
  const given = Route.useSearch();
  const search = useMemo(() => readListSearch({ ...given }, orphanSorts()), [given]);
  const navigate = Route.useNavigate();
  useTitle(m.orphans_title());
  return <OrphansScreen search={search} onSearch={(next) => void navigate({ search: next, replace: true })} />;
}
