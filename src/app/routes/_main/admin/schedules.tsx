// The route admin/schedules: every schedule, with search and order in the address.
import { createFileRoute } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { ListSearch } from '#app/ui/list/list-tools.tsx';
import { useTitle } from '#app/features/shell/error-pages.tsx';
import { readListSearch } from '#app/features/lists/list-search.ts';
import { SchedulesScreen, scheduleSorts } from '#app/features/schedules/schedules-screen.tsx';
import * as m from '#text/messages.js';

export const Route = createFileRoute('/_main/admin/schedules')({
  // Read by the screen: its words would else weigh on the first script.
  validateSearch: (search: Record<string, unknown>): ListSearch => search,
  component: Schedules,
});

function Schedules() {
  const given = Route.useSearch();
  const search = useMemo(() => readListSearch({ ...given }, scheduleSorts()), [given]);
  const navigate = Route.useNavigate();
  useTitle(m.schedules_title());
  return <SchedulesScreen search={search} onSearch={(next) => void navigate({ search: next, replace: true })} />;
}
