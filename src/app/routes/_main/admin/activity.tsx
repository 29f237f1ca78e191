// The route admin/activity: who did what, with filters in the address; `object` and `user` name one record or person.
import { createFileRoute } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTitle } from '#app/features/shell/error-pages.tsx';
import { type ActivitySearch, readActivitySearch } from '#app/features/activity/activity-search.ts';
import { ActivityScreen } from '#app/features/activity/activity-screen.tsx';
import * as m from '#text/messages.js';

export const Route = createFileRoute('/_main/admin/activity')({
  // Read by the screen: its words would else weigh on the first script.
  validateSearch: (search: Record<string, unknown>): ActivitySearch => search,
  component: Activity,
});

function Activity() {
  const given = Route.useSearch();
  const search = useMemo(() => readActivitySearch({ ...given }), [given]);
  const navigate = Route.useNavigate();
  useTitle(m.activity_title());
  return <ActivityScreen search={search} onSearch={(next) => void navigate({ search: next, replace: true })} />;
}
