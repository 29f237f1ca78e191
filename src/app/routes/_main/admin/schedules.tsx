// The route admin/schedules: every schedule, with search and order in the address.
import { createFileRoute } from '@tanstack/react-router';
import type { ListSearch } from '#app/ui/list/list-tools.tsx';
import { useTitle } from '#app/features/shell/error-pages.tsx';
import { useListSearch } from '#app/features/lists/use-list-search.ts';
import { SchedulesScreen, scheduleSorts } from '#app/features/schedules/schedules-screen.tsx';
import * as m from '#text/messages.js';

export const Route = createFileRoute('/_main/admin/schedules')({
  // Read by the screen: its words would else weigh on the first script.
  validateSearch: (search: Record<string, unknown>): ListSearch => search,
  component: Schedules,
});

function Schedules() {
  const { search, onSearch } = useListSearch(scheduleSorts);
  useTitle(m.shell_place_schedules());
  return <SchedulesScreen search={search} onSearch={onSearch} />;
}
