// The route admin/users: every user, with search and order in the address.
import { createFileRoute } from '@tanstack/react-router';
import type { ListSearch } from '#app/ui/list/list-tools.tsx';
import { useTitle } from '#app/features/shell/error-pages.tsx';
import { useListSearch } from '#app/features/lists/use-list-search.ts';
import { UsersScreen, userSorts } from '#app/features/users/users-screen.tsx';
import * as m from '#text/messages.js';

export const Route = createFileRoute('/_main/admin/users')({
  // Read by the screen: its words would else weigh on the first script.
  validateSearch: (search: Record<string, unknown>): ListSearch => search,
  component: Users,
});

function Users() {
  const { search, onSearch } = useListSearch(userSorts);
  useTitle(m.shell_place_users());
  return <UsersScreen search={search} onSearch={onSearch} />;
}
