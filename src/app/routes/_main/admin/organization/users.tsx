// The route admin/organization/users: the people of one organization, with search and order in the address.
import { createFileRoute } from '@tanstack/react-router';
import { readRecordListSearch } from '#app/features/lists/record-list-search.ts';
import { OrganizationUsers } from '#app/features/organizations/organization-users.tsx';
import { OrganizationPanes } from '#app/features/organizations/organization-panes.tsx';

export const Route = createFileRoute('/_main/admin/organization/users')({
  staticData: { bar: 'own', panes: 'own' },
  validateSearch: readRecordListSearch,
  component: Users,
});

function Users() {
  const { id } = Route.useSearch();
  return (
    <OrganizationPanes id={id}>
      <OrganizationUsers key={id} id={id} />
    </OrganizationPanes>
  );
}
