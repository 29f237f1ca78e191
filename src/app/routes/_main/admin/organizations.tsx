// The route admin/organizations: every organization, with search and order in the address.
import { createFileRoute } from '@tanstack/react-router';
import type { ListSearch } from '#app/ui/list/list-tools.tsx';
import { useListSearch } from '#app/features/lists/use-list-search.ts';
import { organizationSorts } from '#app/features/organizations/organizations-list.tsx';
import { OrganizationsScreen } from '#app/features/organizations/organizations-screen.tsx';
import { useTitle } from '#app/features/shell/error-pages.tsx';
import * as m from '#text/messages.js';

export const Route = createFileRoute('/_main/admin/organizations')({
  // Read by the screen: its words would otherwise be part of the first script.
  validateSearch: (search: Record<string, unknown>): ListSearch => search,
  component: Organizations,
});

function Organizations() {
  const { search, onSearch } = useListSearch(organizationSorts);
  useTitle(m.shell_place_organizations());
  return <OrganizationsScreen search={search} onSearch={onSearch} />;
}
