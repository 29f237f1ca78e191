// The route admin/systems: all systems, with search, filters and order in the address.
import { createFileRoute } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
import { queryClient } from '#app/api/query-client.ts';
import * as m from '#text/messages.js';
import { useTitle } from '#app/features/shell/error-pages.tsx';
import { type SystemsSearch, readSearch } from '#app/features/systems/systems-filter.ts';
import { storeSearch } from '#app/features/systems/systems-search-store.ts';
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
  const given = Route.useSearch();
  const search = useMemo(() => readSearch({ ...given }), [given]);
  const navigate = Route.useNavigate();
  useTitle(m.systems_title());
  useEffect(() => storeSearch(search), [search]);
  const put = (next: SystemsSearch) => void navigate({ search: next, replace: true });
  return <SystemsScreen search={search} onSearch={put} />;
}
