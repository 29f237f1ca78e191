// The route admin/organization/settings: one organization, or a new one without an id.
import { createFileRoute } from '@tanstack/react-router';
import { OrganizationSettings } from '#app/features/organizations/organization-settings.tsx';
import { OrganizationPanes } from '#app/features/organizations/organization-panes.tsx';

export const Route = createFileRoute('/_main/admin/organization/settings')({
  staticData: { bar: 'own', panes: 'own' },
  validateSearch: ({ id }: Record<string, unknown>): { id?: string } => (typeof id === 'string' ? { id } : {}),
  component: Settings,
});

function Settings() {
  const { id } = Route.useSearch();
  return (
    <OrganizationPanes id={id}>
      <OrganizationSettings key={id} id={id} />
    </OrganizationPanes>
  );
}
