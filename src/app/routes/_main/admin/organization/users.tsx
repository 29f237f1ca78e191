// The route admin/organization/users: the people of one organization.
import { createFileRoute } from '@tanstack/react-router';
import { OrganizationUsers } from '#app/features/organizations/organization-users.tsx';
import { OrganizationPanes } from '#app/features/organizations/organization-panes.tsx';

export const Route = createFileRoute('/_main/admin/organization/users')({
  staticData: { bar: 'own', panes: 'own' },
  validateSearch: ({ id }: Record<string, unknown>): { id?: string } => (typeof id === 'string' ? { id } : {}),
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
