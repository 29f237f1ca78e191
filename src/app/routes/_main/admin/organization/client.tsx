// The route admin/organization/client: the client of one organization and its key.
import { createFileRoute } from '@tanstack/react-router';
import { OrganizationClient } from '#app/features/organizations/organization-client.tsx';
import { OrganizationsScreen } from '#app/features/organizations/organizations-screen.tsx';
import { RecordPanes } from '#app/features/shell/record-panes.tsx';
import * as m from '#text/messages.js';

export const Route = createFileRoute('/_main/admin/organization/client')({
  staticData: { bar: 'own', panes: 'own' },
  validateSearch: ({ id }: Record<string, unknown>): { id?: string } => (typeof id === 'string' ? { id } : {}),
  component: Client,
});

function Client() {
  const { id } = Route.useSearch();
  return (
    <RecordPanes label={m.organizations_title()} list={OrganizationsScreen} id={id}>
      <OrganizationClient key={id} id={id} />
    </RecordPanes>
  );
}
