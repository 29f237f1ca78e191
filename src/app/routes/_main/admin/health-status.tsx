// The route admin/health-status: the systems that are not backed up.
import { createFileRoute } from '@tanstack/react-router';
import type { ListSearch } from '#app/ui/list/list-tools.tsx';
import { useAddressSearch } from '#app/features/lists/use-list-search.ts';
import { useTitle } from '#app/features/shell/error-pages.tsx';
import { HealthStatusScreen, readHealthSearch } from '#app/features/systems/health-status-screen.tsx';
import * as m from '#text/messages.js';

export const Route = createFileRoute('/_main/admin/health-status')({
  // Read by the screen: its code would otherwise be part of the first script.
  validateSearch: (search: Record<string, unknown>): ListSearch => search,
  component: HealthStatus,
});

function HealthStatus() {
  const { search, onSearch } = useAddressSearch(readHealthSearch);
  useTitle(m.shell_place_not_backed_up());
  return <HealthStatusScreen search={search} onSearch={onSearch} />;
}
