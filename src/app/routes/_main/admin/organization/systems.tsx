// The route admin/organization/systems: the systems of one organization, with search, filters and order in the address.
import { createFileRoute } from '@tanstack/react-router';
import { OrganizationSystems } from '#app/features/organizations/organization-systems.tsx';
import { OrganizationPanes } from '#app/features/organizations/organization-panes.tsx';
import { type SystemsOfSearch, useSystemsOf } from '#app/features/systems/use-systems-of.ts';

export const Route = createFileRoute('/_main/admin/organization/systems')({
  staticData: { bar: 'own', panes: 'own' },
  // The component reads the filters, which keeps them out of the first script.
  validateSearch: (search: Record<string, unknown>): SystemsOfSearch => search,
  component: Systems,
});

function Systems() {
  const navigate = Route.useNavigate();
  const put = (search: SystemsOfSearch) => void navigate({ search, replace: true });
  const { id, ...list } = useSystemsOf(Route.useSearch(), put);
  return (
    <OrganizationPanes id={id}>
      <OrganizationSystems key={id} id={id} {...list} />
    </OrganizationPanes>
  );
}
