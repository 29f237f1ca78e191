// The route admin/systems: every system, worst first, with search and states in the address.
import { createFileRoute } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
import { useTitle } from '#app/features/shell/error-pages.tsx';
import { type SystemsSearch, readSearch } from '#app/features/systems/systems-filter.ts';
import { keepSearch } from '#app/features/systems/systems-search-store.ts';
import { SystemsScreen } from '#app/features/systems/systems-screen.tsx';

export const Route = createFileRoute('/_main/admin/systems')({
  // Read by the screen: its words would else weigh on the first script.
  validateSearch: (search: Record<string, unknown>): SystemsSearch => search,
  component: Systems,
});

function Systems() {
  const given = Route.useSearch();
  const search = useMemo(() => readSearch({ ...given }), [given]);
  const navigate = Route.useNavigate();
  useTitle('Systems');
  useEffect(() => keepSearch(search), [search]);
  const put = (next: SystemsSearch) => void navigate({ search: next, replace: true });
  return <SystemsScreen search={search} onSearch={put} />;
}
