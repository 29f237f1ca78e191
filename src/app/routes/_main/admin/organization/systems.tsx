// The route admin/organization/systems: the systems of one organization, with search, filters and order in the address.
import { createFileRoute } from '@tanstack/react-router';
import { useMemo } from 'react';
import { OrganizationSystems } from '#app/features/organizations/organization-systems.tsx';
import { OrganizationsScreen } from '#app/features/organizations/organizations-screen.tsx';
import { RecordPanes } from '#app/features/shell/record-panes.tsx';
import { type SystemsSearch, readSearch } from '#app/features/systems/systems-filter.ts';
import * as m from '#text/messages.js';

interface Search extends SystemsSearch {
  id?: string;
}

export const Route = createFileRoute('/_main/admin/organization/systems')({
  staticData: { bar: 'own', panes: 'own' },
  // The component reads the filters, which keeps them out of the first script.
  validateSearch: (search: Record<string, unknown>): Search => search,
  component: Systems,
});

function Systems() {
  const given = Route.useSearch();
  const id = typeof given.id === 'string' ? given.id : undefined;
  const navigate = Route.useNavigate();
  const search = useMemo(() => readSearch({ ...given }), [given]);
  const put = (next: SystemsSearch) =>
    void navigate({ search: { ...(id !== undefined && { id }), ...next }, replace: true });
  return (
    <RecordPanes label={m.organizations_title()} list={OrganizationsScreen} id={id}>
      <OrganizationSystems key={id} id={id} search={search} onSearch={put} />
    </RecordPanes>
  );
}
