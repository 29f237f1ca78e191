// The route admin/users: every user, with search and order in the address.
import { createFileRoute } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { ListSearch } from '#app/ui/list/list-tools.tsx';
import { useTitle } from '#app/features/shell/error-pages.tsx';
import { readListSearch } from '#app/features/lists/list-search.ts';
import { UsersScreen, userSorts } from '#app/features/users/users-screen.tsx';
import * as m from '#text/messages.js';

export const Route = createFileRoute('/_main/admin/users')({
  // Read by the screen: its words would else weigh on the first script.
  validateSearch: (search: Record<string, unknown>): ListSearch => search,
  component: Users,
});

function Users() {
  const given = Route.useSearch();
  const search = useMemo(() => readListSearch({ ...given }, userSorts()), [given]);
  const navigate = Route.useNavigate();
  useTitle(m.users_title());
  return <UsersScreen search={search} onSearch={(next) => void navigate({ search: next, replace: true })} />;
}
