// The route admin/organization/users: the people of one organization.
import { createFileRoute } from '@tanstack/react-router';
import { OrganizationUsers } from '#app/features/organizations/organization-users.tsx';
import { OrganizationsScreen } from '#app/features/organizations/organizations-screen.tsx';
import { RecordPanes } from '#app/features/shell/record-panes.tsx';
import * as m from '#text/messages.js';

export const Route = createFileRoute('/_main/admin/organization/users')({
  staticData: { bar: 'own', panes: 'own' },
  validateSearch: ({ id }: Record<string, unknown>): { id?: string } => (typeof id === 'string' ? { id } : {}),
  component: Users,
});

function Users() {
  const { id } = Route.useSearch();
  return (
    <RecordPanes label={m.organizations_title()} list={OrganizationsScreen} id={id}>
      <OrganizationUsers key={id} id={id} />
    </RecordPanes>
  );
}
