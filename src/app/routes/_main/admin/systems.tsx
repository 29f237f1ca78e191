// The route admin/systems: all systems, with search, filters and order in the address.
import { createFileRoute } from '@tanstack/react-router';
import { useEffect } from 'react';
import { queryClient } from '#app/api/query-client.ts';
import * as m from '#text/messages.js';
import { storeListSearch } from '#app/features/lists/list-searches.ts';
import { useAddressSearch } from '#app/features/lists/use-list-search.ts';
import { useTitle } from '#app/features/shell/error-pages.tsx';
import { type SystemsSearch, readSearch } from '#app/features/systems/systems-filter.ts';
import { SYSTEMS } from '#app/features/systems/system-queries.ts';
import { SystemsScreen } from '#app/features/systems/systems-screen.tsx';

export const Route = createFileRoute('/_main/admin/systems')({
  // The component validates it, which keeps the filters out of the first script.
  validateSearch: (search: Record<string, unknown>): SystemsSearch => search,
  // Requests the rows before the screen is drawn. Imported on demand: a loader itself is part of the first script.
  loader: async ({ location }) => {
    const { prefetchSystems } = await import('#app/features/systems/systems-pages.ts');
    prefetchSystems(queryClient, { ...location.search });
  },
  component: Systems,
});

function Systems() {
  const { search, onSearch } = useAddressSearch(readSearch);
  useTitle(m.shell_place_systems());
  useEffect(() => storeListSearch(SYSTEMS, search), [search]);
  return <SystemsScreen search={search} onSearch={onSearch} />;
}
