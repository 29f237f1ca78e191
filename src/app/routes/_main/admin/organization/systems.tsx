// The route admin/organization/systems: the systems of one organization, with search, filters and order in the address.
import { createFileRoute } from '@tanstack/react-router';
import { readRecordListSearch } from '#app/features/lists/record-list-search.ts';
import { useAddressSearch } from '#app/features/lists/use-list-search.ts';
import { OrganizationSystems } from '#app/features/organizations/organization-systems.tsx';
import { OrganizationPanes } from '#app/features/organizations/organization-panes.tsx';
import { readSearch } from '#app/features/systems/systems-filter.ts';

export const Route = createFileRoute('/_main/admin/organization/systems')({
  staticData: { bar: 'own', panes: 'own' },
  validateSearch: readRecordListSearch,
  component: Systems,
});

function Systems() {
  const { id } = Route.useSearch();
  const list = useAddressSearch(readSearch);
  return (
    <OrganizationPanes id={id}>
      <OrganizationSystems key={id} id={id} {...list} />
    </OrganizationPanes>
  );
}
