// The route admin/activity: who did what, with filters in the address; `object` and `user` name one record or person.
import { createFileRoute } from '@tanstack/react-router';
import { useTitle } from '#app/features/shell/error-pages.tsx';
import { type ActivitySearch, readActivitySearch } from '#app/features/activity/activity-search.ts';
import { ActivityScreen } from '#app/features/activity/activity-screen.tsx';
import { useAddressSearch } from '#app/features/lists/use-list-search.ts';
import * as m from '#text/messages.js';

export const Route = createFileRoute('/_main/admin/activity')({
  // Read by the screen: its words would else weigh on the first script.
  validateSearch: (search: Record<string, unknown>): ActivitySearch => search,
  component: Activity,
});

function Activity() {
  const { search, onSearch } = useAddressSearch(readActivitySearch);
  useTitle(m.shell_place_activity());
  return <ActivityScreen search={search} onSearch={onSearch} />;
}
