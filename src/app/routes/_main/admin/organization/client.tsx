// The route admin/organization/client: the client of one organization and its key.
import { createFileRoute } from '@tanstack/react-router';
import { OrganizationClient } from '#app/features/organizations/organization-client.tsx';
import { OrganizationPanes } from '#app/features/organizations/organization-panes.tsx';

export const Route = createFileRoute('/_main/admin/organization/client')({
  staticData: { bar: 'own', panes: 'own' },
  validateSearch: ({ id }: Record<string, unknown>): { id?: string } => (typeof id === 'string' ? { id } : {}),
  component: Client,
});

function Client() {
  const { id } = Route.useSearch();
  return (
    <OrganizationPanes id={id}>
      <OrganizationClient key={id} id={id} />
    </OrganizationPanes>
  );
}
