// The route admin/organization/systems: the systems of one organization, with search, filters and order in the address.
import { createFileRoute } from '@tanstack/react-router';
import { OrganizationSystems } from '#app/features/organizations/organization-systems.tsx';
import { OrganizationsScreen } from '#app/features/organizations/organizations-screen.tsx';
import { RecordPanes } from '#app/features/shell/record-panes.tsx';
import { type SystemsOfSearch, useSystemsOf } from '#app/features/systems/use-systems-of.ts';
import * as m from '#text/messages.js';

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
    <RecordPanes label={m.organizations_title()} list={OrganizationsScreen} id={id}>
      <OrganizationSystems key={id} id={id} {...list} />
    </RecordPanes>
  );
}
