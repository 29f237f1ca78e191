// The route admin/orphans: search and order in the address.
import { createFileRoute } from '@tanstack/react-router';
import type { ListSearch } from '#app/ui/list/list-tools.tsx';
import { useListSearch } from '#app/features/lists/use-list-search.ts';
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
  const { search, onSearch } = useListSearch(orphanSorts);
  useTitle(m.orphans_title());
  return <OrphansScreen search={search} onSearch={onSearch} />;
}
